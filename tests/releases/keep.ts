// `node tests/releases/keep.ts`, before a release: stores its rows, on which later releases are tested.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedRows } from "#tests/support/stored-rows.ts";
import { live, newShop } from "./story.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const isReleased = new RegExp(`\\n## ${version} - \\d`).test(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
if (isReleased) throw new Error(`${version} has been released: what it wrote is what it wrote.`);

const world = await newShop();
const expected = await live(world);
const { tables, files } = await storedRows(world).read();
await world.stop();

const folder = join(import.meta.dirname, version);
mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.json`), `${text}\n`);
/** One row a line, in a stable order. */
const lines = (rows: object[]): string =>
  `[\n${rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join(",\n")}\n]`;
for (const [noun, rows] of Object.entries(tables)) write(noun, lines(rows));
write("files", JSON.stringify(files, null, 1));
write("expected", JSON.stringify(expected, null, 1));
const counts = Object.entries(tables).map(([noun, rows]) => `${rows.length} ${noun}`);
console.log(`${folder}: ${counts.join(", ")}`);
