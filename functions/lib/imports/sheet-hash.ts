// What a sheet has in its cells, as a hash: the same in whichever file, so that a copy as CSV counts as the same.
import { createHash } from "node:crypto";
import type { Row } from "../sheets/cell.ts";

export const hashOfSheet = (rows: readonly Row[]): string => {
  const hash = createHash("sha256");
  for (const { cells } of rows) hash.update(JSON.stringify(cells.map((cell) => cell?.text ?? "")));
  return hash.digest("base64url");
};
