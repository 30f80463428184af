// Sales that are told by others: of units that a marketplace has sent from its own shelf, or that had left ours already.
import { outOfStock } from "#shared/allocation.ts";
import type { Channel } from "#shared/channel.ts";
import { Failure } from "#shared/failure.ts";
import { shelfName } from "#shared/marketplace-shelf.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { inverse } from "#shared/posting-effect.ts";
import { soldOn } from "#shared/sale-day.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";
import { saleOnlyLines } from "./net-until.ts";
import type { Draft } from "./post.ts";

/** A sale as it is posted: on which day it was sold, and when and on which day it is told. */
export interface Telling {
  sold: string;
  today: string;
  now: Date;
}

const told = ({ sold, today, now }: Telling) => ({ day: today, sold_on: sold, created_at: now.toISOString() });

/** Whether units of a product that were sold from a shelf take none of it. */
export const isSoldOnly = (telling: Telling, row: StockRow, shelf: WarehouseRow): boolean => {
  const [rows, shelves] = [new Map([[row._id, row]]), new Map([[shelf._id, shelf]])];
  return saleOnlyLines(told(telling), [[row._id, shelf._id, -1]], rows, shelves).only.size > 0;
};

/** Why a shelf has too little, with the way out. */
export const shelfShort = (available: number, { name }: Pick<WarehouseRow, "name">): string =>
  `${outOfStock(available)} in ${name}: import its stock sheet`;

/** What was sold from a shelf on a day, as long as the shelf stands for it; 422 names each product of which it has too little. */
export const draftShelfSale = (
  { channel, ...telling }: Telling & { channel: Channel },
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
  const { only, netUntil } = saleOnlyLines(told(telling), lines, stockRows, new Map([[shelf._id, shelf]]));
  const short = lines.flatMap((line) => {
    const [product, , delta] = line;
    const row = stockRows.get(product);
    const available = !row || row.deleted_at ? 0 : (row.held[shelf._id] ?? 0);
    const isEnough = row && !row.deleted_at && (only.has(line) || available + delta >= 0);
    return isEnough ? [] : [{ product, message: shelfShort(available, shelf), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
  return {
    ...saleOf(channel, telling.sold, telling.today),
    lines,
    stockRows,
    netUntil,
    saleOnly: inverse([...only]),
  };
};

/** What a sale is, besides its lines. */
export const saleOf = (
  channel: Channel,
  sold: string,
  today: string,
): { kind: "sale"; channel: Channel } & Pick<Movement, "sold_on"> => ({
  kind: "sale",
  channel,
  ...soldOn(sold, today),
});
