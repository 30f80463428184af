// `npm run replay -- FILE [--api URL] [--user NAME] [--password TEXT]`: replays a file of invoices through the HTTP API
// and checks stock and sales against it.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { normalised } from "#shared/name.ts";
import { ApiError, type CallApi, signIn } from "./client.ts";
import { inParallel } from "./concurrency.ts";
import { compare, type Difference, type ExpectedStock, expectedStock, units } from "./expected-stock.ts";
import { type Invoice, type InvoicedProduct, type Return, readInvoiceFile } from "./invoice-file.ts";

export interface Replay {
  file: string;
  api: string;
  user: string;
  password: string;
  onProgress?: (done: number, all: number) => void;
}

interface Summary {
  products: number;
  /** One per invoice, or several for an invoice with more products than a picklist holds. */
  picklists: number;
  invoices: number;
  sold: number;
  /** Cancelled invoices. */
  returns: number;
  returned: number;
  /** Lines that are neither a sale nor a return. */
  leftOut: number;
  /** Stock, and sales on the dashboard, that differ from the file. */
  differences: Difference[];
}

const stores = [
  { w_id: "RET-01", name: "Retail North", location: "Leeds", description: "Made by the replay of invoices." },
  { w_id: "RET-02", name: "Retail South", location: "Reading", description: "Made by the replay of invoices." },
];
const concurrentRequests = 12;

/** A UUID made from the file and the step, so that replaying the file again posts nothing twice. */
const idempotencyKey = (fileHash: string, step: string): string => {
  const hex = hash("sha256", `${fileHash} ${step}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A conflict means that it exists already: somebody else created it, or an earlier attempt whose answer was lost. */
const ignoreConflict = (error: unknown) => {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
};

const createWarehouses = async (call: CallApi): Promise<string[]> => {
  const known = new Set((await call("GET /v1/warehouses")).map(({ w_id }) => normalised(w_id)));
  for (const store of stores)
    if (!known.has(normalised(store.w_id))) await call("POST /v1/warehouses", store).catch(ignoreConflict);
  const byCode = new Map((await call("GET /v1/warehouses")).map(({ w_id, _id }) => [normalised(w_id), _id]));
  return stores.map(({ w_id }) => byCode.get(normalised(w_id)) ?? "");
};

const idsByCode = async (call: CallApi) =>
  new Map((await call("GET /v1/products")).map(({ p_id, _id }) => [normalised(p_id), _id]));

const createProducts = async (
  call: CallApi,
  goods: InvoicedProduct[],
  tick: () => void,
): Promise<(good: InvoicedProduct) => string> => {
  const known = await idsByCode(call);
  await inParallel(goods, concurrentRequests, async ({ p_id, name }) => {
    const form = { p_id, name, lead_time: 30 };
    if (!known.has(normalised(p_id))) await call("POST /v1/products", form).catch(ignoreConflict);
    tick();
  });
  const ids = await idsByCode(call);
  return ({ p_id }) => ids.get(normalised(p_id)) ?? "";
};

/** Posts the stock that must exist before the first invoice. Returns the time of its first posting, perhaps of an earlier run. */
const postOpeningStock = async (
  call: CallApi,
  goods: Map<InvoicedProduct, ExpectedStock>,
  context: ReplayContext,
): Promise<string> => {
  const steps = [...goods].flatMap(([good, { opening }]) =>
    opening.map((quantity, store) => ({ good, store, quantity })).filter(({ quantity }) => quantity > 0),
  );
  const moments: string[] = [];
  await inParallel(steps, concurrentRequests, async ({ good, store, quantity }) => {
    const body = { ...context.place(good, store), quantity, reason: "Other", remarks: "Opening stock" } as const;
    const { data } = await call("POST /v1/transactions/in", body, context.key(`opening ${store} of ${good.p_id}`));
    moments.push(...data.map(({ created_at }) => created_at));
    context.tick();
  });
  return moments.sort()[0] ?? new Date().toISOString();
};

const postInvoices = (call: CallApi, invoices: Invoice[], context: ReplayContext) =>
  inParallel(invoices, concurrentRequests, async ({ invoice, channel, part, items }) => {
    const list = items.map(({ good, quantity }) => ({ product: context.place(good, 0).product, quantity }));
    await call("POST /v1/transactions/out", { list, channel }, context.key(`invoice ${invoice} part ${part}`));
    context.tick();
  });

const postReturns = (call: CallApi, returns: Return[], context: ReplayContext) =>
  inParallel(returns, concurrentRequests, async ({ invoice, row, good, quantity }) => {
    const body = { ...context.place(good, 0), quantity, reason: "Return", remarks: `Invoice ${invoice}` } as const;
    await call("POST /v1/transactions/in", body, context.key(`line ${row}`));
    context.tick();
  });

/** What all steps of a replay share. */
interface ReplayContext {
  place: (good: InvoicedProduct, store: number) => { product: string; warehouse: string };
  key: (step: string) => string;
  tick: () => void;
}

/** Posts the opening stock and every invoice and return, then compares. An interrupted replay can be run again. */
export const replay = async ({ file, api, user, password, onProgress }: Replay): Promise<Summary> => {
  const bytes = await readFile(file);
  const { goods, invoices, returns, leftOut } = readInvoiceFile(bytes);
  const expected = expectedStock({ goods, invoices, returns, leftOut });
  const fileHash = hash("sha256", bytes, "hex");
  const openings = [...expected.values()].flatMap(({ opening }) => opening.filter((quantity) => quantity > 0));
  const all = goods.length + openings.length + invoices.length + returns.length;
  let done = 0;
  const tick = () => onProgress?.(++done, all);

  const call = await signIn(api, user, password);
  const warehouses = await createWarehouses(call);
  const idOf = await createProducts(call, goods, tick);
  const context: ReplayContext = {
    place: (good, store) => ({ product: idOf(good), warehouse: warehouses[store] ?? "" }),
    key: (step) => idempotencyKey(fileHash, step),
    tick,
  };
  const began = await postOpeningStock(call, expected, context);
  await postInvoices(call, invoices, context);
  await postReturns(call, returns, context);
  return {
    products: goods.length,
    picklists: invoices.length,
    invoices: new Set(invoices.map(({ invoice }) => invoice)).size,
    sold: units(invoices.flatMap(({ items }) => items)),
    returns: new Set(returns.map(({ invoice }) => invoice)).size,
    returned: units(returns),
    leftOut,
    differences: await compare(call, expected, idOf, began),
  };
};

const progressBar = (done: number, all: number) => {
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
  const { products, picklists, invoices, sold, returns, returned, leftOut, differences } = await replay({
    ...{ file, api, user, password },
    onProgress: process.stdout.isTTY ? progressBar : undefined,
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const split = picklists > invoices ? ` as ${picklists} picklists` : "";
  console.log(
    `${products} products, ${invoices} invoices${split} of ${sold} units, ${returns} returns of ${returned} units, in ${seconds} s`,
  );
  if (leftOut > 0) console.log(`Skipped ${leftOut} lines that are neither a sale nor a return`);
  for (const { what, actual, expected } of differences.slice(0, 20))
    console.log(`${what}: ${actual}, expected ${expected}`);
  if (differences.length > 0) throw new Error(`${differences.length} numbers differ from the file`);
  console.log("Every product's stock is its opening stock minus sales plus returns");
  console.log("Sales on the dashboard equal the file's, by product and by channel");
};

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
