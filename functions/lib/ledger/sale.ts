// Sales that are told by others: of units that a marketplace has sent from its own shelf, or that had left ours already.
import { outOfStock } from "#shared/allocation.ts";
import type { Channel } from "#shared/channel.ts";
import { dayEnd } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { maxUnits } from "#shared/limits.ts";
import { shelfName } from "#shared/marketplace-shelf.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { inverse } from "#shared/posting-effect.ts";
import { soldOn } from "#shared/sale-day.ts";
import type { StockRow, WarehouseRow } from "../db/tables.ts";
import type { Draft } from "./post.ts";
import { setTime } from "./set-times.ts";

/** Remarks of the adjustment that gives units back. */
export const saleOnly = "Counted as a sale only: its stock was set since";

/**
 * The shelf's stock is what the marketplace says, and that knows of all sales before. So a sale of a day that had ended when
 * the stock was set takes no units.
 */
export const isSaleOnly = (row: StockRow | undefined, shelf: string, sold: string): boolean =>
  (setTime(row, shelf) ?? "") >= dayEnd(sold);

/** Units that the shelf has for what was sold on a day. */
export const shelfUnits = (row: StockRow | undefined, shelf: string, sold: string): number => {
  if (!row || row.deleted_at) return 0;
  return isSaleOnly(row, shelf, sold) ? maxUnits : (row.held[shelf] ?? 0);
};

/** Why a shelf has too little, with the way out. */
export const shelfShort = (available: number, { name }: Pick<WarehouseRow, "name">): string =>
  `${outOfStock(available)} in ${name}: import its stock sheet`;

/** What was sold from a shelf on a day; 422 names each product of which it has too little. */
export const draftShelfSale = (
  { channel, sold, today }: { channel: Channel; sold: string; today: string },
  wanted: ReadonlyMap<string, number>,
  shelf: WarehouseRow | undefined,
  stockRows: ReadonlyMap<string, StockRow>,
): Draft => {
  if (!shelf || shelf.deleted_at || shelf.sells_for !== channel)
    throw new Failure("UNPROCESSABLE_CONTENT", {
      field: "channel",
      message: `No warehouse stands for ${shelfName(channel)} any more`,
    });
  const short = [...wanted].flatMap(([product, units]) => {
    const available = shelfUnits(stockRows.get(product), shelf._id, sold);
    return available >= units ? [] : [{ product, message: shelfShort(available, shelf), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
  const lines = [...wanted].map(([product, units]): Line => [product, shelf._id, -units]);
  const back = lines.filter(([product]) => isSaleOnly(stockRows.get(product), shelf._id, sold));
  return {
    ...saleOf(channel, sold, today),
    lines,
    stockRows,
    ifUnsetIn: shelf._id,
    ...(back.length > 0 && {
      takenBack: { lines: inverse(back), remarks: saleOnly, of: [], since: dayEnd(sold) },
    }),
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
