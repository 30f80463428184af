// Replays a file of invoices through the HTTP API: `npm run replay -- FILE [--api URL] [--user NAME] [--password TEXT]`.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { normalised } from "#shared/name.ts";
import { type Ask, Refusal, signIn } from "./client.ts";
import { inLanes } from "./concurrency.ts";
import { type Books, booksOf, compare, type Difference, units } from "./expected-stock.ts";
import { type Good, type Invoice, type Return, readRetail } from "./invoice-file.ts";

export interface Replay {
  file: string;
  api: string;
  user: string;
  password: string;
  onProgress?: (done: number, all: number) => void;
}

interface Summary {
  products: number;
  /** Picklists, one an invoice; an invoice of more products than one holds is several. */
  picklists: number;
  invoices: number;
  sold: number;
  /** Cancelled invoices. */
  returns: number;
  returned: number;
  leftOut: number;
  /** Where stock, or sales on the dashboard, are not what the file says. */
  wrong: Difference[];
}

const stores = [
  { w_id: "RET-01", name: "Retail North", location: "Leeds", description: "Made by the replay of invoices." },
  { w_id: "RET-02", name: "Retail South", location: "Reading", description: "Made by the replay of invoices." },
];
/** Requests on their way at a time. */
const width = 12;

/** All of them, side by side. */
const side = <T>(list: T[], work: (one: T) => Promise<unknown>) =>
  inLanes(
    list.map((one) => [one]),
    width,
    work,
  );

/** A UUID that is the same for the same file and step, so that replaying again posts nothing again. */
const keyOf = (print: string, step: string): string => {
  const hex = createHash("sha256").update(`${print} ${step}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Somebody, or an earlier attempt that got no answer, was first. */
const unlessTaken = (error: unknown) => {
  if (!(error instanceof Refusal && error.status === 409)) throw error;
};

const openStores = async (ask: Ask): Promise<string[]> => {
  const known = new Set((await ask("GET /v1/warehouses")).map(({ w_id }) => normalised(w_id)));
  for (const store of stores)
    if (!known.has(normalised(store.w_id))) await ask("POST /v1/warehouses", store).catch(unlessTaken);
  const byCode = new Map((await ask("GET /v1/warehouses")).map(({ w_id, _id }) => [w_id, _id]));
  return stores.map(({ w_id }) => byCode.get(w_id) ?? "");
};

const idsByCode = async (ask: Ask) =>
  new Map((await ask("GET /v1/products")).map(({ p_id, _id }) => [normalised(p_id), _id]));

const listGoods = async (ask: Ask, goods: Good[], tick: () => void): Promise<(good: Good) => string> => {
  const known = await idsByCode(ask);
  await side(goods, async ({ p_id, name }) => {
    const form = { p_id, name, lead_time: 30 };
    if (!known.has(normalised(p_id))) await ask("POST /v1/products", form).catch(unlessTaken);
    tick();
  });
  const ids = await idsByCode(ask);
  return ({ p_id }) => ids.get(normalised(p_id)) ?? "";
};

/** Posts what must be there before the first invoice; gives the moment of the first posting, now or long ago. */
const openStock = async (ask: Ask, goods: Map<Good, Books>, at: Places): Promise<string> => {
  const steps = [...goods].flatMap(([good, { opening }]) =>
    opening.map((quantity, store) => ({ good, store, quantity })).filter(({ quantity }) => quantity > 0),
  );
  const moments: string[] = [];
  await side(steps, async ({ good, store, quantity }) => {
    const body = { ...at.place(good, store), quantity, reason: "Other", remarks: "Opening stock" } as const;
    const { data } = await ask("POST /v1/transactions/in", body, at.key(`opening ${store} of ${good.p_id}`));
    moments.push(...data.map(({ created_at }) => created_at));
    at.tick();
  });
  return moments.sort()[0] ?? new Date().toISOString();
};

const postInvoices = (ask: Ask, invoices: Invoice[], at: Places) =>
  side(invoices, async ({ invoice, channel, part, items }) => {
    const list = items.map(({ good, quantity }) => ({ product: at.place(good, 0).product, quantity }));
    await ask("POST /v1/transactions/out", { list, channel }, at.key(`invoice ${invoice} part ${part}`));
    at.tick();
  });

const postReturns = (ask: Ask, returns: Return[], at: Places) =>
  side(returns, async ({ invoice, row, good, quantity }) => {
    const body = { ...at.place(good, 0), quantity, reason: "Return", remarks: `Invoice ${invoice}` } as const;
    await ask("POST /v1/transactions/in", body, at.key(`line ${row}`));
    at.tick();
  });

/** What the steps of one replay share. */
interface Places {
  place: (good: Good, store: number) => { product: string; warehouse: string };
  key: (step: string) => string;
  tick: () => void;
}

/** Opens stock and posts every invoice and return, then compares; may be cut off and begun again. */
export const replay = async ({ file, api, user, password, onProgress }: Replay): Promise<Summary> => {
  const bytes = await readFile(file);
  const { goods, invoices, returns, leftOut } = readRetail(bytes);
  const books = booksOf({ goods, invoices, returns, leftOut });
  const print = createHash("sha256").update(bytes).digest("hex");
  const openings = [...books.values()].flatMap(({ opening }) => opening.filter((quantity) => quantity > 0));
  const all = goods.length + openings.length + invoices.length + returns.length;
  let done = 0;
  const tick = () => onProgress?.(++done, all);

  const ask = await signIn(api, user, password);
  const warehouses = await openStores(ask);
  const idOf = await listGoods(ask, goods, tick);
  const at: Places = {
    place: (good, store) => ({ product: idOf(good), warehouse: warehouses[store] ?? "" }),
    key: (step) => keyOf(print, step),
    tick,
  };
  const began = await openStock(ask, books, at);
  await postInvoices(ask, invoices, at);
  await postReturns(ask, returns, at);
  return {
    products: goods.length,
    picklists: invoices.length,
    invoices: new Set(invoices.map(({ invoice }) => invoice)).size,
    sold: units(invoices.flatMap(({ items }) => items)),
    returns: new Set(returns.map(({ invoice }) => invoice)).size,
    returned: units(returns),
    leftOut,
    wrong: await compare(ask, books, idOf, began),
  };
};

const bar = (done: number, all: number) => {
  const full = Math.floor((done / all) * 40);
  process.stdout.write(`\r${"█".repeat(full)}${"░".repeat(40 - full)} ${done}/${all}${done === all ? "\n" : ""}`);
};

const main = async () => {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    options: { api: text, user: text, password: text },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file) throw new Error("Which file? npm run replay -- FILE");
  const { api = "http://localhost:3000", user = "root", password = "inventory-demo" } = values;
  const started = performance.now();
  const { products, picklists, invoices, sold, returns, returned, leftOut, wrong } = await replay({
    ...{ file, api, user, password },
    onProgress: process.stdout.isTTY ? bar : undefined,
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const split = picklists > invoices ? ` as ${picklists} picklists` : "";
  console.log(
    `${products} products, ${invoices} invoices${split} of ${sold} units, ${returns} returns of ${returned} units, in ${seconds} s`,
  );
  if (leftOut > 0) console.log(`${leftOut} lines are neither a sale nor a return and were left out`);
  for (const { what, is, expected } of wrong.slice(0, 20)) console.log(`${what}: ${is}, expected ${expected}`);
  if (wrong.length > 0) throw new Error(`${wrong.length} sums are not those of the file`);
  console.log("Every product's stock is its opening minus sales plus returns");
  console.log("Sales on the dashboard are the file's, by product and by channel");
};

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
