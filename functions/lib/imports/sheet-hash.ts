// What a sheet has in its cells, as a hash: the same in whichever file, so that a copy as CSV counts as the same. Blank
// cells at the end of a row count for nothing: a spreadsheet saves them to CSV where a column once had something.
import { createHash } from "node:crypto";
import type { Row } from "../sheets/cell.ts";

export const hashOfSheet = (rows: readonly Row[]): string => {
  const hash = createHash("sha256");
  for (const { cells } of rows) {
    const last = cells.findLastIndex((cell) => cell !== null);
    hash.update(JSON.stringify(cells.slice(0, last + 1).map((cell) => cell?.text ?? "")));
  }
  return hash.digest("base64url");
};
