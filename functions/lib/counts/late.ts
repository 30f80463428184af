// Entries that were made before a product was counted and are posted after the count was applied: the count has corrected
// stock for them already. They are posted and marked, the count lists them, and a manager takes the second correction back or
// leaves it.
import type { Counted } from "#shared/counted.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import { type LateLines, type Line, type Movement, placeOf } from "#shared/movement.ts";
import { mapLimit, queryAll } from "../db/batch-reads.ts";
import { type Action, getItem } from "../db/dynamo.ts";
import { gunzipJson, gzipJson } from "../db/gzip-json.ts";
import { type CountRow, movements } from "../db/tables.ts";

const TableName = process.env.COUNTLINES_TABLE ?? "";

/** The last applied count of a warehouse. */
interface LastCount {
  count: string;
  number: string;
  /** The instant of the first counted unit of each product that agreed or was corrected. */
  counted: Record<string, string>;
}

const keyOf = (warehouse: string) => ({ count: `last#${warehouse}`, line: "last" });

export const putLastCount = async (
  { _id, number, warehouse }: Pick<CountRow, "_id" | "number" | "warehouse">,
  counted: ReadonlyMap<string, Counted>,
  corrected: ReadonlySet<string>,
): Promise<Action> => {
  const certain = [...counted].filter(([product, found]) => corrected.has(product) || found.counted === found.held);
  const times = Object.fromEntries(certain.map(([product, { began_at }]) => [product, began_at]));
  const last: LastCount = { count: _id, number, counted: times };
  return { Put: { TableName, Item: { ...keyOf(warehouse), last: await gzipJson(last) } } };
};

/** The lines of an entry that were made before the last count of their warehouse. */
export const findLate = async (lines: readonly Line[], made_at: string): Promise<LateLines[]> => {
  const places = [...new Set(lines.map(([, warehouse]) => warehouse))];
  const found = await mapLimit(places, async (warehouse): Promise<LateLines[]> => {
    const item = await getItem<{ last: Uint8Array }>(TableName, keyOf(warehouse));
    if (!item) return [];
    const { count, number, counted } = await gunzipJson<LastCount>(item.last);
    const tooLate = lines.filter(([product, place]) => place === warehouse && made_at < (counted[product] ?? ""));
    const products = [...new Set(tooLate.map(([product]) => product))];
    return products.length > 0 ? [{ count, number, warehouse, products }] : [];
  });
  return found.flat();
};

/**
 * Days after a count for which late entries are looked for: an entry that has waited for a day asks before it is sent.
 */
const lateDays = 30;

/** Entries with late lines of a count that was closed at this instant. */
export const readLate = async (count: string, closed_at: string): Promise<Movement[]> => {
  const [first, today] = [dayOf(closed_at), dayOf(new Date())];
  const last = addDays(first, lateDays);
  const days = listDays(first, last < today ? last : today);
  const found = await mapLimit(days, (day) =>
    queryAll<Movement>({
      TableName: movements.name,
      IndexName: "byDay",
      KeyConditionExpression: "#day = :day",
      FilterExpression: "attribute_exists(late)",
      ExpressionAttributeNames: { "#day": "day" },
      ExpressionAttributeValues: { ":day": day },
    }),
  );
  return found.flat().filter(({ late = [] }) => late.some((one) => one.count === count));
};

/** The late lines of a movement in a count, each product with the units by which it changed stock there. */
export const lateUnits = ({ late = [], lines }: Pick<Movement, "late" | "lines">, count: string) =>
  late
    .filter((one) => one.count === count)
    .flatMap(({ warehouse, products }) =>
      products.map((product) => ({
        product,
        warehouse,
        delta: lines
          .filter(([id, place]) => id === product && place === warehouse)
          .reduce((sum, [, , units]) => sum + units, 0),
      })),
    );

/** Records which correction took a late line back; a second one is refused. */
export const markTakenBack = (movement: Movement, product: string, warehouse: string, by: string): Action => ({
  Update: {
    TableName: movements.name,
    Key: { _id: movement._id },
    UpdateExpression: "SET #taken = :taken",
    // If two products of an entry are taken back at once, the second write fails and is drafted again.
    ConditionExpression: movement.taken_back ? "#taken = :before" : "attribute_not_exists(#taken)",
    ExpressionAttributeNames: { "#taken": "taken_back" },
    ExpressionAttributeValues: {
      ":taken": { ...movement.taken_back, [placeOf(product, warehouse)]: by },
      ...(movement.taken_back && { ":before": movement.taken_back }),
    },
  },
});

/**
 * Corrections that took back late lines of an entry, or of the count that posted these movements, and were not
 * reversed.
 */
export const readTakenBack = async ([first, ...rest]: readonly Movement[]): Promise<Movement[]> => {
  const ofCount = first?.count ? await readLate(first.count, first.created_at) : [];
  const ids = [...ofCount, ...(first ? [first] : []), ...rest].flatMap(({ taken_back = {} }) =>
    Object.values(taken_back),
  );
  return [...(await movements.findAll(ids)).values()].filter(({ reversed_by }) => !reversed_by);
};
