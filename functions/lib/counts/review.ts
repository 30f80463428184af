// The review of a count: what was found of each product, what stock said then, and whether the difference is certain.
import type { CountReview, CountRow as ReviewRow } from "#shared/count.ts";
import { certaintyOf, certaintyOfUncounted } from "#shared/count-certainty.ts";
import { type Counted, countedProducts } from "#shared/counted.ts";
import { readTagRows, toTags } from "../catalogue/tags.ts";
import { scanAll } from "../db/batch-reads.ts";
import { type CountRow, type StockRow, stocks } from "../db/tables.ts";
import { findBatch } from "../ledger/batch.ts";
import { type CountLineRow, readLines, toLine } from "./count-lines.ts";
import { roundIn, roundsOf, toCount } from "./counts.ts";
import { readPairMovements } from "./pair-movements.ts";

/** The lines of a count, without those that were taken back, and what they say of each product. */
export const readCounted = async (
  row: CountRow,
): Promise<{ lines: CountLineRow[]; counted: Map<string, Counted>; round: (product: string) => number }> => {
  const [all, rounds] = await Promise.all([readLines(row._id), roundsOf(row)]);
  const lines = all.filter(({ withdrawn }) => !withdrawn);
  const round = roundIn(rounds);
  return { lines, counted: countedProducts(lines, round), round };
};

export const readReview = async (row: CountRow, now: Date): Promise<CountReview> => {
  const [count, { lines, counted, round }] = await Promise.all([toCount(row), readCounted(row)]);
  const posted = await readPosted(row);
  const rows = row.state === "open" ? await openRows(row, counted, round, now) : closedRows(counted, posted);
  const { product } = toTags(
    await readTagRows(
      rows.map(({ _id }) => _id),
      [],
    ),
  );
  const notes = lines.filter(({ product }) => product === undefined).map(toLine);
  return {
    count,
    rows: rows.map((one) => ({ ...one, product: product(one._id) })).sort(bySize),
    notes,
  };
};

/** Largest differences first, then what was not counted. */
const bySize = (a: ReviewRow, b: ReviewRow): number =>
  sizeOf(b) - sizeOf(a) || (a.product.p_id < b.product.p_id ? -1 : 1);

const sizeOf = ({ counted, held }: ReviewRow): number => (counted === undefined ? -1 : Math.abs(counted - held));

type Untagged = Omit<ReviewRow, "product">;

const countedRow = (_id: string, { round, counted, held, users, at }: Counted): Untagged => ({
  _id,
  round,
  counted,
  held,
  users,
  at,
});

/** Units by which an applied count corrected each product. */
const readPosted = async ({ movement }: CountRow): Promise<Map<string, number>> => {
  const batch = movement ? await findBatch(movement) : [];
  return new Map(batch.flatMap(({ lines }) => lines.map(([product, , delta]) => [product, delta] as const)));
};

/** Of a closed count nothing is left to be decided. Others that were set to 0 are among its rows. */
const closedRows = (counted: ReadonlyMap<string, Counted>, posted: ReadonlyMap<string, number>): Untagged[] => {
  const others = [...posted].filter(([product]) => !counted.has(product));
  return [
    ...[...counted].map(([product, found]): Untagged => {
      const units = posted.get(product);
      return { ...countedRow(product, found), ...(units !== undefined && { posted: units }) };
    }),
    ...others.map(([product, units]): Untagged => ({ _id: product, round: 1, held: -units, users: [], posted: units })),
  ];
};

const openRows = async (
  row: CountRow,
  counted: ReadonlyMap<string, Counted>,
  round: (product: string) => number,
  now: Date,
): Promise<Untagged[]> => {
  const [stockRows, movements] = await Promise.all([readStock(row), readPairMovements(row)]);
  const chosen = row.products && new Set(row.products);
  const held = (stock: StockHere): number => stock.held?.[row.warehouse] ?? 0;
  const isAsked = (stock: StockHere): boolean =>
    !stock.deleted_at && (chosen ? chosen.has(stock._id) : held(stock) > 0 || round(stock._id) > 1);
  return stockRows.flatMap((stock): Untagged[] => {
    const { _id } = stock;
    const found = counted.get(_id);
    const own = movements.get(_id) ?? [];
    if (found)
      return [{ ...countedRow(_id, found), ...certaintyOf(found, own, toStock(found, held(stock), isDeleted(stock))) }];
    if (!isAsked(stock)) return [];
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

/** What the rules need to know of stock now. */
export const toStock = (found: Counted, held: number, deleted: boolean) => ({
  held,
  heldThen: found.held,
  difference: found.counted - found.held,
  deleted,
});
