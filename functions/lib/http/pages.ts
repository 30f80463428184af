// Pages of an answer that is larger than a Lambda may answer. Each has the fields of the whole answer; its lists
// continue those of the page before.
import { Failure } from "#shared/failure.ts";

/** The lists of an answer by name: the answer itself, or its fields that are lists. */
const listsOf = (result: unknown): [name: string, rows: { _id: string }[]][] => {
  if (Array.isArray(result)) return [["", result]];
  return typeof result === "object" && result !== null
    ? Object.entries(result).filter(([, field]) => Array.isArray(field))
    : [];
};

export const countRows = (result: unknown): number => listsOf(result).reduce((sum, [, rows]) => sum + rows.length, 0);

/** The name of each row in the query of a page: its list and its id, since two lists may have the same row. */
const rowNames = (result: unknown): string[] =>
  listsOf(result).flatMap(([list, rows]) => rows.map(({ _id }) => (list ? `${list}.${_id}` : _id)));

/** The rows of an answer from one number to another, as if its lists were one. */
export const slice = (result: unknown, from: number, to = Number.POSITIVE_INFINITY): unknown => {
  if (Array.isArray(result)) return result.slice(from, to);
  if (typeof result !== "object" || result === null) return result;
  let before = 0;
  const fields = Object.entries(result).map(([name, field]) => {
    if (!Array.isArray(field)) return [name, field];
    const part = field.slice(Math.max(0, from - before), Math.max(0, to - before));
    before += field.length;
    return [name, part];
  });
  return Object.fromEntries(fields);
};

/** The name of a row, with which a page begins. */
export const rowName = (result: unknown, number: number): string => rowNames(result)[number] ?? "";

/** The rows from the one of this name on; 400 if there is none, since the list has changed meanwhile. */
export const pageFrom = (result: unknown, name: string): unknown => {
  const number = rowNames(result).indexOf(name);
  if (number < 0) throw new Failure("BAD_REQUEST", { field: "from", message: "Unknown page, read the list again" });
  return slice(result, number);
};
