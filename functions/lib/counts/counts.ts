// Counts: opened, listed, recounted and closed. A lock in Keys, `count#<warehouse>`, exists as long as a count of that
// warehouse is open, and names it.
import type { Count, CountForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { batchId } from "#shared/movement.ts";
import { toUserTag, type UserTag } from "#shared/user.ts";
import { assertExists, readTagRows, toTags } from "../catalogue/tags.ts";
import { getAll } from "../db/batch-reads.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import { type CountRow, counts, movements, products, type Write, warehouses, writeAll } from "../db/tables.ts";
import { checkNoLock, deleteLock, nextId, putLock, readOwner } from "../db/unique-keys.ts";
import { idFromKey, type RequestHashes } from "../ledger/idempotency.ts";
import { chunkId } from "../ledger/post.ts";

interface Opener extends RequestHashes {
  user: UserTag;
  key: string;
  now: Date;
}

/** The lock of a warehouse, which exists while a count of it is open. */
export const lockOf = (warehouse: string): string => `count#${warehouse}`;
const taken = { field: "warehouse", message: "It is being counted already" };

/** Nobody walks there, and a count would not say which sales it knows of. */
export const notCounted = ({ name }: { name: string }): string =>
  `A marketplace sells from ${name}: import its stock sheet instead`;

/** 409 if it is being counted when it begins to stand for a shelf. */
export const checkNotCounted = (warehouse: string): Write =>
  checkNoLock(lockOf(warehouse), {
    field: "sells_for",
    message: "It is being counted: apply or cancel the count first",
  });

export const openCount = async (
  { user, key, now, sent }: Opener,
  { warehouse, products: chosen, blind }: CountForm,
): Promise<Count> => {
  const place = await warehouses.get(warehouse);
  if (place.sells_for) throw new Failure("CONFLICT", { field: "warehouse", message: notCounted(place) });
  const ids = chosen && [...new Set(chosen)];
  if (ids) {
    const found = products.rowsIn(await getAll(products.batchGet(ids, ["_id", "deleted_at"])));
    assertExists("product", ids, found, "products");
  }
  const row: CountRow = {
    _id: idFromKey(user._id, key),
    number: await nextId("C-"),
    warehouse,
    state: "open",
    blind,
    ...(ids && { products: ids }),
    opened_by: toUserTag(user),
    created_at: now.toISOString(),
    version: 0,
    sent,
  };
  // 404 also if it began to stand for a shelf since it was read.
  const isNoShelf = warehouses.exists(warehouse, { sells_for: undefined });
  await writeAll([isNoShelf, putLock(lockOf(warehouse), row._id, taken), counts.create(row)]);
  return toCount(row);
};

/** Products that are counted again: their round, and who counted the round before. */
type Rounds = Count["rounds"];

export const roundsOf = async ({ rounds }: Pick<CountRow, "rounds">): Promise<Rounds> =>
  rounds ? gunzipJson<Rounds>(rounds) : {};

export const roundIn =
  (rounds: Rounds) =>
  (product: string): number =>
    rounds[product]?.round ?? 1;

/** In a list without their products and rounds, of which there may be thousands. */
export const toCounts = async (rows: readonly CountRow[], areListed = false): Promise<Count[]> => {
  const [tagRows, reversals] = await Promise.all([
    readTagRows(
      [],
      rows.map((row) => row.warehouse),
    ),
    readReversals(rows),
  ]);
  const { warehouse } = toTags(tagRows);
  return Promise.all(
    rows.map(async (row) => ({
      _id: row._id,
      number: row.number,
      warehouse: warehouse(row.warehouse),
      state: row.state,
      blind: row.blind,
      ...(row.products && { chosen: row.products.length, ...(!areListed && { products: row.products }) }),
      rounds: areListed ? {} : await roundsOf(row),
      opened_by: row.opened_by,
      created_at: row.created_at,
      ...(row.closed_by && { closed_by: row.closed_by }),
      ...(row.closed_at && { closed_at: row.closed_at }),
      ...(row.movement && { movement: row.movement }),
      ...(row.result && { result: row.result }),
      ...reversals(row),
    })),
  );
};

/** The movements that reversed the corrections of counts. A reversal begins with the first group. */
const readReversals = async (rows: readonly CountRow[]) => {
  const firstOf = (movement: string): string => chunkId(movement, 0);
  const ids = rows.flatMap(({ movement }) => (movement ? [firstOf(movement)] : []));
  const found = movements.rowsIn(await getAll(movements.batchGet(ids, ["_id", "reversed_by"])));
  return ({ movement }: CountRow): Pick<Count, "reversed_by"> => {
    const reversal = movement && found.get(firstOf(movement))?.reversed_by;
    return reversal ? { reversed_by: batchId(reversal) } : {};
  };
};

export const toCount = async (row: CountRow): Promise<Count> => {
  const [count] = await toCounts([row]);
  if (!count) throw new Failure("RESOURCE_NOT_FOUND");
  return count;
};

/** The count that a request opened, as it was then. */
export const findOpened = async (id: string) => {
  const row = await counts.find(id);
  if (!row) return undefined;
  const { closed_by: _, closed_at: __, movement: ___, result: ____, rounds: _____, ...opened } = row;
  return { request: row, answer: await toCount({ ...opened, state: "open" }) };
};

export const closedAlready = (): Failure => new Failure("CONFLICT", { message: "This count is closed" });

/** The row of an open count; 409 if it is closed. */
export const getOpen = async (id: string): Promise<CountRow> => {
  const row = await counts.get(id);
  if (row.state !== "open") throw closedAlready();
  return row;
};

/** Changes an open count, if nobody has changed it since it was read. */
export const changeOpen = (row: CountRow, fields: Partial<CountRow>, now: Date): Write =>
  counts.update(row._id, { ...fields, version: row.version + 1 }, now.toISOString(), {
    state: "open",
    version: row.version,
  });

/** Closes an open count. No line is stored from then on, and another count of the warehouse can be opened. */
export const closeCount = (
  row: CountRow,
  fields: Partial<CountRow> & Pick<CountRow, "state">,
  { user, now }: Pick<Opener, "user" | "now">,
): Write[] => [
  changeOpen(row, { ...fields, closed_by: toUserTag(user), closed_at: now.toISOString() }, now),
  deleteLock(lockOf(row.warehouse), row._id),
];

export const cancelCount = async (id: string, by: Pick<Opener, "user" | "now">): Promise<void> =>
  writeAll(closeCount(await getOpen(id), { state: "cancelled" }, by));

/** Cancels the open count of a warehouse that is deleted. Fails if a count is opened or closed meanwhile. */
export const cancelCountOf = async (warehouse: string, by: Pick<Opener, "user" | "now">): Promise<Write[]> => {
  const id = await readOwner(lockOf(warehouse));
  return id
    ? closeCount(await counts.get(id), { state: "cancelled" }, by)
    : [checkNoLock(lockOf(warehouse), { message: "A count was opened meanwhile" })];
};

/** Asks for products to be counted again, by other people than `countersOf` if there are any. */
export const recount = async (
  row: CountRow,
  chosen: readonly string[],
  countersOf: (product: string) => string[],
  now: Date,
): Promise<Count> => {
  const rounds = await roundsOf(row);
  const round = roundIn(rounds);
  for (const product of new Set(chosen)) rounds[product] = { round: round(product) + 1, before: countersOf(product) };
  const changed = { rounds: await gzipJson(rounds) };
  await writeAll([changeOpen(row, changed, now)]);
  return toCount({ ...row, ...changed });
};
