// `npm run smoke` against the running product: it names passed and failed checks, and changes no data.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listen } from "#infra/local/http-server.ts";
import { recentTransactions } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { site, api, manager, root } = here;
const script = join(import.meta.dirname, "../../ops/smoke.ts");

const smoke = (args: string[], password?: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...(password && { SMOKE_PASSWORD: password }) };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

test("every check passes on a healthy deployment, and none changes its data", async () => {
  await newStockLine(manager, 5);
  const look = async () =>
    Promise.all(["stocks", "products", "warehouses"].map(async (list) => (await root.get(`/v1/${list}`)).body));
  const inLedger = async () => (await root.get(recentTransactions())).body.length;
  const [before, rows] = [await look(), await inLedger()];
  const { code, output } = await smoke(["--url", site, "--user", "manager", "--write"], "manager-password");
  const lines = output.trim().split("\n");
  expect([code, lines.filter((line) => !line.startsWith("ok "))]).toEqual([0, ["All checks passed."]]);
  expect(lines.length).toBeGreaterThan(25);
  expect(await look()).toEqual(before);
  const [, stay = ""] = /(\w+) rows stay in the ledger/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  expect(["none", "one", "two", "three", "four", "five"].indexOf(stay)).toBe((await inLedger()) - rows);
});

test("without a password only public addresses are checked", async () => {
  const { code, output } = await smoke(["--url", `${site}/products`]);
  expect(code).toBe(0);
  expect(output).toMatch(/^SMOKE_PASSWORD is not set/m);
  expect(output).not.toMatch(/GET \/v1/);
});

test.each([
  ["no address", [], "", /^Which deployment\?/],
  ["an address that is none", ["--url", "shop"], "", /^shop is not a URL/],
  ["the API's address in place of the site's", ["--url", api], "", /does not name the two APIs/],
  ["a wrong password", ["--url", site], "wrong-password-1", /root cannot sign in: 401/],
  ["writing without a password", ["--url", site, "--write"], "", /^--write needs a sign-in/],
])("%s is reported in one sentence", async (_, args, password, sentence) => {
  const { code, output } = await smoke(args, password);
  expect(code).toBe(1);
  expect(output.trim().split("\n").at(-1)).toMatch(sentence);
});

test("a failed check is named and fails the run, unless it is listed as known", async () => {
  // A site that is not this product.
  const { port, stop } = await listen((request, response) => {
    if (request.url === "/config.json") return void response.end(JSON.stringify({ api, dev: api }));
    response.end("<!doctype html>");
  });
  const url = `http://localhost:${port}`;
  const { code, output } = await smoke(["--url", url]);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^FAILED The browser revalidates the page, its settings and its service worker each time \[page\]: \/ may be cached/m,
  );
  const [, failed = ""] = /checks failed: (.+)\.$/m.exec(output) ?? [];
  const names = failed.split(", ");
  expect(names).toEqual(["page", "policy", "installable", "missing", "assets", "compressed", "session"]);
  const again = await smoke(["--url", url, ...names.flatMap((name) => ["--known", name])]);
  expect([again.code, again.output.match(/^known /gm)?.length]).toEqual([0, names.length]);
  await stop();
});
