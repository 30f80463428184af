// Edits of rows: of fields as the person saw them, and each dated after the last edit. Requests run in parallel on clocks that
// differ by seconds: dated by their own clocks, an overwritten value could be listed as the latest.
import type { ChangeKind } from "#shared/change.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { editedSince, type Seen } from "#shared/seen.ts";
import { type StoredFieldChange, type Write, writeAll } from "../db/tables.ts";
import { type Author, changesOf, fieldChanges } from "./changes.ts";

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

/** What the person who edits a row of this kind saw of it. */
export interface SeenRow {
  kind: ChangeKind;
  seen: Seen | undefined;
}

/** 409 that names each field which has another value than the person saw, both values, and who saved the later one. */
export const checkSeen = async (now: { _id: string }, to: object, { kind, seen }: SeenRow): Promise<void> => {
  const values = now as Record<string, Detail["saved"]>;
  const fields = editedSince(values, to as Record<string, unknown>, seen);
  if (fields.length === 0) return;
  const changes = await changesOf(kind, now._id);
  const details = fields.map((field): Detail => {
    const change = changes.find((one) => one.fields.some((changed) => changed.field === field));
    const [by, saved = ""] = [change?.user.name ?? "Somebody else", values[field]];
    const message = saved === "" ? `${by} has emptied it since` : `${by} has saved ${saved} since`;
    return { field, message, seen: seen?.[field] ?? "", saved, by };
  });
  throw new Failure("CONFLICT", ...details);
};

/**
 * Gives a row new values, on the condition that it has not changed since it was read. If an edit of other fields came
 * between, it is done again after that one; if one of the same fields did, the person is told what they have not seen.
 * `writesOf` returns none for an edit that changes nothing.
 */
export const editRow = async <R extends Dated, A extends Author>(
  author: A,
  before: R,
  fields: object,
  read: (id: string) => Promise<R>,
  writesOf: (edit: Edit<R, A>) => Promise<Write[]>,
  seenRow?: SeenRow,
): Promise<void> => {
  if (seenRow) await checkSeen(before, fields, seenRow);
  const changed = fieldChanges(before, fields);
  try {
    await writeAll(await writesOf({ before, changed, author: datedAfter(author, before) }));
  } catch (error) {
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
    const after = await read(before._id);
    const values = after as Record<string, unknown>;
    const isAsBefore = changed.every(({ field, from }) => JSON.stringify(values[field]) === JSON.stringify(from));
    const isAgain = after.updated_at !== before.updated_at;
    if (isAgain && !isAsBefore && seenRow) await checkSeen(after, fields, seenRow);
    if (!(isAgain && isAsBefore)) throw error;
    await editRow(author, after, fields, read, writesOf, seenRow);
  }
};
