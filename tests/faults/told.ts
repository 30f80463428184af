// What the product has stored and tells: held, sold, owed, and each day's close, in the words of the books.
import { listDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { engine } from "#tests/support/engine.ts";
import { times } from "#tests/support/make.ts";
import { downloadThen, readBook } from "#tests/support/sheet.ts";
import { type Books, type Counts, type Effect, type Moves, without } from "./books.ts";
import { root, world } from "./stage.ts";

const { all, find } = engine(world);

/** The ledger's entries of a movement: of a batch one for each of its chunks, in order. */
export const entriesOf = async (id: string): Promise<Movement[]> => {
  const entry = async (chunk: string) => (await find("movements", chunk)) as unknown as Movement | undefined;
  const first = (await entry(id)) ?? (await entry(`${id}.0`));
  const rest = await times((first?.chunks ?? 1) - 1, (index) => entry(`${id}.${index + 1}`));
  return [first, ...rest].filter((one) => one !== undefined);
};

export const movesOf = ({ lines }: Movement): Moves =>
  lines.map(([product, warehouse, delta]) => [`${product}-${warehouse}`, delta]);

/** What the ledger says of a movement. */
export const effectOf = async (id: string): Promise<Effect> => {
  const entries = await entriesOf(id);
  return { moves: entries.flatMap(movesOf), closed: entries.flatMap(({ closed = [] }) => closed) };
};

/** What is stored as held of these products, deleted or not. */
export const stored = async ({ products, replaced }: Books): Promise<Counts> => {
  const own = new Set([...products, ...replaced].map(({ _id }) => _id));
  const rows = ((await all("stocks")) as { _id: string; held: Counts }[]).filter(({ _id }) => own.has(_id));
  const pairs = rows.flatMap(({ _id, held }) =>
    Object.entries(held).map(([warehouse, units]) => [`${_id}-${warehouse}`, units] as const),
  );
  return without(Object.fromEntries(pairs));
};

interface Named {
  _id: string;
}
type Reported =
  | { product: Named; quantity: number; breakdown: { warehouse: Named; quantity: number }[] }
  | { product: Named; warehouse: Named; action: string; quantity: number };

/** The moves that an answer reports: rows of a line, or items of a picklist. */
export const reported = (data: Reported[]): Moves =>
  data.flatMap(
    (one): Moves =>
      "breakdown" in one
        ? one.breakdown.map(({ warehouse, quantity }) => [`${one.product._id}-${warehouse._id}`, -quantity])
        : [[`${one.product._id}-${one.warehouse._id}`, one.action === "STOCK_IN" ? one.quantity : -one.quantity]],
  );

export const sorted = (moves: Moves): Moves => [...moves].sort(([a], [b]) => (a < b ? -1 : 1));

/** What Manage Inventory shows of these products. */
export const shownNow = async (books: Books): Promise<Counts> => {
  const records: { product: { p_id: string }; warehouse: { w_id: string }; quantity: number }[] = (
    await root().get("/v1/stocks")
  ).body;
  return places(
    books,
    records.map(({ product, warehouse, quantity }) => [product.p_id, warehouse.w_id, quantity]),
  );
};

/** What the report of a closed day shows of them. */
export const shownOn = async (day: string, books: Books): Promise<Counts> => {
  const file = await downloadThen(root(), world.anonymous, "/v1/stock-report/export", { date: day });
  const { rows } = await readBook(file);
  return places(
    books,
    rows.slice(1).map((row) => [String(row[0]), String(row[2]), Number(row[4])]),
  );
};

const places = ({ products }: Books, rows: [p_id: string, w_id: string, units: number][]): Counts => {
  const own = new Set(products.map(({ code }) => code));
  return without(
    Object.fromEntries(
      rows.filter(([p_id]) => own.has(p_id)).map(([p_id, w_id, units]) => [`${p_id} in ${w_id}`, units]),
    ),
  );
};

/** What the dashboard tells of each day since the books were begun, or since another one. */
export const soldNow = async (books: Books, since = books.first): Promise<Counts> => {
  const own = new Set([...books.products, ...books.replaced].map(({ _id }) => _id));
  const days = listDays(since, books.today);
  const told = await Promise.all(
    days.map(async (day) => {
      const { productSales } = (await root().get(`/v1/app/dash/analytics?start=${day}&end=${day}`)).body;
      return (productSales as { _id: string; saleChannels: Counts }[])
        .filter(({ _id }) => own.has(_id))
        .flatMap(({ _id, saleChannels }) =>
          Object.entries(saleChannels).map(([channel, units]) => [`${day} ${_id}-${channel}`, units] as const),
        );
    }),
  );
  return without(Object.fromEntries(told.flat()));
};

/** What is in transit, of products that have not been deleted. */
export const owedNow = async (books: Books): Promise<Counts> => {
  const own = new Set(books.products.map(({ _id }) => _id));
  const listed: { _id: string; in_transit: number }[] = (await root().get("/v1/products")).body;
  return without(
    Object.fromEntries(
      listed.filter(({ _id }) => own.has(_id)).map(({ _id, in_transit }) => [_id, in_transit] as const),
    ),
  );
};
