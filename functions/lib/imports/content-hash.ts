// The hash of the cells of a spreadsheet: the same in every format, so that a copy as CSV has the same hash. Blank
// cells at the end of a row are left out: a spreadsheet saves them to CSV where a column once had something.
import { createHash } from "node:crypto";
import type { Row } from "../spreadsheets/cell.ts";

export const contentHash = (rows: readonly Row[]): string => {
  const hash = createHash("sha256");
  for (const { cells } of rows) {
    const last = cells.findLastIndex((cell) => cell !== null);
    hash.update(JSON.stringify(cells.slice(0, last + 1).map((cell) => cell?.text ?? "")));
  }
  return hash.digest("base64url");
};
