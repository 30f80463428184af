// Reads the record of changes: of one row, or of a range of days.
import type { Change, ChangeKind, ChangesExport } from "#shared/change.ts";
import type { DaysPage } from "#shared/field.ts";
import { readProductTags } from "../catalogue/tags.ts";
import { readByDay, readPageByDay } from "../db/day-index.ts";
import { type ChangeRow, changes } from "../db/tables.ts";
import { changesOf } from "./changes.ts";

const byDay = { TableName: changes.name, IndexName: "byDay" };

/** All changes of a row, newest first, even if it was deleted. */
export const readChangesOf = async (kind: ChangeKind, row: string): Promise<Change[]> =>
  toChanges(await changesOf(kind, row));

/** A page of the changes of a range of days, newest first, and the query of the next page. */
export const readChangesPage = async ({ kind, user, ...range }: ChangesExport & DaysPage) => {
  const lengthOf = (change: ChangeRow) => JSON.stringify(change).length;
  const { rows, next } = await readPageByDay<ChangeRow>(byDay, range, lengthOf);
  const filters = { ...(kind && { kind }), ...(user && { user }) };
  const found = await toChanges(rows.filter((change) => matches(change, { kind, user })));
  return { found, next: next && { ...next, ...filters } };
};

/** Changes of a range of days in portions, newest first, so that memory does not grow with the range. */
export async function* readChanges({ kind, user, ...range }: ChangesExport): AsyncGenerator<Change[]> {
  for await (const found of readByDay<ChangeRow>(byDay, range))
    yield await toChanges(found.filter((change) => matches(change, { kind, user })));
}

const matches = (change: ChangeRow, { kind, user }: Pick<ChangesExport, "kind" | "user">): boolean =>
  (kind === undefined || change.kind === kind) && (user === undefined || change.user._id === user);

/** As the API returns them: with the products of containers. */
const toChanges = async (rows: ChangeRow[]): Promise<Change[]> => {
  const tagOf = await readProductTags(rows.flatMap(({ fields }) => fields.flatMap(({ product }) => product ?? [])));
  return rows.map(({ day: _, sent: __, fields, ...change }) => ({
    ...change,
    fields: fields.map(({ product, ...field }) => ({ ...field, ...(product && { product: tagOf(product) }) })),
  }));
};
