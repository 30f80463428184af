// Replays a file of invoices through the HTTP API: `npm run replay -- FILE [--api URL] [--user NAME] [--password TEXT]`.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Body } from "#shared/api.ts";
import { normalised } from "#shared/field.ts";
import { type Ask, Refusal, signIn } from "./client.ts";
import { inLanes } from "./lanes.ts";
import { expected, type Good, type Line, opening, type Retail, readRetail, units } from "./retail.ts";

export interface Replay {
  file: string;
  api: string;
  user: string;
  password: string;
  onProgress?: (done: number, all: number) => void;
}

export interface Summary {
  products: number;
  invoices: number;
  returns: number;
  sold: number;
  returned: number;
  leftOut: number;
  /** Products whose stock is not opening minus sales plus returns. */
  wrong: { p_id: string; stock: number; expected: number }[];
}

const stores = [
  { w_id: "RET-01", name: "Retail North", location: "Leeds", description: "Made by the replay of invoices." },
  { w_id: "RET-02", name: "Retail South", location: "Reading", description: "Made by the replay of invoices." },
];
/** Requests on their way at a time. */
const width = 12;

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
  await inLanes(
    goods.map((good) => [good]),
    width,
    async ({ p_id, name }) => {
      const form = { p_id, name, lead_time: 30 };
      if (!known.has(normalised(p_id))) await ask("POST /v1/products", form).catch(unlessTaken);
      tick();
    },
  );
  const ids = await idsByCode(ask);
  return ({ p_id }) => ids.get(normalised(p_id)) ?? "";
};

interface Step {
  call: "POST /v1/transactions/in" | "POST /v1/transactions/out";
  reason: "Other" | "Return" | "Outbound";
  good: Good;
  store: number;
  quantity: number;
  remarks: string;
  /** Tells it from the other steps of the file. */
  name: string;
}

/** Opening stock, then the lines of a product in the order of the file. */
const stepsOf = (good: Good): Step[] => [
  ...stores.flatMap((_, store): Step[] => {
    const name = `opening ${store} of ${good.p_id}`;
    const quantity = opening(good, store);
    const rest = { good, store, quantity, remarks: "Opening stock", name };
    return quantity > 0 ? [{ call: "POST /v1/transactions/in", reason: "Other", ...rest }] : [];
  }),
  ...good.lines.map(({ kind, invoice, number, ...line }): Step => {
    const rest = { ...line, good, remarks: `Invoice ${invoice}`, name: `line ${number}` };
    if (kind === "out") return { call: "POST /v1/transactions/out", reason: "Outbound", ...rest };
    return { call: "POST /v1/transactions/in", reason: "Return", ...rest };
  }),
];

const summary = async (ask: Ask, { goods, leftOut }: Retail, idOf: (good: Good) => string): Promise<Summary> => {
  const stock = new Map<string, number>();
  for (const { product, quantity } of await ask("GET /v1/stocks"))
    stock.set(product._id, (stock.get(product._id) ?? 0) + quantity);
  const sum = (count: (good: Good) => number) => goods.reduce((total, good) => total + count(good), 0);
  const lines = goods.flatMap((good) => good.lines);
  const invoices = (of: Line["kind"]) => new Set(lines.filter(({ kind }) => kind === of).map(({ invoice }) => invoice));
  return {
    products: goods.length,
    invoices: invoices("out").size,
    returns: invoices("in").size,
    sold: sum((good) => units(good, "out")),
    returned: sum((good) => units(good, "in")),
    leftOut,
    wrong: goods
      .map((good) => ({ p_id: good.p_id, stock: stock.get(idOf(good)) ?? 0, expected: expected(good) }))
      .filter((good) => good.stock !== good.expected),
  };
};

/** Opens stock and posts every line; may be cut off and begun again. */
export const replay = async ({ file, api, user, password, onProgress }: Replay): Promise<Summary> => {
  const bytes = await readFile(file);
  const retail = readRetail(bytes);
  const print = createHash("sha256").update(bytes).digest("hex");
  const lanes = retail.goods.map(stepsOf);
  const all = lanes.flat().length + lanes.length;
  let done = 0;
  const tick = () => onProgress?.(++done, all);

  const ask = await signIn(api, user, password);
  const warehouses = await openStores(ask);
  const idOf = await listGoods(ask, retail.goods, tick);
  await inLanes(lanes, width, async ({ call, reason, good, store, quantity, remarks, name }) => {
    const body = { product: idOf(good), warehouse: warehouses[store] ?? "", quantity, reason, remarks };
    await ask(call, body as Body<typeof call>, keyOf(print, name));
    tick();
  });
  return summary(ask, retail, idOf);
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
  const { products, invoices, returns, sold, returned, leftOut, wrong } = await replay({
    ...{ file, api, user, password },
    onProgress: process.stdout.isTTY ? bar : undefined,
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${products} products, ${invoices} invoices of ${sold} units, ${returns} returns of ${returned} units, in ${seconds} s`,
  );
  if (leftOut > 0) console.log(`${leftOut} lines are neither a sale nor a return and were left out`);
  for (const { p_id, stock, expected } of wrong.slice(0, 20))
    console.log(`${p_id}: stock ${stock}, expected ${expected}`);
  if (wrong.length > 0) throw new Error(`${wrong.length} products are not opening minus sales plus returns`);
  console.log("Every product's stock is its opening minus sales plus returns");
};

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
