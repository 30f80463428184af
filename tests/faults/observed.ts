// Stock, sales and units in transit as the product stores and answers them, in the form of the model.
import { listDays } from "#shared/day.ts";
import type { Movement } from "#shared/movement.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { inParallel } from "#tests/support/fixtures.ts";
import type { Answer } from "#tests/support/world.ts";
import { type Counts, type Effect, type Moment, type Moves, type StockModel, withoutZeros } from "./model.ts";
import { root, world } from "./run-steps.ts";

const { all, find } = engine(world);

/** The ledger's entries of a movement; a batch has one for each of its chunks, in order. */
export const entriesOf = async (id: string): Promise<Movement[]> => {
  const entry = async (chunk: string) => (await find("movements", chunk)) as unknown as Movement | undefined;
  const first = (await entry(id)) ?? (await entry(`${id}.0`));
  const rest = await inParallel((first?.chunks ?? 1) - 1, (index) => entry(`${id}.${index + 1}`));
  return [first, ...rest].filter((one) => one !== undefined);
};

export const movesOf = ({ lines }: Movement): Moves =>
  lines.map(([product, warehouse, delta]) => [`${product}-${warehouse}`, delta]);

/** The movement that a correction has added, by its answer. */
export const additionIn = ({ body }: Answer): string | undefined =>
  body.data?.find((row: { adds_to?: string }) => row.adds_to)?.movement;

/** What a correction or reversal took back, by its answer. */
export const takeBackIn = ({ body }: Answer): string | undefined =>
  body.data?.find((row: { takes_back?: string }) => row.takes_back)?.movement;

/** The effect and the moment of a movement, by the ledger. */
export const effectOf = async (id: string): Promise<Effect & Moment> => {
  const entries = await entriesOf(id);
  const closed = entries.flatMap(({ closed = [] }) => closed);
  const [{ day = "", created_at: at = "" } = {}] = entries;
  return { moves: entries.flatMap(movesOf), closed, day, at };
};

/** Stored holdings of these products, deleted ones too. */
export const stored = async ({ products, replaced }: StockModel): Promise<Counts> => {
  const own = new Set([...products, ...replaced.product].map(({ _id }) => _id));
  const rows = ((await all("stocks")) as { _id: string; held: Counts }[]).filter(({ _id }) => own.has(_id));
  const pairs = rows.flatMap(({ _id, held }) =>
    Object.entries(held).map(([warehouse, units]) => [`${_id}-${warehouse}`, units] as const),
  );
  return withoutZeros(Object.fromEntries(pairs));
};

interface Named {
  _id: string;
}
type AnswerRow =
  | { product: Named; quantity: number; breakdown: { warehouse: Named; quantity: number }[] }
  | { product: Named; warehouse: Named; action: string; quantity: number };

/** Moves in an answer: rows of the ledger, or items of a picklist. */
export const movesInAnswer = (data: AnswerRow[]): Moves =>
  data.flatMap(
    (one): Moves =>
      "breakdown" in one
        ? one.breakdown.map(({ warehouse, quantity }) => [`${one.product._id}-${warehouse._id}`, -quantity])
        : [[`${one.product._id}-${one.warehouse._id}`, one.action === "STOCK_IN" ? one.quantity : -one.quantity]],
  );

export const sorted = (moves: Moves): Moves => [...moves].sort(([a], [b]) => (a < b ? -1 : 1));

type Row = [p_id: string, w_id: string, units: number];

/** The stock that Manage Inventory lists of these products. */
export const listedStock = async (model: StockModel): Promise<Counts> => {
  const records: { product: { p_id: string }; warehouse: { w_id: string }; quantity: number }[] = (
    await root().get("/v1/stocks")
  ).body;
  const rows = records.map(({ product, warehouse, quantity }): Row => [product.p_id, warehouse.w_id, quantity]);
  return places(model, rows);
};

/** Their stock in the report of a closed day. */
export const reportedStock = async (day: string, model: StockModel): Promise<Counts> => {
  const file = await downloadWithTestClock(world, root(), "/v1/stock-report/export", { date: day });
  const [, ...rows] = (await readWorkbook(file)).rows;
  return places(
    model,
    rows.map((row): Row => [String(row[0]), String(row[2]), Number(row[4])]),
  );
};

const places = ({ products }: StockModel, rows: Row[]): Counts => {
  const own = new Set(products.map(({ code }) => code));
  const held = rows.filter(([p_id]) => own.has(p_id)).map(([p_id, w_id, units]) => [`${p_id} in ${w_id}`, units]);
  return withoutZeros(Object.fromEntries(held));
};

/** Sales that the dashboard shows for each day since the model began, or since another day. */
export const dashboardSales = async (model: StockModel, since = model.first): Promise<Counts> => {
  const own = new Set([...model.products, ...model.replaced.product].map(({ _id }) => _id));
  const days = listDays(since, model.today);
  const sales = await Promise.all(
    days.map(async (day) => {
      const { productSales } = (await root().get(`/v1/app/dash/analytics?start=${day}&end=${day}`)).body;
      return (productSales as { _id: string; saleChannels: Counts }[])
        .filter(({ _id }) => own.has(_id))
        .flatMap(({ _id, saleChannels }) =>
          Object.entries(saleChannels).map(([channel, units]) => [`${day} ${_id}-${channel}`, units] as const),
        );
    }),
  );
  return withoutZeros(Object.fromEntries(sales.flat()));
};

/** Units in transit of products that are not deleted. */
export const inTransitNow = async (model: StockModel): Promise<Counts> => {
  const own = new Set(model.products.map(({ _id }) => _id));
  const listed: { _id: string; in_transit: number }[] = (await root().get("/v1/products")).body;
  const counted = listed.filter(({ _id }) => own.has(_id));
  return withoutZeros(Object.fromEntries(counted.map(({ _id, in_transit }) => [_id, in_transit])));
};
