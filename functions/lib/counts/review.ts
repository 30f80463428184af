// The review of a count: the units found of each product, the units in stock then, and whether the difference is
// certain.
import type { CountReview, LateEntry, ReviewedProduct } from "#shared/count.ts";
import { certaintyOf, certaintyOfUncounted } from "#shared/count-certainty.ts";
import { type Counted, countedProducts } from "#shared/counted.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { readProductTags, readTagsOfMany } from "../catalogue/tags.ts";
import { scanAll } from "../db/batch-reads.ts";
import { type CountRow, movements, type StockRow, stocks } from "../db/tables.ts";
import { findBatch } from "../ledger/batch.ts";
import { type CountLineRow, readLines, toLine } from "./count-lines.ts";
import { roundIn, roundsOf, toCount } from "./counts.ts";
import { lateUnits, readDelayed, settledProducts } from "./late.ts";
import { readPairMovements } from "./pair-movements.ts";

/** The lines of a count without the withdrawn ones, their result for each product, and its round. */
export const readCounted = async (
  row: CountRow,
): Promise<{ lines: CountLineRow[]; counted: Map<string, Counted>; round: (product: string) => number }> => {
  const [all, rounds] = await Promise.all([readLines(row._id), roundsOf(row)]);
  const lines = all.filter(({ withdrawn }) => !withdrawn);
  const round = roundIn(rounds);
  return { lines, counted: countedProducts(lines, round), round };
};

export const readReview = async (row: CountRow, now: Date): Promise<CountReview> => {
  const isOpen = row.state === "open";
  const [count, { lines, counted, round }, stockRows, adjustments] = await Promise.all([
    toCount(row),
    readCounted(row),
    isOpen ? readStock(row) : [],
    readAdjustments(row),
  ]);
  const rows = isOpen
    ? await openRows(row, stockRows, counted, round, now)
    : closedRows(counted, postedUnits(adjustments));
  const ids = rows.map(({ _id }) => _id);
  const tag = await (isOpen ? readTagsOfMany(ids, stockRows.length) : readProductTags(ids));
  const late = await readLateEntries(row, counted, adjustments);
  const notes = lines.filter(({ product }) => product === undefined).map(toLine);
  return {
    count,
    rows: rows.map((one) => ({ ...one, product: tag(one._id) })).sort(bySize),
    notes,
    ...(late.length > 0 && { late }),
  };
};

/** Entries that were made before their product was counted, and posted after that, unless they or the count were reversed. */
const readLateEntries = async (
  row: CountRow,
  counted: ReadonlyMap<string, Counted>,
  adjustments: readonly Movement[],
): Promise<LateEntry[]> => {
  if (row.state !== "applied" || adjustments[0]?.reversed_by) return [];
  const settled = settledProducts(counted, adjustments);
  const entries = (await readDelayed(row)).filter(({ reversed_by }) => !reversed_by);
  const all = entries.flatMap((entry) =>
    lateUnits(entry, row.warehouse, settled).map((units) => ({ entry, ...units })),
  );
  const takenBack = ({ entry, product }: { entry: Movement; product: string }): string =>
    entry.taken_back?.[placeOf(product, row.warehouse)] ?? "";
  const [tag, takeBacks] = await Promise.all([
    readProductTags(all.map(({ product }) => product)),
    movements.findAll(all.map(takenBack)),
  ]);
  return all.map(({ delta, ...late }) => {
    const { entry, product } = late;
    const taken_back = takenBack(late);
    return {
      movement: entry._id,
      product: tag(product),
      delta,
      user: entry.user,
      made_at: entry.made_at ?? entry.created_at,
      created_at: entry.created_at,
      // Reversed, it has moved nothing.
      ...(taken_back && !takeBacks.get(taken_back)?.reversed_by && { taken_back }),
    };
  });
};

/** Largest differences first, then uncounted products. */
const bySize = (a: ReviewedProduct, b: ReviewedProduct): number =>
  sizeOf(b) - sizeOf(a) || (a.product.p_id < b.product.p_id ? -1 : 1);

const sizeOf = ({ counted, held }: ReviewedProduct): number => (counted === undefined ? -1 : Math.abs(counted - held));

type Untagged = Omit<ReviewedProduct, "product">;

const countedRow = (_id: string, { round, counted, held, users, at }: Counted): Untagged => ({
  _id,
  round,
  counted,
  held,
  users,
  at,
});

/** The batch that an applied count posted; empty if everything agreed. */
export const readAdjustments = async ({ movement }: CountRow): Promise<Movement[]> =>
  movement ? findBatch(movement) : [];

/** Units by which an applied count adjusted each product. */
const postedUnits = (adjustments: readonly Movement[]): Map<string, number> =>
  new Map(adjustments.flatMap(({ lines }) => lines.map(([product, , delta]) => [product, delta] as const)));

/** A closed count leaves nothing to decide. Its rows include products that were set to 0 without being counted. */
const closedRows = (counted: ReadonlyMap<string, Counted>, posted: ReadonlyMap<string, number>): Untagged[] => {
  const zeroed = [...posted].filter(([product]) => !counted.has(product));
  return [
    ...[...counted].map(([product, found]): Untagged => {
      const units = posted.get(product);
      return { ...countedRow(product, found), ...(units !== undefined && { posted: units }) };
    }),
    ...zeroed.map(([product, units]): Untagged => ({ _id: product, round: 1, held: -units, users: [], posted: units })),
  ];
};

const openRows = async (
  row: CountRow,
  stockRows: readonly StockHere[],
  counted: ReadonlyMap<string, Counted>,
  round: (product: string) => number,
  now: Date,
): Promise<Untagged[]> => {
  const moved = await readPairMovements(row);
  const chosen = row.products && new Set(row.products);
  const held = (stock: StockHere): number => stock.held?.[row.warehouse] ?? 0;
  const isToBeCounted = (stock: StockHere): boolean =>
    !stock.deleted_at && (chosen ? chosen.has(stock._id) : held(stock) > 0 || round(stock._id) > 1);
  return stockRows.flatMap((stock): Untagged[] => {
    const { _id } = stock;
    const found = counted.get(_id);
    const own = moved.get(_id) ?? [];
    if (found)
      return [{ ...countedRow(_id, found), ...certaintyOf(found, own, toStock(found, held(stock), isDeleted(stock))) }];
    if (!isToBeCounted(stock)) return [];
    const certainty = certaintyOfUncounted(row.created_at, now.toISOString(), own);
    return [{ _id, round: round(_id), held: held(stock), users: [], ...certainty }];
  });
};

/** Stock of a product in the counted warehouse: other warehouses and sales would take most of the time to read. */
type StockHere = Pick<StockRow, "_id" | "deleted_at"> & Partial<Pick<StockRow, "held">>;

const readStock = ({ warehouse }: CountRow): Promise<StockHere[]> =>
  scanAll<StockHere>({
    TableName: stocks.name,
    ProjectionExpression: "#id, deleted_at, held.#warehouse",
    ExpressionAttributeNames: { "#id": "_id", "#warehouse": warehouse },
  });

export const isDeleted = ({ deleted_at }: Pick<StockRow, "deleted_at">): boolean => deleted_at !== undefined;

/** The current stock of a product as `certaintyOf` takes it. */
export const toStock = (found: Counted, held: number, deleted: boolean) => ({
  held,
  heldThen: found.held,
  difference: found.counted - found.held,
  deleted,
});
