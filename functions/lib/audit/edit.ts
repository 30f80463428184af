// Edits of rows, each dated after the row's last edit. Requests run in parallel on clocks that differ by seconds: dated
// by their own clocks, an overwritten value could be listed as the latest.
import { Failure } from "#shared/failure.ts";
import { type StoredFieldChange, type Write, writeAll } from "../db/tables.ts";
import { type Author, fieldChanges } from "./changes.ts";

interface Dated {
  _id: string;
  updated_at: string;
}

/** The author, with `now` just after the last edit of the row if their clock is behind it. */
export const datedAfter = <A extends Author>(author: A, { updated_at }: Pick<Dated, "updated_at">): A => ({
  ...author,
  now: new Date(Math.max(author.now.getTime(), Date.parse(updated_at) + 1)),
});

/** The fields that an edit changes in a row as it was read, with author and time. */
export interface Edit<R, A> {
  before: R;
  changed: StoredFieldChange[];
  author: A;
}

/**
 * Gives a row new values, on the condition that it has not changed since it was read. If an edit of other fields came
 * between, it is done again after that one. `writesOf` returns none for an edit that changes nothing.
 */
export const editRow = async <R extends Dated, A extends Author>(
  author: A,
  before: R,
  fields: object,
  read: (id: string) => Promise<R>,
  writesOf: (edit: Edit<R, A>) => Promise<Write[]>,
): Promise<void> => {
  const changed = fieldChanges(before, fields);
  try {
    const writes = await writesOf({ before, changed, author: datedAfter(author, before) });
    if (writes.length > 0) await writeAll(writes);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
    const after = await read(before._id);
    const values = after as Record<string, unknown>;
    const isAsBefore = changed.every(({ field, from }) => JSON.stringify(values[field]) === JSON.stringify(from));
    const isOtherFields = after.updated_at !== before.updated_at && isAsBefore;
    if (!isOtherFields) throw error;
    await editRow(author, after, fields, read, writesOf);
  }
};
