// The size of the web app: gzipped bytes that a person waits for, from the build's manifest.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "vite";
import { expect, test } from "vitest";

// Built before any test file, as it is served and deployed.
const folder = process.env.WEB_BUILT ?? "";
const manifest: Manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
const chunks = Object.entries(manifest).filter(([, { file }]) => file.endsWith(".js"));

const kilobytes = (...files: string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);

/** Files that come with a chunk: itself and its static imports. */
const withImports = (key: string, files = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const one of chunk.imports ?? []) withImports(one, files);
  return files;
};

const named = (name: string): string =>
  chunks.find(([, chunk]) => chunk.name === name)?.[1].file ?? `no chunk ${name} in the build`;

/** By feature, and by room of a large one, as web/chunks.ts names them. */
const features = [
  ...new Set(chunks.flatMap(([, { name = "" }]) => (name.endsWith("-more") ? [name.slice(0, -"-more".length)] : []))),
];

test("the sign-in comes with at most 107 KB of script", () => {
  expect(kilobytes(...withImports("index.html"))).toBeLessThanOrEqual(107);
});

// 18 KB more than planned: the shared parts of first screens, such as menu, scans, queue with the names of all that waits in it,
// parcels of returns too, and the rules of all lists, are 55.
test("the first screen of a feature comes with at most 169 KB of script, without forms, dialogs, charts and schemas", () => {
  const first = chunks.filter(([, { name = "" }]) => features.includes(name));
  expect(first.length).toBeGreaterThan(10);
  const weights = first.map(([key, { name }]) => {
    const files = new Set([...withImports("index.html"), ...withImports(key)]);
    return { name, kb: kilobytes(...files), unwanted: [...files].filter((file) => isKit(file) || hasSchemas(file)) };
  });
  expect(weights.filter(({ kb, unwanted }) => kb > 169 || unwanted.length > 0)).toEqual([]);
});

const isKit = (file: string): boolean => /(dialogs|charts)-/.test(file);
/** The property by which a form knows a schema of valibot. */
const hasSchemas = (file: string): boolean => readFileSync(join(folder, file), "utf8").includes("~standard");

// Styles are 0.7 KB more than planned: saved views, the row's menu, the bar at the thumb, chosen warehouses, labels, words under
// the icons of phones, dotted terms, and the guide.
test("the rest of a feature is at most 40 KB, forms and dialogs together 80, charts 112 and all styles 18.8", () => {
  const rest = features.map((name) => ({ name, kb: kilobytes(named(`${name}-more`)) }));
  expect(rest.filter(({ kb }) => kb > 40)).toEqual([]);
  expect(kilobytes(named("dialogs"))).toBeLessThanOrEqual(80);
  // recharts alone, without anything of ours, is 107.
  expect(kilobytes(named("charts"))).toBeLessThanOrEqual(112);
  expect(kilobytes(`assets/${styleSheet()}`)).toBeLessThanOrEqual(18.8);
});

const styleSheet = (): string =>
  readdirSync(join(folder, "assets")).find((file) => file.endsWith(".css")) ?? "no styles";

// Icons lie with the screens that show them, which takes 6 from the sign-in and 2 from each first screen, and adds 3 KB; warehouses
// that are not for picking, containers announced twice, days of the server's clock, codes as other hands and scanners write
// them, what spreadsheets and order files leave open with the list of what was said about them, the first steps of a company
// with what is due today, corrections of lines, the warehouses that picklists take from, the suppliers and events of the plan,
// labels, of which the writer of barcodes is 10, what two people have saved of one field, what was counted since, damaged rows,
// the order's bar with its suppliers, files that are uploaded once, columns that give way, My account, the guide, terms that explain
// themselves, orders to suppliers, and programs with the walks of what they bring are the rest of 57 KB. Returns with claims, photos
// and their import are 10 more, in two files. The choice of days in a file of its own costs 0.4 and takes 1 from each first screen
// that has none.
test("everything together is at most 588 KB of script in 54 files", () => {
  const files = new Set(chunks.map(([, { file }]) => file));
  expect(kilobytes(...files)).toBeLessThanOrEqual(588);
  expect(files.size).toBeLessThanOrEqual(54);
});

test("the service worker is at most 9 KB, and keeps all of it on the device but the reader and the writer of barcodes", () => {
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  const kept = new Set(worker.match(/\/(assets|icons)\/[\w.-]+|\/[\w.-]+\.(html|js|json|svg)(?=[`"'])/g));
  expect(kilobytes("sw.js")).toBeLessThanOrEqual(9);
  expect(chunks.filter(([, { file }]) => !kept.has(`/${file}`))).toEqual([]);
});

test("what index.html shows before the app is styled", () => {
  const classes = readFileSync(join(folder, "index.html"), "utf8").match(/(?<=class=")[\w-]+/g) ?? [];
  expect(classes.length).toBeGreaterThan(0);
  const styles = readFileSync(join(folder, "assets", styleSheet()), "utf8");
  expect(classes.filter((name) => !styles.includes(`.${name}{`))).toEqual([]);
});
