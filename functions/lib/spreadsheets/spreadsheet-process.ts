// The process that reads a spreadsheet: standard input is the file, the argument what of it is read, standard output its
// rows and then the outcome, a line of JSON each.
import { buffer } from "node:stream/consumers";
import { Failure } from "#shared/failure.ts";
import type { OutputLine } from "./read-spreadsheet.ts";
import { toSent } from "./sent-row.ts";
import { readSpreadsheetRows } from "./spreadsheet-rows.ts";

/** Characters that are written at a time. Rows are not collected, so that memory does not grow with their number. */
const portion = 64 * 1024;
let lines = "";

const write = (line: OutputLine): void => {
  lines += `${JSON.stringify(line)}\n`;
  if (lines.length > portion) flush();
};

const flush = (done?: () => void): void => {
  process.stdout.write(lines, done);
  lines = "";
};

const answer = (file: Buffer): void => {
  try {
    const options = JSON.parse(process.argv[2] ?? "{}");
    write({ isComplete: true, sheet: readSpreadsheetRows(file, (row) => write(toSent(row)), options) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    write({ code: error.code, details: error.details });
  }
  // By a signal: an orderly exit waits for V8's threads, which wait for ever when the heap is full.
  flush(() => process.kill(process.pid, "SIGKILL"));
};

void buffer(process.stdin).then(answer);
