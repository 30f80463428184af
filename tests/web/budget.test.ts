// What the web app weighs: bytes a person waits for, walked from the build's manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "vite";
import { expect, test } from "vitest";

// Built before any test file, as it is served and deployed.
const folder = process.env.WEB_BUILT ?? "";
const manifest: Manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));

const weigh = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0);

/** Files that come with these modules before anything is shown: themselves and their static imports. */
const withImports = (...modules: string[]): Set<string> => {
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const one of chunk.imports ?? []) add(one);
  };
  for (const key of modules) add(key);
  return files;
};

/** The group of what is around every screen, as vite.config.ts names it. */
const inside = (): string => Object.keys(manifest).find((key) => key.startsWith("_signed-in-")) ?? "signed-in";

/** Screens by routes.tsx, without the dialogs they open. */
const screens = (): string[] =>
  (Object.values(manifest).find(({ isEntry }) => isEntry)?.dynamicImports ?? []).filter((key) =>
    /^(features|shell)\//.test(key),
  );

test("login comes with at most 110 KB of script", () => {
  expect(sum(withImports("index.html", "features/account/login.tsx"))).toBeLessThanOrEqual(110);
});

/** What forms and dialogs are made of: it comes with the first of them and has a budget of its own. */
const isKit = (file: string): boolean => /^assets\/(forms|overlays)-/.test(file);

test("any screen comes with at most 130 KB of script: entry, layout and the screen", () => {
  const outside = ["features/account/login.tsx", "features/account/set-first-password.tsx"];
  const heavy = screens()
    .filter((screen) => !outside.includes(screen))
    .map((screen) => ({ screen, files: [...withImports("index.html", inside(), screen)] }))
    .map(({ screen, files }) => ({ screen, kb: sum(files.filter((file) => !isKit(file))) }))
    .filter(({ kb }) => kb > 130);
  expect(heavy).toEqual([]);
});

test("a screen that is no form does not bring the form kit", () => {
  const forms = ["features/adjustment/dev-console.tsx"];
  const lists = screens().filter((screen) => !screen.endsWith("-form.tsx") && !forms.includes(screen));
  const bringing = lists.filter((screen) => [...withImports("index.html", inside(), screen)].some(isKit));
  expect(bringing).toEqual([]);
});

test("the form kit is at most 80 KB", () => {
  const files = Object.values(manifest).map(({ file }) => file);
  expect(sum(new Set(files.filter(isKit)))).toBeLessThanOrEqual(80);
});

test("all styles together are at most 15.5 KB", () => {
  const styles = new Set(
    Object.values(manifest).flatMap(({ file, css = [] }) => (file.endsWith(".css") ? [file, ...css] : css)),
  );
  expect(sum(styles)).toBeLessThanOrEqual(15.5);
});

test("the service worker is at most 9 KB, and what it keeps on the device at most 620 KB", () => {
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  const kept = new Set(worker.match(/\/(assets|icons)\/[\w.-]+|\/[\w.-]+\.(html|js|json|svg)(?=[`"'])/g));
  expect(weigh("sw.js")).toBeLessThanOrEqual(9);
  expect(kept.size).toBeGreaterThan(100);
  expect(sum([...kept].filter((path) => path !== "/config.json" && !path.endsWith(".wasm")))).toBeLessThanOrEqual(620);
});
