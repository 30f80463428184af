// Uploaded sheets: .xlsx or CSV, read by a process of its own, so that a file which becomes gigabytes ends that process.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Code, type Detail, Failure } from "#shared/failure.ts";

export interface Row {
  /** As the sheet numbers it, from 1. */
  number: number;
  /** A formula is an empty object, no text: its value is what somebody's computer last made of it. */
  cells: unknown[];
}

/** What the process says, as a line of JSON. */
export type Outcome = { rows: Row[] } | { code: Code; details: Detail[] };

/** Megabytes. A thread would not do: the limits of the whole process, which Lambda sets, count for its threads too. */
const limits = ["--max-old-space-size=64", "--max-semi-space-size=4"];
/** Milliseconds, of the 28 s a Lambda has, and bytes of rows: 50,000 rows of our own reports take a second and 8 MB. */
const timeout = 20_000;
const maxBuffer = 32 * 1024 * 1024;

/** The rows of the first sheet; 400 when it cannot be read, 413 when it is more than a stock report can be. */
export const readSheet = async (file: Buffer): Promise<Row[]> => {
  // The reader of workbooks lays out there what it cannot read at once.
  const folder = await mkdtemp(join(tmpdir(), "sheet-"));
  try {
    const outcome = await readApart(file, folder);
    if ("code" in outcome) throw new Failure(outcome.code, ...outcome.details);
    return outcome.rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const readApart = (file: Buffer, folder: string): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const read = [...limits, require.resolve("./sheet-process.ts")];
    // Nothing of the Lambda's own, like its credentials; where Node finds its libraries is the runtime's to say.
    const env = { TMPDIR: folder, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    const child = execFile(process.execPath, read, { timeout, maxBuffer, env }, (error, said) => {
      // With its last word it ends itself, by a signal too.
      if (said.endsWith("\n")) resolve(JSON.parse(said));
      else if (error?.signal || error?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") resolve(tooMuch);
      else reject(error);
    });
    // It may have ended before it read all; the callback says why.
    child.stdin?.on("error", () => {}).end(file);
  });

const tooMuch: Outcome = {
  code: "PAYLOAD_TOO_LARGE",
  details: [{ field: "file", message: "More than a stock report holds" }],
};
