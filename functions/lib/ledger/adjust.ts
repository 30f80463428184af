// Adjusting the books to what was counted: each row posts its difference, in a batch that a retry cannot repeat.
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { addDays, dayOf, dayText, firstOpenDay, listDays } from "#shared/day.ts";
import { type Detail, Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { type Balances, closingBalances, correctionReader } from "../days/balances.ts";
import { mapLimit } from "../db/batch-reads.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { type CountedRow, type CountedSheet, rejectRows } from "../sheets/counted-sheet.ts";
import { recordBackDated } from "./back-dated.ts";
import { postBatch, splitIntoChunks } from "./batch.ts";
import { type Draft, idFromKey, type PostingRequest } from "./post.ts";

/** What is held of counted pairs now, and what the books of the counted day say of them. */
interface Told {
  rows: ReadonlyMap<string, StockRow>;
  booked: (count: CountedRow) => number;
}

/** A closed day: what it closed with, what adds corrections since, and the days that have closed since. */
interface Closed {
  day: string;
  close: Balances;
  correct: ReturnType<typeof correctionReader>;
  since: string[];
}

/** States what was held at the close of a date; today's books are what is held now. */
export const adjust = async (
  order: PostingRequest,
  date: string,
  { rows, counts, errors }: CountedSheet,
): Promise<AdjustmentSummary> => {
  const today = dayOf(order.now);
  const batch = idFromKey(order.user._id, order.key);
  const closed = date < today ? await closedOn(date, today, batch) : undefined;
  const isClosing = date < today && date >= firstOpenDay(order.now);
  const stillClosing = { field: "date", message: "Yesterday is closing, wait 15 minutes" };
  const parts = splitIntoChunks(rows);
  const countOf = new Map(counts.map((count) => [count.row, count]));
  const posted = await postBatch(order, {
    judge: async () => {
      if (isClosing) throw new Failure("UNPROCESSABLE_CONTENT", stillClosing);
      rejectRows(errors);
      const told = await tell(counts, closed);
      rejectRows([...counts.flatMap((count) => below(count, told)), ...(await belowSince(counts, told, closed))]);
      return parts.length;
    },
    chunk: async (index, _, before) => {
      // Begun before midnight, it goes on when its day has closed.
      if (isClosing) throw new Failure("SERVICE_UNAVAILABLE", stillClosing);
      const part = parts[index] ?? [];
      // A row that is wrong by now was right when the batch was judged.
      const right = part.flatMap((row) => countOf.get(row) ?? []);
      const told = await tell(right, closed);
      return { ...draft(part, right, told), as_of: date, also: recordBackDated(order, date, before) };
    },
  });
  return summary(batch, rows.length, posted);
};

const closedOn = async (day: string, today: string, batch: string): Promise<Closed> => ({
  day,
  close: await closingBalances(day),
  correct: correctionReader(batch),
  since: listDays(addDays(day, 1), addDays(today, -1)),
});

const tell = async (counts: CountedRow[], closed: Closed | undefined): Promise<Told> => {
  const rows = await stocks.findAll(counts.map(({ product }) => product));
  if (!closed) return { rows, booked: (count) => heldOf(rows, count) ?? 0 };
  // Read after what is held: who corrects the day in between changes that too, and this is planned again.
  const since = await closed.correct(closed.day, new Map());
  return { rows, booked: (count) => bookedIn(closed.close, count) + bookedIn(since, count) };
};

const bookedIn = (books: Balances, { product, warehouse }: CountedRow): number => books.get(product)?.[warehouse] ?? 0;

const heldOf = (rows: ReadonlyMap<string, StockRow>, { product, warehouse }: CountedRow): number | undefined =>
  rows.get(product)?.held[warehouse];

const draft = (part: number[], counts: CountedRow[], told: Told): Draft => {
  const there = ({ product }: CountedRow) => told.rows.has(product) && !told.rows.get(product)?.deleted_at;
  const kept = counts.filter((count) => there(count) && below(count, told).length === 0);
  const left_out = part.filter((row) => !kept.some((count) => count.row === row));
  return {
    kind: "adjustment",
    reason: "Correction",
    lines: kept
      .map((count): Line => [count.product, count.warehouse, count.quantity - told.booked(count)])
      .filter(([, , delta]) => delta !== 0),
    ...(left_out.length > 0 && { left_out }),
    exactly: (product, warehouse) => told.rows.get(product)?.held[warehouse],
  };
};

const below = (count: CountedRow, { rows, booked }: Told): Detail[] => {
  const available = heldOf(rows, count) ?? 0;
  const after = available + count.quantity - booked(count);
  if (after >= 0) return [];
  const message = `Would leave ${numberText(after)}: only ${numberText(available)} are held now`;
  return [{ row: count.row, field: "Quantity", message, available }];
};

/** Rows that leave enough now, but too little at a close since their day: each with the lowest. */
const belowSince = async (counts: CountedRow[], told: Told, closed: Closed | undefined): Promise<Detail[]> => {
  const fewer = counts.filter((count) => count.quantity < told.booked(count) && below(count, told).length === 0);
  if (!closed || fewer.length === 0) return [];
  const { since, correct } = closed;
  const closes = await mapLimit(since, async (day) => {
    const books = await correct(day, await closingBalances(day));
    return fewer.map((count) => bookedIn(books, count));
  });
  return fewer.flatMap((count, index) => {
    const units = closes.map((close) => close[index] ?? 0);
    const least = Math.min(...units);
    const after = least + count.quantity - told.booked(count);
    if (after >= 0) return [];
    const message = `Would leave ${numberText(after)} at the close of ${dayText(since[units.indexOf(least)] ?? "")}`;
    return [{ row: count.row, field: "Quantity", message }];
  });
};

const summary = (movement: string, read: number, posted: Movement[]): AdjustmentSummary => {
  const left = posted.flatMap(({ left_out = [] }) => left_out);
  const changed = posted.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    movement,
    read,
    changed,
    unchanged: read - changed - left.length,
    left_out: left.map((row) => ({ row, message: "Gone meanwhile" })),
  };
};
