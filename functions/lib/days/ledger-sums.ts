// Sums over the whole ledger, read from its table and not from its index, so that they miss no entry.
import { Tally } from "#shared/day-sales.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { saleDay } from "#shared/sale-day.ts";
import { scanPages } from "../db/batch-reads.ts";
import { movements } from "../db/tables.ts";
import { applyLines, type Balances } from "./held-units.ts";

export interface LedgerSums {
  /** Units held now. */
  now: Balances;
  /** Units held when `closed` ended. */
  atClose: Balances;
  /** Sales of `salesDays`, less what was returned of them. */
  sales: Map<string, Tally>;
  /** Units sold on each closed day, by `day#channel`. */
  totals: Map<string, number>;
}

type Summed = Pick<Movement, "day" | "lines" | "now" | "channel" | "sold_on" | "reversed_by">;

/** All entries of the ledger, in no order. */
async function* summedEntries(): AsyncGenerator<Summed> {
  const pages = scanPages<Summed>({
    TableName: movements.name,
    ProjectionExpression: "#day, #lines, #now, #channel, sold_on, reversed_by",
    ExpressionAttributeNames: { "#day": "day", "#lines": "lines", "#now": "now", "#channel": "channel" },
  });
  for await (const page of pages) yield* page;
}

/** `closed` is a closed day; without one there are no balances at its close. */
export const addUpLedger = async (closed: string | undefined, salesDays: readonly string[]): Promise<LedgerSums> => {
  const sums: LedgerSums = {
    now: new Map(),
    atClose: new Map(),
    sales: new Map(salesDays.map((day) => [day, new Tally()])),
    totals: new Map(),
  };
  for await (const entry of summedEntries()) {
    applyLines(sums.now, entry.lines);
    if (closed && entry.day <= closed) applyLines(sums.atClose, entry.lines);
    if (!entry.channel) continue;
    const lines = linesLeft(entry);
    const day = saleDay(entry);
    sums.sales.get(day)?.addSale({ channel: entry.channel, lines });
    const key = `${day}#${entry.channel}`;
    const before = sums.totals.get(key) ?? 0;
    sums.totals.set(
      key,
      lines.reduce((units, [, , delta]) => units - delta, before),
    );
  }
  return sums;
};

/** The lines of some products, by day. */
export const linesByDay = async (products: ReadonlySet<string>): Promise<Map<string, Line[]>> => {
  const found = new Map<string, Line[]>();
  for await (const { day, lines } of summedEntries()) {
    const own = found.get(day) ?? [];
    own.push(...lines.filter(([product]) => products.has(product)));
    if (own.length > 0) found.set(day, own);
  }
  return found;
};
