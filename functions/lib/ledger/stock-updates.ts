// What a movement does to the stock items: the updates that post writes, and the refusals when too little is held.

import { outOfStock } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import type { Action } from "../db/dynamo.ts";
import { type StockRow, stocks } from "../db/tables.ts";

/** What is written besides the lines. */
export interface StockEffects {
  /** `day#channel` whose units sold go down with this reversal, and the products that still have it. */
  unsold?: { sale: string; products: ReadonlySet<string> };
  /** What the plan read: it holds only while exactly that is held. */
  exactly?: (product: string, warehouse: string) => number | undefined;
}

/** One update per product, of all its warehouses at once; a sale counts, or uncounts, in the same update. */
export const stockUpdates = (movement: Movement, effects: StockEffects): Action[] =>
  [...Map.groupBy(movement.lines, ([product]) => product)].map(([product, own]) => ({
    Update: stockUpdate(movement, product, own, effects),
  }));

/**
 * An expression holds 4 KB, and a movement up to 95 warehouses of a product: what stands there once for each of them
 * is short, without spaces.
 */
const stockUpdate = (
  { kind, day, channel }: Movement,
  product: string,
  lines: Line[],
  { unsold, exactly }: StockEffects,
): NonNullable<Action["Update"]> => {
  const set: string[] = [];
  const conditions = ["attribute_exists(#id)"];
  // What was moved goes back even if the product has been deleted since.
  if (kind !== "reversal") conditions.push("attribute_not_exists(deleted_at)");
  const names: Record<string, string> = { "#id": "_id", "#h": "held" };
  const values: Record<string, number> = { ":0": 0 };
  for (const [index, [, warehouse, delta]] of lines.entries()) {
    names[`#w${index}`] = warehouse;
    values[`:d${index}`] = delta;
    const units = `#h.#w${index}`;
    set.push(`${units}=if_not_exists(${units},:0)+:d${index}`);
    const read = exactly?.(product, warehouse);
    if (exactly && read === undefined) conditions.push(`attribute_not_exists(${units})`);
    else if (exactly || delta < 0) {
      values[`:n${index}`] = read ?? -delta;
      conditions.push(`${units}${exactly ? "=" : ">="}:n${index}`);
    }
  }
  const sale = channel ? `${day}#${channel}` : unsold?.products.has(product) ? unsold.sale : undefined;
  if (sale) {
    names["#sale"] = sale;
    values[":sold"] = lines.reduce((units, [, , delta]) => units - delta, 0);
    set.push("sold.#sale = if_not_exists(sold.#sale, :0) + :sold");
    if (unsold) {
      values[":unsold"] = -(values[":sold"] ?? 0);
      conditions.push("sold.#sale >= :unsold");
    }
  }
  return {
    TableName: stocks.name,
    Key: { _id: product },
    UpdateExpression: `SET ${set}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
};

/** Refuses lines that take more than is held now: 422 names every short one with its available quantity. */
export const checkStock = async (lines: readonly Line[]): Promise<void> =>
  checkStockRows(lines, await stocks.findAll(lines.map(([product]) => product)));

/** Refuses lines that together take more from a warehouse than it holds, deleted or not. */
export const checkStockRows = (lines: readonly Line[], rows: ReadonlyMap<string, StockRow>): void => {
  const short = [...Map.groupBy(lines, ([product, warehouse]) => `${product}#${warehouse}`).values()].flatMap((own) => {
    const [[product, warehouse] = ["", ""]] = own;
    const available = rows.get(product)?.held[warehouse] ?? 0;
    const delta = own.reduce((sum, line) => sum + line[2], 0);
    return available + delta >= 0 ? [] : [{ field: "quantity", product, message: outOfStock(available), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
};
