// The updates of stock rows that a movement makes, and the refusals if a warehouse holds too little.
import { outOfStock } from "#shared/allocation.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import type { Action } from "../db/dynamo.ts";
import { type StockRow, stocks } from "../db/tables.ts";

export interface StockConditions {
  /** The sale that is reversed, as `day#channel`, and the products whose stock rows still contain it. */
  reversedSale?: { sale: string; products: ReadonlySet<string> };
  /** Units held when the draft was made. The update fails if they have changed since. */
  expectedHeld?: (product: string, warehouse: string) => number | undefined;
}

/** One update per product, for all its warehouses and its units sold. */
export const stockUpdates = (movement: Movement, conditions: StockConditions): Action[] =>
  [...Map.groupBy(movement.lines, ([product]) => product)].map(([product, lines]) => ({
    Update: stockUpdate(movement, product, lines, conditions),
  }));

/**
 * An expression is limited to 4 KB, and a movement may name 95 warehouses of one product: so what is repeated for each
 * warehouse is short and without spaces.
 */
const stockUpdate = (
  { kind, day, channel }: Movement,
  product: string,
  lines: Line[],
  { reversedSale, expectedHeld }: StockConditions,
): NonNullable<Action["Update"]> => {
  const set: string[] = [];
  const conditions = ["attribute_exists(#id)"];
  // A reversal returns units even of a product that was deleted since.
  if (kind !== "reversal") conditions.push("attribute_not_exists(deleted_at)");
  const names: Record<string, string> = { "#id": "_id", "#h": "held" };
  const values: Record<string, number> = { ":0": 0 };
  for (const [index, [, warehouse, delta]] of lines.entries()) {
    names[`#w${index}`] = warehouse;
    values[`:d${index}`] = delta;
    const units = `#h.#w${index}`;
    set.push(`${units}=if_not_exists(${units},:0)+:d${index}`);
    const expected = expectedHeld?.(product, warehouse);
    if (expectedHeld && expected === undefined) conditions.push(`attribute_not_exists(${units})`);
    else if (expectedHeld || delta < 0) {
      values[`:n${index}`] = expected ?? -delta;
      conditions.push(`${units}${expectedHeld ? "=" : ">="}:n${index}`);
    }
  }
  const sale = channel ? `${day}#${channel}` : reversedSale?.products.has(product) ? reversedSale.sale : undefined;
  if (sale) {
    const sold = lines.reduce((units, [, , delta]) => units - delta, 0);
    names["#sale"] = sale;
    values[":sold"] = sold;
    set.push("sold.#sale = if_not_exists(sold.#sale, :0) + :sold");
    if (reversedSale) {
      values[":returned"] = -sold;
      conditions.push("sold.#sale >= :returned");
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

/** Throws 422 that names every line with too little stock, and the units available. */
export const checkStock = async (lines: readonly Line[]): Promise<void> =>
  checkStockRows(lines, await stocks.findAll(lines.map(([product]) => product)));

/** The same with rows that were read before; lines of the same product and warehouse are added up. */
export const checkStockRows = (lines: readonly Line[], rows: ReadonlyMap<string, StockRow>): void => {
  const byHolding = Map.groupBy(lines, ([product, warehouse]) => `${product}#${warehouse}`);
  const short = [...byHolding.values()].flatMap((own) => {
    const [[product, warehouse] = ["", ""]] = own;
    const available = rows.get(product)?.held[warehouse] ?? 0;
    const delta = own.reduce((sum, line) => sum + line[2], 0);
    return available + delta >= 0 ? [] : [{ field: "quantity", product, message: outOfStock(available), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...short);
};
