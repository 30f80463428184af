// Uploaded sheets, .xlsx or CSV. They are read in a separate process, so that a file which grows to gigabytes when it is
// unpacked ends only that process.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Code, type Detail, Failure } from "#shared/failure.ts";

export interface Row {
  /** The sheet's own row number, from 1. */
  number: number;
  /** A formula is an empty object, not its cached value, which may be outdated. */
  cells: unknown[];
}

/** What the process writes to its output, as a line of JSON. */
export type Outcome = { rows: Row[] } | { code: Code; details: Detail[] };

/** Megabytes. A worker thread could not have limits of its own: Lambda's limits for the process override them. */
const heapLimits = ["--max-old-space-size=64", "--max-semi-space-size=4"];
/** Milliseconds of the Lambda's 28 s, and bytes of output. 50,000 rows of a stock report take a second and 8 MB. */
const timeout = 20_000;
const maxBuffer = 32 * 1024 * 1024;

/** The rows of the first sheet; 400 if it cannot be read, 413 if it is larger than a stock report can be. */
export const readSheet = async (file: Buffer): Promise<Row[]> => {
  // The workbook reader writes temporary files to it.
  const folder = await mkdtemp(join(tmpdir(), "sheet-"));
  try {
    const outcome = await readInProcess(file, folder);
    if ("code" in outcome) throw new Failure(outcome.code, ...outcome.details);
    return outcome.rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const readInProcess = (file: Buffer, folder: string): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const read = [...heapLimits, require.resolve("./sheet-process.ts")];
    // Without the Lambda's credentials. The runtime needs its library path to start Node.
    const env = { TMPDIR: folder, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    const child = execFile(process.execPath, read, { timeout, maxBuffer, env }, (error, output) => {
      // A complete line is the outcome. The process then kills itself, so its signal means nothing.
      if (output.endsWith("\n")) resolve(JSON.parse(output));
      else if (error?.signal || error?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") resolve(tooLarge);
      else reject(error);
    });
    // The process may end before it has read everything; the callback handles that.
    child.stdin?.on("error", () => {}).end(file);
  });

const tooLarge: Outcome = {
  code: "PAYLOAD_TOO_LARGE",
  details: [{ field: "file", message: "Larger than a stock report can be" }],
};
