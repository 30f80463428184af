// The hash of the cells of a spreadsheet: the same in every format, so that a copy as CSV has the same hash. Blank
// cells at the end of a row are left out: a spreadsheet saves them to CSV where a column once had something.
import { createHash } from "node:crypto";
import type { Row } from "../spreadsheets/cell.ts";

/** As many as were once read, and no results of formulas: a spreadsheet has the hash that it had. */
const hashedColumns = 100;

export const contentHash = (rows: readonly Row[]): string => {
  const hash = createHash("sha256");
  for (const row of rows) {
    // What a merged cell is filled with stands only in the first one.
    const stored = Array.from(row.cells.slice(0, hashedColumns), (cell) => (cell?.merged === "below" ? null : cell));
    const cells = stored.map((cell) => (cell?.type === "formula" ? "" : cell?.text) ?? "");
    const last = stored.findLastIndex(Boolean);
    if (last >= 0) hash.update(JSON.stringify(cells.slice(0, last + 1)));
  }
  return hash.digest("base64url");
};
