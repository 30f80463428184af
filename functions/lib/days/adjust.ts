// Adjusts stock to an uploaded count: posts the difference between each count and the balance of the counted day, in a
// batch that a retry continues.
import type { AdjustmentForm, AdjustmentSummary } from "#shared/adjustment.ts";
import { addDays, dayEnd, dayOf, dayText, firstOpenDay, listDays } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { batchId, type Line, type Movement, placeOf } from "#shared/movement.ts";
import { mapLimit } from "../db/batch-reads.ts";
import { type StockRow, stocks, type WarehouseRow, warehouses } from "../db/tables.ts";
import type { Done } from "../http/serve.ts";
import { type AdjustmentFile, type AdjustmentRow, type CountedRow, rejectRows } from "../imports/adjustment-file.ts";
import { recordBackDated } from "../ledger/back-dated.ts";
import { findWhole, postBatch, splitIntoChunks } from "../ledger/batch.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { setsOf } from "../ledger/net-until.ts";
import type { Draft, PostingRequest } from "../ledger/post.ts";
import { closingBalances, correctionReader } from "./balances.ts";
import { type LaterCount, laterCountFinder } from "./counted-since.ts";
import type { Balances } from "./held-units.ts";

/** Stock rows as they are now, and the balance of a counted pair on the counted day. */
interface Stock {
  rows: ReadonlyMap<string, StockRow>;
  balanceOf: (count: CountedRow) => number;
  /** By `placeOf`, of pairs whose count differs from their balance. */
  laterCounts: ReadonlyMap<string, LaterCount>;
}

interface ClosedDay {
  day: string;
  closing: Balances;
  addCorrections: ReturnType<typeof correctionReader>;
  findLaterCounts: ReturnType<typeof laterCountFinder>;
  laterDays: string[];
}

/** Sets stock to the units counted at the close of a date, or now if the date is today. */
export const adjust = async (
  request: PostingRequest,
  { date, skip_counted }: AdjustmentForm,
  { rows, errors }: AdjustmentFile,
): Promise<AdjustmentSummary> => {
  const today = dayOf(request.now);
  const batch = idFromKey(request.user._id, request.key);
  const closed = date < today ? await readClosedDay(date, request.now, batch) : undefined;
  const isClosing = date < today && date >= firstOpenDay(request.now);
  const stillClosing = { field: "date", message: "Yesterday is still being closed. Try again in 15 minutes" };
  const chunks = splitIntoChunks(rows);
  const counts = countsOf(rows);
  const posted = await postBatch(request, {
    validate: async () => {
      if (isClosing) throw new Failure("UNPROCESSABLE_CONTENT", stillClosing);
      rejectRows([...errors, ...(closed ? onShelves(counts, await warehouses.list()) : [])]);
      const stock = await readStock(counts, closed);
      const uncounted = counts.filter((count) => countedSince(count, stock).length === 0);
      rejectRows([
        ...(skip_counted ? [] : counts.flatMap((count) => countedSince(count, stock))),
        ...uncounted.flatMap((count) => negativeStock(count, stock)),
        ...(await negativeCloses(uncounted, stock, closed)),
      ]);
      return chunks.length;
    },
    draftChunk: async (index, _, before) => {
      // A batch that began before midnight continues when its day has closed.
      if (isClosing) throw new Failure("SERVICE_UNAVAILABLE", stillClosing);
      const chunk = chunks[index] ?? [];
      // All rows were valid when the batch began. A row that has become invalid has no count here and is left out.
      const stock = await readStock(countsOf(chunk), closed);
      const extraActions = recordBackDated(request, date, before);
      const { applied, ...draft } = draftAdjustment(chunk, stock);
      const at = closed ? dayEnd(date) : request.now.toISOString();
      const set = applied.map((count) => ({ ...count, at }));
      return { ...draft, as_of: date, extraActions, sets: setsOf(set, await warehouses.list()) };
    },
  });
  return summarise(posted);
};

const countsOf = (rows: readonly AdjustmentRow[]): CountedRow[] => rows.flatMap(({ count }) => count ?? []);

const readClosedDay = async (day: string, now: Date, batch: string): Promise<ClosedDay> => ({
  day,
  closing: await closingBalances(day),
  addCorrections: correctionReader(batch),
  findLaterCounts: laterCountFinder(day, now, batch),
  laterDays: listDays(addDays(day, 1), addDays(dayOf(now), -1)),
});

const readStock = async (counts: CountedRow[], closed: ClosedDay | undefined): Promise<Stock> => {
  const rows = await stocks.findAll(counts.map(({ product }) => product));
  if (!closed) return { rows, balanceOf: (count) => heldUnits(rows, count) ?? 0, laterCounts: new Map() };
  // Read after the stock rows: a correction of the day in between also changes stock, so the chunk is drafted again.
  const corrections = await closed.addCorrections(closed.day, new Map());
  const balanceOf = (count: CountedRow) => unitsIn(closed.closing, count) + unitsIn(corrections, count);
  const different = counts.filter((count) => count.quantity !== balanceOf(count));
  return { rows, balanceOf, laterCounts: await closed.findLaterCounts(different, rows) };
};

const unitsIn = (balances: Balances, { product, warehouse }: CountedRow): number =>
  balances.get(product)?.[warehouse] ?? 0;

const heldUnits = (rows: ReadonlyMap<string, StockRow>, { product, warehouse }: CountedRow): number | undefined =>
  rows.get(product)?.held[warehouse];

const draftAdjustment = (chunk: AdjustmentRow[], stock: Stock): Draft & { applied: CountedRow[] } => {
  const exists = ({ product }: CountedRow) =>
    stock.rows.has(product) && stock.rows.get(product)?.deleted_at === undefined;
  const applied = countsOf(chunk).filter(
    (count) => exists(count) && [countedSince, negativeStock].every((check) => check(count, stock).length === 0),
  );
  const left_out = chunk.filter(({ count }) => !count || !applied.includes(count)).map(({ row }) => row);
  return {
    applied,
    kind: "adjustment",
    rows: chunk.length,
    lines: applied
      .map((count): Line => [count.product, count.warehouse, count.quantity - stock.balanceOf(count)])
      .filter(([, , delta]) => delta !== 0),
    ...(left_out.length > 0 && { left_out }),
    stockRows: stock.rows,
    onlyIfUnchanged: true,
  };
};

/** The errors of rows of a day before in marketplaces' shelves: what is sold on a day is told, and posted, after it. */
const onShelves = (counts: readonly CountedRow[], rows: readonly WarehouseRow[]): Detail[] =>
  counts.flatMap((count) => {
    const { name, sells_for } = rows.find(({ _id }) => _id === count.warehouse) ?? {};
    const message = `A marketplace sells from ${name}: its stock can be set as of today only`;
    return sells_for ? [{ row: count.row, field: "Quantity", message }] : [];
  });

/** The error of a row whose difference a correction for a later day contains already. */
const countedSince = ({ row, product, warehouse }: CountedRow, { laterCounts }: Stock): Detail[] => {
  const count = laterCounts.get(placeOf(product, warehouse));
  if (!count) return [];
  const message = `Counted since, on ${dayText(count.day)}: ${numberText(count.units)}`;
  return [{ row, field: "Quantity", message, counted_on: count.day }];
};

/** The error of a row that would make the current stock negative. */
const negativeStock = (count: CountedRow, { rows, balanceOf }: Stock): Detail[] => {
  const available = heldUnits(rows, count) ?? 0;
  const after = available + count.quantity - balanceOf(count);
  if (after >= 0) return [];
  const message = `Would leave ${numberText(after)}: only ${numberText(available)} in stock now`;
  return [{ row: count.row, field: "Quantity", message, available }];
};

/** Errors of rows that would make a later closing balance negative; each names the day with the lowest balance. */
const negativeCloses = async (counts: CountedRow[], stock: Stock, closed: ClosedDay | undefined): Promise<Detail[]> => {
  const lowered = counts.filter(
    (count) => count.quantity < stock.balanceOf(count) && negativeStock(count, stock).length === 0,
  );
  if (!closed || lowered.length === 0) return [];
  const { laterDays, addCorrections } = closed;
  const unitsByDay = await mapLimit(laterDays, async (day) => {
    const balances = await addCorrections(day, await closingBalances(day));
    return lowered.map((count) => unitsIn(balances, count));
  });
  return lowered.flatMap((count, index) => {
    const units = unitsByDay.map((ofDay) => ofDay[index] ?? 0);
    const lowest = Math.min(...units);
    const after = lowest + count.quantity - stock.balanceOf(count);
    if (after >= 0) return [];
    const day = laterDays[units.indexOf(lowest)] ?? "";
    return [
      {
        row: count.row,
        field: "Quantity",
        message: `Would leave ${numberText(after)} at the close of ${dayText(day)}`,
      },
    ];
  });
};

/** The adjustment that a request posted, unless a chunk of it is missing. */
export const findAdjustment = async (id: string): Promise<Done<AdjustmentSummary> | undefined> => {
  const posted = await findWhole(id);
  return posted && { request: posted[0], answer: summarise(posted) };
};

const summarise = (posted: readonly Movement[]): AdjustmentSummary => {
  const leftOut = posted.flatMap(({ left_out = [] }) => left_out);
  const changed = posted.reduce((sum, { lines }) => sum + lines.length, 0);
  const read = posted.reduce((sum, { rows = 0 }) => sum + rows, 0);
  return {
    movement: batchId(posted[0]?._id ?? ""),
    read,
    changed,
    unchanged: read - changed - leftOut.length,
    left_out: leftOut.map((row) => ({ row, message: "Counted since, stock changed meanwhile, or product deleted" })),
  };
};
