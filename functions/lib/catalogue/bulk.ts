// Sets one field of many products, group by group. A group is one transaction with an idempotency record in the Keys
// table, `bulk#<id>#<group>`, so that it takes effect once: a repeated request returns the outcome of finished groups
// and continues with the rest.
import type { Parsed } from "#shared/api.ts";
import type { BulkAnswer } from "#shared/bulk.ts";
import { type Creator, fieldChanges, recordEdit } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { mapLimit, slices } from "../db/batch-reads.ts";
import { Cancelled, expiresIn, getItem, recordGroup, transact } from "../db/dynamo.ts";
import { type ProductRow, products } from "../db/tables.ts";
import { keysTable } from "../db/unique-keys.ts";
import type { Done } from "../http/serve.ts";
import { idFromKey, type RequestHashes, sameRequest } from "../ledger/idempotency.ts";
import { productSubject } from "./deleted.ts";

type Body = Parsed<"POST /v1/products/bulk">;
type BulkChange = Body["changes"][number];

/** Each takes two of the 100 actions of a transaction: the product and the record of its change. */
const groupSize = 45;
/** Days for which a group's record is stored. After that a repeat finds other values than it saw, and changes nothing. */
const recordDays = 30;

interface IdempotencyRecord extends RequestHashes, BulkAnswer {
  groups: number;
}

const recordKey = (id: string, group: number): string => `bulk#${id}#${group}`;

const readRecord = (id: string, group: number): Promise<IdempotencyRecord | undefined> =>
  getItem(keysTable, { key: recordKey(id, group) });

const sumOf = (records: readonly BulkAnswer[]): BulkAnswer => ({
  changed: records.reduce((sum, { changed }) => sum + changed, 0),
  left_out: records.flatMap(({ left_out }) => left_out),
});

interface BulkRequest extends Creator {
  body: Body;
}

export const setMany = async (request: BulkRequest): Promise<BulkAnswer> => {
  const groups = slices<BulkChange>(request.body.changes, groupSize);
  const records: IdempotencyRecord[] = [];
  for (const [index, changes] of groups.entries())
    records.push(await setGroup(request, { index, changes, of: groups.length }));
  return sumOf(records);
};

interface Group {
  index: number;
  changes: readonly BulkChange[];
  /** Number of groups. */
  of: number;
}

const setGroup = async (request: BulkRequest, { index, changes, of }: Group): Promise<IdempotencyRecord> => {
  const { user, key, sent, now } = request;
  const id = idFromKey(user._id, key);
  for (;;) {
    const before = await readRecord(id, index);
    if (before) return sameRequest(before, request);
    const { writes, ...outcome } = draft(request, changes, await products.findAll(changes.map(({ _id }) => _id)));
    const record = { sent, groups: of, ...outcome };
    const put = { key: recordKey(id, index), ...record, expires: expiresIn(now, recordDays) };
    try {
      await transact([recordGroup(keysTable, put), ...writes.map(({ action }) => action)]);
      return record;
    } catch (error) {
      // A product was changed since it was read, or the group took effect: the next read shows which.
      if (!(error instanceof Cancelled)) throw error;
    }
  }
};

/** The writes of a group for the products as they are now, and the products that it leaves out. */
const draft = (request: BulkRequest, changes: readonly BulkChange[], rows: ReadonlyMap<string, ProductRow>) => {
  const { field } = request.body;
  const left_out: BulkAnswer["left_out"] = [];
  const writes = changes.flatMap(({ _id, value = "", seen }) => {
    const row = rows.get(_id);
    if (!row || row.deleted_at) left_out.push({ _id, message: "No longer there" });
    else if (row[field] !== seen) left_out.push({ _id, message: "Changed since" });
    else {
      const changed = fieldChanges(row, { [field]: value });
      if (changed.length === 0) return [];
      const author = datedAfter(request, row);
      const update = products.edit(row, { [field]: value }, author.now);
      return [update, ...recordEdit(author, productSubject(row), changed)];
    }
    return [];
  });
  return { writes, left_out, changed: changes.length - left_out.length };
};

/** The outcome of a request, once all its groups took effect. */
export const findSetMany = async (id: string): Promise<Done<BulkAnswer> | undefined> => {
  const first = await readRecord(id, 0);
  if (!first) return undefined;
  const laterRecords = await mapLimit(
    Array.from({ length: first.groups - 1 }, (_, index) => index + 1),
    (index) => readRecord(id, index),
  );
  const records = [first, ...laterRecords].filter((record) => record !== undefined);
  return records.length === first.groups ? { request: first, answer: sumOf(records) } : undefined;
};
