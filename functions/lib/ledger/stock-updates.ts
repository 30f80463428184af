// The updates of stock rows that a movement makes, and the refusals if a warehouse holds too little.
import { outOfStock } from "#shared/allocation.ts";
import { firstOpenDay } from "#shared/day.ts";
import { Failure, firstDetails } from "#shared/failure.ts";
import { factsOf } from "#shared/kinds.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { sumLines } from "#shared/posting-effect.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import { saleDay } from "#shared/sale-day.ts";
import type { Action } from "../db/dynamo.ts";
import { type StockRow, stocks } from "../db/tables.ts";
import { type NetChanges, netKey } from "./net-until.ts";

export interface StockConditions {
  /** The sale that is reversed, as `day#channel`, and the products whose stock rows still contain it. */
  reversedSale?: { sale: string; products: ReadonlySet<string> };
  /** The rows that the draft was made from. Required where it may take a product from more than `maxEntries` warehouses. */
  stockRows?: ReadonlyMap<string, StockRow>;
  /** The update fails if a holding that it changes is not as in `stockRows` any more. */
  onlyIfUnchanged?: true;
  /** Until when places are net of sales from then on, also where no units move; the update fails if that has changed since it was read. */
  netUntil?: NetChanges | undefined;
}

/** The part of a movement that is of one product. */
type Part = Pick<Movement, "kind" | "lines" | "takes_back"> & { sale: string | undefined };
const isReturn = ({ kind }: Part): boolean => factsOf(kind).moves === "back";

/**
 * One update per product, for all its warehouses and its units sold, of movements that are posted together; none if they
 * come to nothing.
 */
export const stockUpdates = (posted: readonly Movement[], conditions: StockConditions): Action[] => {
  const parts = posted.flatMap((movement) =>
    [...Map.groupBy(movement.lines, ([product]) => product)].map(([product, own]) => {
      const { kind, takes_back } = movement;
      return { product, part: { kind, sale: saleOf(movement), ...(takes_back && { takes_back }), lines: own } };
    }),
  );
  const byProduct = Map.groupBy(parts, ({ product }) => product);
  const netOf = Map.groupBy(conditions.netUntil ?? [], ([place]) => place.split("#")[0] ?? "");
  const products = new Set([...byProduct.keys(), ...netOf.keys()]);
  const updates = [...products].map((product) => ({
    Update: stockUpdate(
      product,
      (byProduct.get(product) ?? []).map(({ part }) => part),
      { ...conditions, netUntil: new Map(netOf.get(product)) },
    ),
  }));
  return updates.filter(({ Update }) => Update.UpdateExpression !== setNothing);
};

/** The sale that a movement is, as `day#channel`. Stock rows keep those of recent days only, and of each of these all. */
const saleOf = (movement: Movement): string | undefined => {
  const day = saleDay(movement);
  const isKept = day >= firstRecentDay(firstOpenDay(new Date(movement.created_at)));
  return movement.channel && isKept ? `${day}#${movement.channel}` : undefined;
};

/** Of units that are taken back at once. */
const setNothing = "SET ";

interface Expression {
  set: string[];
  conditions: string[];
  names: Record<string, string>;
  values: Record<string, unknown>;
}

const stockUpdate = (
  product: string,
  parts: readonly Part[],
  { reversedSale, stockRows, onlyIfUnchanged, netUntil = new Map() }: StockConditions,
): NonNullable<Action["Update"]> => {
  const lines = sumLines(parts.flatMap((part) => part.lines));
  const held = stockRows?.get(product)?.held ?? {};
  const isWhole = lines.length > maxEntries;
  // The same refusals as by the conditions of single warehouses.
  if (isWhole) checkStockRows(lines, stockRows ?? new Map());
  const { set, conditions, names, values } = isWhole
    ? wholeMap(lines, held)
    : eachEntry(lines, onlyIfUnchanged && held);
  conditions.push("attribute_exists(#id)");
  // A reversal returns units even of a product that was deleted since, and they may be taken back.
  if (parts.some((part) => !isReturn(part) && !part.takes_back)) conditions.push("attribute_not_exists(deleted_at)");
  const returnedSale = reversedSale?.products.has(product) ? reversedSale.sale : undefined;
  for (const [index, part] of parts.entries()) {
    const sale = part.sale ?? (isReturn(part) ? returnedSale : undefined);
    const sold = part.lines.reduce((units, [, , delta]) => units - delta, 0);
    // Units that a correction takes from another warehouse are neither sold nor returned.
    if (!sale || sold === 0) continue;
    names[`#sale${index}`] = sale;
    Object.assign(values, { [`:sold${index}`]: sold, ":0": 0 });
    set.push(`sold.#sale${index} = if_not_exists(sold.#sale${index}, :0) + :sold${index}`);
    if (sold < 0) {
      values[`:returned${index}`] = -sold;
      conditions.push(`sold.#sale${index} >= :returned${index}`);
    }
  }
  for (const [index, [place, after]] of [...netUntil].entries()) {
    const [, shelf = ""] = place.split("#");
    const field = `#net${index}`;
    const isAsRead = (path: string, value: unknown, name: string) => {
      if (value !== undefined) values[name] = value;
      conditions.push(value === undefined ? `attribute_not_exists(${path})` : `${path} = ${name}`);
    };
    const before = stockRows?.get(product)?.[netKey(shelf)];
    names[field] = netKey(shelf);
    isAsRead(field, before, `:was${index}`);
    if (after !== before) {
      values[`:net${index}`] = after;
      set.push(`${field} = :net${index}`);
    }
    // A sheet that agrees moves nothing, and holds for the units that it agreed with.
    if (!onlyIfUnchanged || isWhole || lines.some(([, warehouse]) => warehouse === shelf)) continue;
    names[`#shelf${index}`] = shelf;
    isAsRead(`#held.#shelf${index}`, held[shelf], `:held${index}`);
  }
  const usesHeld = conditions.some((one) => one.includes("#held")) || lines.length > 0;
  return {
    TableName: stocks.name,
    Key: { _id: product },
    UpdateExpression: `SET ${set}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: { "#id": "_id", ...(usesHeld && { "#held": "held" }), ...names },
    ExpressionAttributeValues: values,
  };
};

/**
 * Warehouses of one product that are updated one by one. An expression may have 4 KB and 300 operators, which is enough
 * for some 95.
 */
const maxEntries = 64;

/** Changes each warehouse by itself, so that movements of the product elsewhere do not disturb it. */
const eachEntry = (lines: Line[], expected: StockRow["held"] | undefined): Expression => {
  const set: string[] = [];
  const conditions: string[] = [];
  const names: Expression["names"] = {};
  const values: Expression["values"] = lines.length > 0 ? { ":0": 0 } : {};
  for (const [index, [, warehouse, delta]] of lines.entries()) {
    const units = `#held.#w${index}`;
    names[`#w${index}`] = warehouse;
    values[`:d${index}`] = delta;
    set.push(`${units}=if_not_exists(${units},:0)+:d${index}`);
    const before = expected?.[warehouse];
    if (expected && before === undefined) conditions.push(`attribute_not_exists(${units})`);
    else if (expected || delta < 0) {
      values[`:n${index}`] = before ?? -delta;
      conditions.push(`${units}${expected ? "=" : ">="}:n${index}`);
    }
  }
  return { set, conditions, names, values };
};

/**
 * Replaces all warehouses at once, if none has changed since it was read: the expression is short however many there are.
 * Any other movement of the product in between makes it fail, and the movement is drafted again.
 */
const wholeMap = (lines: Line[], held: StockRow["held"]): Expression => {
  const after = { ...held };
  for (const [, warehouse, delta] of lines) after[warehouse] = (after[warehouse] ?? 0) + delta;
  return {
    set: ["#held = :after"],
    conditions: ["#held = :before"],
    names: {},
    values: { ":before": held, ":after": after },
  };
};

/** Throws 422 that names every line with too little stock, and the units available. */
export const checkStock = async (lines: readonly Line[]): Promise<void> =>
  checkStockRows(lines, await stocks.findAll(lines.map(([product]) => product)));

/** The same with rows that were read before; lines of the same product and warehouse are added up. */
export const checkStockRows = (lines: readonly Line[], rows: ReadonlyMap<string, StockRow>): void => {
  const short = sumLines(lines).flatMap(([product, warehouse, delta]) => {
    const available = rows.get(product)?.held[warehouse] ?? 0;
    return available + delta >= 0 ? [] : [{ field: "quantity", product, message: outOfStock(available), available }];
  });
  if (short.length > 0) throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(short));
};
