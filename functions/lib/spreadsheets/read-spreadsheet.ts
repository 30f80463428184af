// Uploaded spreadsheets, .xlsx or CSV. They are read in a separate process, so that a file which takes all its memory or time ends
// only that process.
import { type ExecFileException, execFile } from "node:child_process";
import { type Code, type Detail, Failure } from "#shared/failure.ts";
import type { Row } from "./cell.ts";
import type { Filled, Filling, LeftCell } from "./filling.ts";
import { tooLarge } from "./refusals.ts";
import { fromSent, type SentRow } from "./sent-row.ts";
import type { ReadOptions, ReadSheet } from "./spreadsheet-rows.ts";

/** The output of the process: rows, and at last that they are complete, or why the file is refused. */
export type OutputLine = SentRow | ReadOutcome;
type Refused = { code: Code; details: Detail[] };
type ReadOutcome = { isComplete: true; sheet?: ReadSheet | undefined } | FillOutcome | Refused;
/** The file in base64. */
type FillOutcome = { isComplete: true; file: string; left: [row: number, why: LeftCell][] };

/** Megabytes: a sheet is read row by row, and filled in whole: 50,000 rows with names in Hindi need 96, the process 290 in all. A worker thread could not have limits of its own: Lambda's limits for the process override them. */
export const heapOf = { read: 64, fill: 192 };
/** Milliseconds of the Lambda's 28 s, and bytes of output. 50,000 rows of a stock report take a second and 14 MB. */
const longest = 20_000;
const maxBuffer = 32 * 1024 * 1024;

/** The rows of a file, and where it is a workbook, which of its sheets they are of. */
export interface Spreadsheet {
  rows: Row[];
  sheet?: ReadSheet | undefined;
}

/**
 * The rows of the sheet that the options choose, else of the first visible one with cells; 400 if it cannot be read, 413 if it is
 * larger than a stock report can be.
 */
export const readSpreadsheet = async (file: Uint8Array, options?: ReadOptions): Promise<Spreadsheet> => {
  const lines = await readInProcess(file, options);
  const outcome = lines.pop() as ReadOutcome;
  if ("code" in outcome) throw new Failure(outcome.code, ...outcome.details);
  // Some programs write rows in another order.
  const rows = (lines as SentRow[]).map(fromSent).sort((a, b) => a.number - b.number);
  return { rows, sheet: "sheet" in outcome ? outcome.sheet : undefined };
};

/** The file with these numbers in a column, and the rows that could not be filled in. 400 as for reading, or with macros. */
export const fillInSpreadsheet = async (file: Uint8Array, filling: Filling, timeout: number): Promise<Filled> => {
  const line = JSON.stringify({ ...filling, fills: [...filling.fills] });
  const input = Buffer.concat([Buffer.from(`${line}\n`), file]);
  const [outcome] = (await readInProcess(input, { isFilledIn: true }, timeout)) as [FillOutcome | Refused];
  if ("code" in outcome) throw new Failure(outcome.code, ...outcome.details);
  return { file: Buffer.from(outcome.file, "base64"), left: new Map(outcome.left) };
};

type ProcessOptions = ReadOptions & { isFilledIn?: true };

const readInProcess = (file: Uint8Array, options?: ProcessOptions, timeout = longest): Promise<OutputLine[]> =>
  new Promise((resolve, reject) => {
    const given = options ? [JSON.stringify(options)] : [];
    const heap = options?.isFilledIn ? heapOf.fill : heapOf.read;
    const limits = [`--max-old-space-size=${heap}`, "--max-semi-space-size=4"];
    const command = [...limits, require.resolve("./spreadsheet-process.ts"), ...given];
    // Without the Lambda's credentials. The runtime needs its library path to start Node.
    const env = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    const child = execFile(process.execPath, command, { timeout, maxBuffer, env }, (error, output, problem) => {
      const lines: OutputLine[] = output
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      // After the outcome the process kills itself, so its signal means nothing.
      if (lines.length > 0 && !("cells" in (lines.at(-1) as OutputLine))) resolve(lines);
      else reject(isExhausted(error) ? tooLarge() : outage(error, problem));
    });
    // The process may end before it has read everything; the callback handles that.
    child.stdin?.on("error", () => {}).end(file);
  });

/** Whether the process took all its output, time, or heap (V8 then aborts). */
const isExhausted = (error: ExecFileException | null): boolean =>
  error !== null &&
  (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" || error.killed === true || error.signal === "SIGABRT");

/** 503; the end of the process's error output goes to the log. */
const outage = (error: ExecFileException | null, problem: string): Failure => {
  const end = error?.signal ?? error?.code ?? 0;
  const cause = new Error(
    `The process that reads spreadsheets ended (${end}) without an outcome. ${problem.slice(-1_000)}`,
  );
  return new Failure("SERVICE_UNAVAILABLE").withCause(cause);
};
