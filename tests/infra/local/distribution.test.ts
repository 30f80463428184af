// The local site answers as the distribution of the templates would.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { world } from "#tests/support/world.ts";

const here = await world();
const { site, api, dev } = here;
const get = (path: string, init?: RequestInit) => fetch(site + path, { redirect: "manual", ...init });

test.each(["/", "/inventory", "/products/opr/p1042", "/nowhere/at/all", "/transactions.", "/inventory.html", "/v1.2"])(
  "%s is the one page, revalidated each time",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toMatch(/^<!doctype html>/i);
  },
);

test.each([
  "/nothing.js",
  "/assets/old-123.js",
  "/icons/none.png",
  "/icons/",
  "/images/missing.webp",
  "/images/",
  "/images/none",
])("%s is missing and never becomes the page", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(403);
  expect(await response.text()).toMatch(/AccessDenied/);
});

test("every file of the built app is served unchanged", async () => {
  const site = process.env.WEB_BUILT ?? "";
  for (const file of globSync(["*.*", "assets/*", "icons/*"], { cwd: site })) {
    const served = Buffer.from(await (await get(`/${file}`)).arrayBuffer());
    expect(served.equals(readFileSync(join(site, file))), file).toBe(true);
  }
});

test("the licences of all packages that the app brings along are a page of the site", async () => {
  const response = await get("/third-party-notices.txt");
  expect(response.headers.get("content-type")).toBe("text/plain");
  const text = await response.text();
  for (const name of ["react", "react-dom", "swr", "valibot", "idb", "lucide-react"])
    expect(text).toMatch(new RegExp(`^## ${name} - [\\d.]+ \\(\\w+\\)$`, "m"));
});

test("config.json names the APIs of the same start, and their build", async () => {
  const response = await get("/config.json");
  const build = (await fetch(`${api}/v1/stocks`)).headers.get("api-build");
  expect(await response.json()).toEqual({ api, dev, build });
  expect(response.headers.get("cache-control")).toBe("no-cache");
});

test.each([
  ["/sw.js", "text/javascript"],
  ["/manifest.json", "application/json"],
  ["/icons/192.png", "image/png"],
  ["/icons/maskable-512.png", "image/png"],
  ["/icons/apple-touch-icon.png", "image/png"],
])("%s is served as %s and revalidated each time", async (path, type) => {
  const { status, headers } = await get(path);
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, type, "no-cache"]);
});

test("every answer carries the security headers, with the APIs as the only other hosts", async () => {
  for (const path of ["/", "/config.json", "/nothing.js", "/images/missing.webp"]) {
    const { headers } = await get(path);
    expect(headers.get("content-security-policy")).toMatch(
      new RegExp(`^default-src 'none'; .*connect-src 'self' ${api} ${dev};`),
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  }
});

test("a file that the browser has cached is not sent again", async () => {
  const etag = (await get("/")).headers.get("etag") ?? "";
  expect((await get("/inventory", { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("HEAD answers without a body, and nothing can be written", async () => {
  const head = await get("/", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const method of ["POST", "PUT", "DELETE"]) expect((await get("/images/x.webp", { method })).status).toBe(403);
});
