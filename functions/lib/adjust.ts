// Adjusting the books to what was counted: each row posts its difference, in a batch that a retry cannot repeat.
import type { AdjustmentSummary } from "#shared/adjustment.ts";
import { dayOf } from "#shared/day.ts";
import type { Detail } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { backDated } from "./back-dated.ts";
import { cut, postBatch } from "./batch.ts";
import { type Books, booksOf } from "./books.ts";
import { type Count, refuse } from "./count.ts";
import { type Draft, idFrom, type Order } from "./post.ts";
import { type StockRow, stocks } from "./tables.ts";

/** States what was held at the close of a date; today's books are what is held now. */
export const adjust = async (order: Order, date: string, counts: Count[]): Promise<AdjustmentSummary> => {
  const today = dayOf(order.now);
  const past = date < today ? await booksOf(date) : undefined;
  const parts = cut(counts);
  const whole = idFrom(order.user._id, order.key);
  const posted = await postBatch(order, {
    judge: async () => {
      const rows = await stocks.findAll(counts.map(({ product }) => product));
      refuse(counts.flatMap((count) => below(count, rows, past)));
      return parts.length;
    },
    chunk: async (index) => {
      const part = parts[index] ?? [];
      const rows = await stocks.findAll(part.map(({ product }) => product));
      const first = past && index === 0 ? [backDated([date, today, whole])] : [];
      return { ...draft(part, rows, past, date), also: first };
    },
  });
  return summary(whole, counts, posted);
};

const heldOf = (rows: ReadonlyMap<string, StockRow>, { product, warehouse }: Count): number | undefined =>
  rows.get(product)?.held[warehouse];

/** What the books say of a counted pair. */
const bookedOf = (count: Count, rows: ReadonlyMap<string, StockRow>, past: Books | undefined): number =>
  (past ? past.get(count.product)?.[count.warehouse] : heldOf(rows, count)) ?? 0;

const below = (count: Count, rows: ReadonlyMap<string, StockRow>, past: Books | undefined): Detail[] => {
  const held = heldOf(rows, count) ?? 0;
  const after = held + count.quantity - bookedOf(count, rows, past);
  if (after >= 0) return [];
  return [
    { row: count.row, field: "Quantity", message: `Would leave ${after}: only ${held} are held now`, available: held },
  ];
};

const draft = (part: Count[], rows: ReadonlyMap<string, StockRow>, past: Books | undefined, date: string): Draft => {
  const left_out = part.filter((count) => below(count, rows, past).length > 0).map(({ row }) => row);
  const lines = part
    .filter(({ row }) => !left_out.includes(row))
    .map((count): Line => [count.product, count.warehouse, count.quantity - bookedOf(count, rows, past)])
    .filter(([product, , delta]) => delta !== 0 && !rows.get(product)?.deleted_at);
  return {
    kind: "adjustment",
    reason: "Correction",
    as_of: date,
    lines,
    ...(left_out.length > 0 && { left_out }),
    exactly: (product, warehouse) => rows.get(product)?.held[warehouse],
  };
};

const summary = (movement: string, counts: Count[], posted: Movement[]): AdjustmentSummary => {
  const left = posted.flatMap(({ left_out = [] }) => left_out);
  const changed = posted.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    movement,
    read: counts.length,
    changed,
    unchanged: counts.length - changed - left.length,
    left_out: left.map((row) => ({ row, message: "Went out meanwhile" })),
  };
};
