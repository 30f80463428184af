// Uploaded sheets, .xlsx or CSV. They are read in a separate process, so that a file which takes all its memory or time ends
// only that process.
import { type ExecFileException, execFile } from "node:child_process";
import { type Code, type Detail, Failure } from "#shared/failure.ts";
import type { Row } from "./cell.ts";
import { tooLarge } from "./refusals.ts";

/** What the process writes: rows, and last that they are complete or why the file is refused. */
export type Line = Row | Outcome;
type Outcome = { isComplete: true } | { code: Code; details: Detail[] };

/** Megabytes. A worker thread could not have limits of its own: Lambda's limits for the process override them. */
const heapLimits = ["--max-old-space-size=64", "--max-semi-space-size=4"];
/** Milliseconds of the Lambda's 28 s, and bytes of output. 50,000 rows of a stock report take a second and 14 MB. */
const timeout = 20_000;
const maxBuffer = 32 * 1024 * 1024;

/** The rows of the first visible sheet; 400 if it cannot be read, 413 if it is larger than a stock report can be. */
export const readSheet = async (file: Buffer): Promise<Row[]> => {
  const lines = await readInProcess(file);
  const outcome = lines.pop() as Outcome;
  if ("code" in outcome) throw new Failure(outcome.code, ...outcome.details);
  return lines as Row[];
};

const readInProcess = (file: Buffer): Promise<Line[]> =>
  new Promise((resolve, reject) => {
    const command = [...heapLimits, require.resolve("./sheet-process.ts")];
    // Without the Lambda's credentials. The runtime needs its library path to start Node.
    const env = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    const child = execFile(process.execPath, command, { timeout, maxBuffer, env }, (error, output, problem) => {
      const lines: Line[] = output
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      // After the outcome the process kills itself, so its signal means nothing.
      if (lines.length > 0 && !("cells" in (lines.at(-1) as Line))) resolve(lines);
      else reject(isExhausted(error) ? tooLarge() : outage(error, problem));
    });
    // The process may end before it has read everything; the callback handles that.
    child.stdin?.on("error", () => {}).end(file);
  });

/** Whether the process took all its output, time, or heap (V8 then aborts). */
const isExhausted = (error: ExecFileException | null): boolean =>
  error !== null &&
  (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" || error.killed === true || error.signal === "SIGABRT");

/** 503, and the end of what the process reported in the log. */
const outage = (error: ExecFileException | null, problem: string): Failure => {
  const end = error?.signal ?? error?.code ?? 0;
  const cause = new Error(`The process that reads sheets ended (${end}) without an outcome. ${problem.slice(-1_000)}`);
  return new Failure("SERVICE_UNAVAILABLE").withCause(cause);
};
