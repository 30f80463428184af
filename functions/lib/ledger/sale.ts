// Sales that are told by others: of units that a marketplace has sent from its own shelf, or that had left ours already.
import { outOfStock } from "#shared/allocation.ts";
import { type Channel, shelfName } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { inverse } from "#shared/posting-effect.ts";
import { soldOn } from "#shared/sale-day.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";
import { saleOnlyLines } from "./net-until.ts";
import type { Draft } from "./post.ts";

/** On which day a sale was sold, and when it is told. */
export type Telling = Pick<Movement, "day" | "created_at"> & { sold_on: string };

/** `sold`: the day, or empty if that is not known. */
export const tellSale = (sold: string, now: Date): Telling => {
  const day = dayOf(now);
  return { day, sold_on: sold || day, created_at: now.toISOString() };
};

/** Why a shelf has too little, with the way out. */
export const shelfShort = (available: number, { name }: Pick<WarehouseRow, "name">): string =>
  `${outOfStock(available)} in ${name}: import its stock sheet`;

/** What was sold from a shelf on a day, as long as the shelf stands for it; 422 names each product of which it has too little. */
export const draftShelfSale = (
  channel: Channel,
  telling: Telling,
  wanted: ReadonlyMap<string, number>,
  shelf: WarehouseRow | undefined,
  stockRows: ReadonlyMap<string, StockRow>,
): Draft => {
  if (!shelf || shelf.deleted_at || shelf.sells_for !== channel)
    throw new Failure("UNPROCESSABLE_CONTENT", {
      field: "channel",
      message: `No warehouse stands for ${shelfName(channel)} any more`,
    });
  const lines = [...wanted].map(([product, units]): Line => [product, shelf._id, -units]);
  const { only, netUntil } = saleOnlyLines(telling, lines, stockRows, new Map([[shelf._id, shelf]]));
  const short = lines.flatMap((line) => {
    const [product, , delta] = line;
    const row = stockRows.get(product);
    const available = !row || row.deleted_at ? 0 : (row.held[shelf._id] ?? 0);
    const isEnough = row && !row.deleted_at && (only.has(line) || available + delta >= 0);
    return isEnough ? [] : [{ product, message: shelfShort(available, shelf), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
  return { ...saleOf(channel, telling), lines, stockRows, netUntil, saleOnly: inverse([...only]) };
};

/** What a sale is, besides its lines. */
export const saleOf = (channel: Channel, { sold_on, day }: Telling) => ({
  kind: "sale" as const,
  channel,
  ...soldOn(sold_on, day),
});
