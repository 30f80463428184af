// The process that reads or fills in a spreadsheet. Standard input is the file, the argument what of it is read, and standard output
// its rows and then the outcome, a line of JSON each. To be filled in, a line with the numbers stands before the file.
import { buffer } from "node:stream/consumers";
import { Failure } from "#shared/failure.ts";
import { fillSpreadsheet } from "./fill-spreadsheet.ts";
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

const fill = (input: Buffer): OutputLine => {
  const end = input.indexOf("\n");
  const { fills, ...filling } = JSON.parse(input.toString("utf8", 0, end));
  const { file, left } = fillSpreadsheet(input.subarray(end + 1), { ...filling, fills: new Map(fills) });
  return { isComplete: true, file: file.toString("base64"), left: [...left] };
};

const answer = (input: Buffer): void => {
  try {
    const { isFilledIn, ...options } = JSON.parse(process.argv[2] ?? "{}");
    if (isFilledIn) write(fill(input));
    else write({ isComplete: true, sheet: readSpreadsheetRows(input, (row) => write(toSent(row)), options) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    write({ code: error.code, details: error.details });
  }
  // By a signal: an orderly exit waits for V8's threads, which wait for ever when the heap is full.
  flush(() => process.kill(process.pid, "SIGKILL"));
};

void buffer(process.stdin).then(answer);
