// Optional cells that do not fit their field: their rows are taken without them, and the answer counts and names them.
import { countText } from "#shared/format.ts";
import type { Ask, ImportRow } from "#shared/import.ts";

/** A row that is wrong anyway names them among its problems. */
export const withNotTaken = (
  problems: ImportRow["problems"],
  notTaken: ImportRow["problems"],
): Pick<ImportRow, "problems" | "not_taken"> =>
  notTaken.length === 0
    ? { problems }
    : problems.length > 0
      ? { problems: [...problems, ...notTaken] }
      : { problems, not_taken: notTaken };

/** Columns and reasons that are named, and characters of a cell. */
const mostNamed = 10;
const shownLength = 60;

/** The cells of each column and reason that were not taken. There is nothing to answer. */
export const notTakenAsks = (rows: readonly ImportRow[]): Ask[] => {
  const cells = rows.flatMap(({ not_taken = [] }) => not_taken);
  const groups = [...Map.groupBy(cells, ({ column, message }) => `${column}: ${message}`)].slice(0, mostNamed);
  return groups.map(([of, some]): Ask => {
    const { column = "", value = "", message = "" } = some[0] ?? {};
    // A reason that goes on with the sentence begins with a small letter.
    const why = /^\p{Ll}/u.test(message) ? message : `(${message})`;
    const text = `${column} in ${countText(some.length, "row")} not taken: “${value.slice(0, shownLength)}” ${why}`;
    return { id: "not_taken", of, text, choices: [] };
  });
};
