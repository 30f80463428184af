// Returns as they are stored: found by their numbers, written under their version, and converted for the API.
import { hash } from "node:crypto";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { normalised } from "#shared/name.ts";
import type { Return } from "#shared/return.ts";
import { returnName } from "#shared/return-label.ts";
import { hasNumber, isSameReturn, numbersOf, type ReturnNumbers, returnKeys } from "#shared/return-line.ts";
import { balanceOf, claimsOf, isReturnOpen, receivedUnits, returnState, withoutReceipt } from "#shared/return-units.ts";
import { type Author, recordEdit, type Subject } from "../audit/changes.ts";
import { outstandingRows } from "../catalogue/products.ts";
import { readProductTags } from "../catalogue/tags.ts";
import { queryAll } from "../db/batch-reads.ts";
import { versionCondition, withoutEmpty } from "../db/expressions.ts";
import {
  type ReturnRow,
  returns,
  type StoredFieldChange,
  type StoredReceipt,
  staleWrite,
  type Write,
} from "../db/tables.ts";
import { readSettings } from "./settings.ts";

/** Days from the last change of a return until the table deletes it, and from its receipt until the bucket deletes a photo. */
const keptDays = 400;

export const returnsByDay = { TableName: returns.name, IndexName: "byDay" };

/** DynamoDB deletes what has expired in the course of days. */
export const isKept = ({ expires }: ReturnRow, now: Date): boolean => expires * 1_000 > now.getTime();

export const openReturns = async (now: Date): Promise<ReturnRow[]> => {
  const found = await queryAll<ReturnRow>({ TableName: returns.name, IndexName: "open", ...outstandingRows });
  return found.filter((row) => isKept(row, now));
};

const idOf = (channel: Channel, key: string): string => hash("sha256", `${channel}\n${key}`, "hex").slice(0, 32);

/** What a return is looked for by: its numbers, and the codes under which it may be stored, the likeliest first; none if it is unknown. */
export interface Wanted {
  numbers: ReturnNumbers;
  codes: (string | undefined)[];
  product?: string | undefined;
  /** Its id: of one that was found before, or of a new one without numbers. */
  _id?: string | undefined;
}

/**
 * The return of each, none twice: by its own key, else by that of another number or code, else, unless it has been looked for
 * before, among the open ones by any of its numbers, since a scan or another report may know only that. Else a new one.
 */
export const findReturns = async (
  channel: Channel,
  wanted: readonly Wanted[],
  now: Date,
  isAgain = false,
): Promise<ReturnRow[]> => {
  const ids = wanted.map(({ _id, numbers, codes }) => [
    ...(_id ? [_id] : []),
    ...returnKeys(numbers, codes.length > 0 ? codes : [""]).map((key) => idOf(channel, key)),
  ]);
  const rows = await returns.findAll(ids.flat());
  const taken = new Set<string>();
  const take = (candidates: readonly ReturnRow[], one: Wanted): ReturnRow | undefined => {
    const row = candidates.find((candidate) => !taken.has(candidate._id) && isWanted(candidate, one));
    if (row) taken.add(row._id);
    return row;
  };
  const rowsOf = (some: readonly string[] = []) => some.flatMap((id) => rows.get(id) ?? []);
  const own = wanted.map((one, at) => take(rowsOf(ids[at]?.slice(0, 1)), one));
  const byKeys = wanted.map((one, at) => own[at] ?? take(rowsOf(ids[at]), one));
  const isLeft = byKeys.some((row, at) => !row && hasNumber(wanted[at]?.numbers ?? {}));
  const open = isLeft && !isAgain ? await openReturns(now) : [];
  const byNumber = Map.groupBy(
    open
      .filter((row) => row.channel === channel)
      .sort(awaitedFirst)
      .flatMap((row) => numbersOf(row).map((number) => ({ number, row }))),
    ({ number }) => number,
  );
  const begun = new Set(rows.keys());
  return wanted.map((one, at) => {
    const numbered = numbersOf(one.numbers).flatMap((number) => byNumber.get(number)?.map(({ row }) => row) ?? []);
    const found = byKeys[at] ?? take(numbered, one);
    if (found) return found;
    // Its first key may be that of another order in the same parcel.
    const _id = ids[at]?.find((id) => !begun.has(id)) ?? idOf(channel, JSON.stringify(one));
    begun.add(_id);
    return newReturn(_id, channel, one, now);
  });
};

const awaitedFirst = (one: ReturnRow, other: ReturnRow): number =>
  Number(balanceOf(other).awaited > 0) - Number(balanceOf(one).awaited > 0);

/** A parcel whose product is not known, and a return of which none is, may be any of its number. */
const isWanted = (row: ReturnRow, { numbers, codes, product }: Wanted): boolean => {
  const code = normalised(row.code ?? "");
  return (
    isSameReturn(row, numbers) &&
    (codes.length === 0 ||
      (!row.product && code === "") ||
      (product !== undefined && row.product === product) ||
      codes.some((one) => one !== undefined && normalised(one) === code))
  );
};

/** One of which nothing is advised or received yet: it has version 0. */
const newReturn = (_id: string, channel: Channel, { numbers, codes: [code = ""] }: Wanted, now: Date): ReturnRow => {
  const created_at = now.toISOString();
  return {
    ...{ _id, channel, ...(withoutEmpty(numbers) as ReturnNumbers), code, advised: 0, receipts: [] },
    ...{ created_at, updated_at: created_at, day: dayOf(now), expires: 0, version: 0 },
  };
};

/** Writes a return as it was changed now, if its version is still the one that was read; version 0 is a new one. */
export const writeReturn = (row: ReturnRow, now: Date): Write => {
  const { version } = row;
  const item: ReturnRow = {
    ...row,
    ...{ updated_at: now.toISOString(), day: dayOf(now), open: isReturnOpen(row) ? "open" : "" },
    ...{ expires: Math.ceil(now.getTime() / 1_000) + keptDays * 86_400, version: version + 1 },
  };
  return {
    action: { Put: { TableName: returns.name, Item: withoutEmpty(item), ...versionCondition(version) } },
    failure: staleWrite(),
  };
};

export const returnSubject = (row: ReturnRow): Subject => ({
  kind: "return",
  row: row._id,
  name: `${channelLabel(row.channel)} ${returnName(row)}`.trim(),
});

/** A receipt that is undone, with the record of it; nothing if it was undone before, or its return is not kept any more. */
export const undoReceipt = async (author: Author, id: string, receipt: string): Promise<Write[]> => {
  const row = await returns.find(id);
  const before = row?.receipts.find(({ _id }) => _id === receipt);
  if (!row || !before) return [];
  const fields = unitFields(before).map(({ field, to: from }): StoredFieldChange => ({ field, from }));
  const write = writeReturn(withoutReceipt(row, receipt), author.now);
  return [write, ...recordEdit(author, returnSubject(row), fields)];
};

/** The units of a receipt as changes of its return. */
export const unitFields = (receipt: StoredReceipt): StoredFieldChange[] =>
  Object.entries(receivedUnits([receipt])).flatMap(([field, to]) => (to > 0 ? { field, to } : []));

/** Returns as the API shows them. */
export const toReturns = async (rows: readonly ReturnRow[], today: string): Promise<Return[]> => {
  const [settings, tagOf] = await Promise.all([
    readSettings(),
    readProductTags(rows.flatMap(({ product }) => product ?? [])),
  ]);
  return rows.map((row) => {
    const { _id, channel, order, reference, tracking, code = "", product, kind, advised, advised_on } = row;
    return {
      ...{ _id, channel, order, reference, tracking, code, kind, advised, advised_on },
      ...(product && { product: tagOf(product) }),
      ...{ state: returnState(row), ...balanceOf(row) },
      receipts: row.receipts.map((receipt) => ({
        ...{ _id: receipt._id, day: receipt.day, at: receipt.at, user: receipt.user, ...receivedUnits([receipt]) },
        remarks: receipt.remarks,
        // Those of a return that goes on for longer are deleted before it.
        ...(today <= addDays(receipt.day, keptDays) && { photos: receipt.photos }),
      })),
      claims: claimsOf(row, settings.channels[channel] ?? {}, today),
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    };
  });
};
