// The process that reads a spreadsheet ends before it has answered: an outage, which is logged.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { countForm, today } from "#tests/support/fixtures.ts";
import { newWorld } from "#tests/support/world.ts";

/** Loaded into every Lambda: the process that should read the uploaded file runs it instead. */
const runUpload = `data:text/javascript,${encodeURIComponent(`
  import processes from "node:child_process";
  const { execFile } = processes;
  const run = 'process.stdin.once("data", (file) => eval(String(file)))';
  processes.execFile = (node, flags, ...rest) => execFile(node, [...flags.slice(0, -2), "-e", run], ...rest);
`)}`;

const { root, log } = await newWorld({ preload: [runUpload] });
const upload = (file: string) => root.post("/v1/dev/stock-adjustment", countForm(today(), file));
const failures = () => log.filter((line) => line.includes('"message":"failure"')).map((line) => JSON.parse(line));

const row = String.raw`{"number":1,"cells":[null]}\n`;
const ends: [how: string, file: string, logged: RegExp][] = [
  ["without a word", "process.exit(0)", /ended \(0\) without an outcome/],
  ["with an error", "throw new Error('a bug')", /ended \(1\) without an outcome.+a bug/s],
  ["by a signal from outside", "process.kill(process.pid, 'SIGKILL')", /ended \(SIGKILL\) without an outcome/],
  ["after some rows", `process.stdout.write('${row}', () => process.exit(0))`, /ended \(0\) without an outcome/],
  ["within a row", `process.stdout.write('${row}{"numb', () => process.exit(0))`, /ended \(0\) without an outcome/],
];

test.each(ends)("503: a process that ends %s is an outage, and logged as one", async (_, file, logged) => {
  const before = failures().length;
  const answer = await upload(file);
  expect(answer).toFailWith("SERVICE_UNAVAILABLE");
  expect(answer.headers.get("retry-after")).toBe("1");
  const [failure, ...more] = failures().slice(before);
  expect(more).toEqual([]);
  expect(failure).toMatchObject({ level: "ERROR", error: { message: expect.stringMatching(logged) } });
});

test("413: a process that has used up its heap has met a file that is too large", async () => {
  const answer = await upload("const all = []; for (;;) all.push(new Array(100_000).fill(1));");
  expect(answer).toFailWith("PAYLOAD_TOO_LARGE", { field: "file" });
});
