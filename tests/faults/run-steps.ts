// Runs the steps of a history as requests to the product, with faults injected, on days of its own.
import assert from "node:assert/strict";
import { addDays, dayOf, firstOpenDay } from "#shared/day.ts";
import { itemsSent } from "#shared/shipment-item.ts";
import { lambdasNow, setClock, shortWaits, testClock } from "#tests/support/clock.ts";
import { countForm, inParallel, productForm } from "#tests/support/fixtures.ts";
import { newProxy, type Outcome } from "#tests/support/proxy.ts";
import { idempotencyKey, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, type Client, newWorld } from "#tests/support/world.ts";
import { correctionOf } from "./correction.ts";
import type { Outage, Step, Wanted } from "./history.ts";
import { type Named, StockModel, type Target } from "./model.ts";

const proxy = newProxy();
let today = "2026-01-05";

/** Sets the Lambdas' clock to a time of the business day. */
export const setTime = (time: `${number}:${number}`, day = today): void => setClock(`${day}T${time}:00+05:30`);

setTime("11:30");
const preload = [testClock(), shortWaits];
export const world = await newWorld({ preload, wrapDynamo: proxy.wrap, wrapStorage: proxy.wrap });
let client = world.root;

/** The client that sends the steps. */
export const root = (): Client => client;

/** Signs in again, since a session lasts twelve hours. */
export const signIn = async (): Promise<void> => {
  client = await world.signIn("root", world.secrets.value(world.output("FirstSignIn")));
};

export const beginDay = async (day: string): Promise<void> => {
  today = day;
  setTime("11:30");
  await signIn();
};

/** The nightly job, while nothing is posted; it finds that every holding and sale equals the ledger. */
export const runJob = async (): Promise<void> => {
  const { mismatches } = (await startJob()) as { mismatches: number };
  assert.equal(mismatches, 0, world.log.filter((line) => line.includes('"mismatch"')).at(-1));
};

export const startJob = (): Promise<unknown> =>
  world.invoke("snapshot", { pause: 0 }).catch((error: Error) => {
    const failed = world.log.filter((line) => line.includes('"step"'));
    throw new Error(`${error.message}\n${failed.join("\n")}`);
  });

export const passDays = async ({ days, job }: { days: number; job: boolean }, model: StockModel): Promise<void> => {
  model.setDay(addDays(model.today, days));
  await beginDay(model.today);
  if (job) await runJob();
};

/** A model of new products and warehouses that begins on a day of its own. */
export const newModel = async (products: number, warehouses: number): Promise<StockModel> => {
  await beginDay(addDays(today, 1));
  const many = async (count: number, make: (client: Client) => Promise<string>, path: string) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(...(await inParallel(Math.min(10, count - ids.length), () => make(client))));
    const rows: { _id: string; p_id?: string; w_id?: string }[] = (await client.get(path)).body;
    const codes = new Map(rows.map(({ _id, p_id, w_id }) => [_id, p_id ?? w_id ?? ""]));
    return ids.map((_id): Named => ({ _id, code: codes.get(_id) ?? "", made: today }));
  };
  const goods = await many(products, newProduct, "/v1/products");
  return new StockModel(today, goods, await many(warehouses, newWarehouse, "/v1/warehouses"));
};

/** A second later: what happens in two rounds has an order. */
export const tick = (): void => setClock(new Date(lambdasNow() + 1_000).toISOString());

/** Some seconds later, perhaps on the next day. */
export const advance = async (seconds: number, model: StockModel): Promise<void> => {
  const then = lambdasNow() + 1_000 * seconds;
  setClock(new Date(then).toISOString());
  if (dayOf(then) === model.today) return;
  today = dayOf(then);
  model.setDay(today, firstOpenDay(new Date(then)));
  await signIn();
};

/** Entries of ledger and changes, and open containers, that an index does not have yet, by id and time of creation in milliseconds. */
export const hideFromIndex = (isHidden?: (id: string, createdAt: number, index: string) => boolean): void => {
  const text = (attribute: Record<string, unknown> | undefined) => String(attribute?.S);
  proxy.hide =
    isHidden &&
    ((operation, body) => {
      const [, index] = (operation === "Query" && /"IndexName":"(byDay|open)"/.exec(body)) || [];
      return index ? ({ _id, created_at }) => isHidden(text(_id), Date.parse(text(created_at)), index) : undefined;
    });
};

/** The outcomes of the next transactions, in order. */
export const injectFaults = (outcomes: readonly Outcome[]): void => {
  const left = [...outcomes];
  proxy.decide = (operation) => (operation === "TransactWriteItems" ? (left.shift() ?? "forward") : "forward");
};

export const clearFaults = (): void => {
  proxy.decide = () => "forward";
};

/**
 * Kills the running Lambda in its call number `call` to an engine, or leaves its transaction of that number unanswered
 * or in progress. The returned function tests whether it got that far. For reads, unanswered is the same as not sent.
 */
export const injectOutage = ({ call, how }: Outage): (() => boolean) => {
  let calls = 0;
  let last = "";
  proxy.decide = (operation, body) => {
    if (how === "killed") {
      // Reads of one table in a row are one place: nothing has changed between them.
      const place = /^(Get|BatchGet|Query|Scan)/.test(operation) ? `${operation} ${tableIn(body)}` : "";
      if (place === "" || place !== last) calls++;
      last = place;
      return calls > call ? "deny" : "forward";
    }
    if (operation !== "TransactWriteItems" || calls++ !== call) return "forward";
    return how === "unanswered" ? "lose answer" : how;
  };
  return () => calls > call;
};

const tableIn = (body: string): string | undefined => /"(?:TableName|RequestItems)":\{?"([^"]+)"/.exec(body)?.[1];

/** Runs `then` while a call of `first` waits: its first transaction, or the call that `held` selects. */
export const during = async <A, B>(
  first: () => Promise<A>,
  then: () => Promise<B>,
  held = (operation: string, _: string): boolean => operation === "TransactWriteItems",
): Promise<[A, B]> => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  proxy.decide = async (operation, body): Promise<Outcome> => {
    if (!held(operation, body)) return "forward";
    clearFaults();
    reach();
    await released;
    return "forward";
  };
  const one = first();
  // A request that is refused sends no transaction.
  await Promise.race([reached, one]);
  const other = await then();
  clearFaults();
  release();
  return [await one, other];
};

/** Sends a step with an idempotency key. */
export const send = (step: Step, model: StockModel, target: Target, key: string): Promise<Answer> => {
  const [method, path, body] = requestOf(step, model, target);
  return client.send(method, path, body, idempotencyKey(key));
};

const requestOf = (step: Step, model: StockModel, target: Target): [method: string, path: string, body?: unknown] => {
  const { products, warehouses } = model;
  const named = (list: Wanted[]) =>
    list.map(({ product, quantity }) => ({ product: products[product]?._id, quantity }));
  const place = (number: number) => warehouses[number]?._id;
  switch (step.kind) {
    case "picklist":
      return ["POST", "/v1/transactions/out", { list: named(step.list), channel: step.channel }];
    case "transfer": {
      const [from, to] = [place(step.from), place(step.to)];
      return ["POST", "/v1/transactions/transfer", { from, to, list: named(step.list) }];
    }
    case "announce": {
      const body = { container: "MSKU", expected_delivery: addDays(model.today, 9), again: true };
      return ["POST", "/v1/shipments", { ...body, list: named(step.list) }];
    }
    case "receive": {
      const list = step.list && { list: named(step.list) };
      const close = step.close && { close: "Lost at sea" };
      const body = { warehouse: place(step.warehouse), ...list, ...close };
      return ["POST", `/v1/shipments/${target.container?.id}/receive`, body];
    }
    case "correct": {
      const { original } = target;
      const list = original && correctionOf(step, original, model).list;
      const body = { list, corrections: original?.corrections, ...answerOf(step) };
      return ["POST", `/v1/transactions/${original?.id}/correct`, body];
    }
    case "reverse":
      return ["POST", `/v1/transactions/${target.original?.id}/reverse`, answerOf(step)];
    case "count": {
      const rows = step.list.map(({ product, warehouse, quantity }) =>
        [products[product]?.code, warehouses[warehouse]?.code, quantity].join(","),
      );
      const file = ["P.ID/SKU/BC,W.ID,Quantity", ...rows].join("\n");
      return ["POST", "/v1/dev/stock-adjustment", countForm(addDays(model.today, -step.daysAgo), file)];
    }
    case "delete":
      return ["DELETE", `/v1/${pathOf[step.noun]}/${target.entity?._id ?? target.container?.id}`];
    case "restore":
      return ["POST", `/v1/${pathOf[step.noun]}/${target.entity?._id}/restore`];
    case "replace": {
      const code = target.entity?.code;
      if (step.noun === "product") return ["POST", "/v1/products", productForm({ p_id: code, name: `${code} again` })];
      return ["POST", "/v1/warehouses", { w_id: code, name: `${code} Hub` }];
    }
    default: {
      const { kind, product, warehouse, quantity } = step;
      const body = { product: products[product]?._id, warehouse: place(warehouse), quantity };
      return ["POST", `/v1/transactions/${kind}`, body];
    }
  }
};

const answerOf = ({ counted }: { counted?: string | undefined }) => (counted ? { counted } : {});

const pathOf = { product: "products", warehouse: "warehouses", container: "shipments" } as const;

/** Records announced, deleted, replaced and restored rows in the model. */
export const record = (step: Step, { body }: Answer, model: StockModel, { entity, container }: Target): void => {
  if (step.kind === "announce") {
    const list = step.list.map(({ product, quantity }) => ({ product: model.products[product]?._id ?? "", quantity }));
    model.containers.push({ id: body._id, items: itemsSent(list) });
  }
  if (step.kind === "delete" && entity) entity.deleted = model.today;
  if (step.kind === "delete" && container) container.deleted = true;
  if (step.kind === "restore" && entity) model.restore(step.noun, entity);
  if (step.kind === "replace" && entity)
    model.replace(step.noun, entity, { ...entity, ...fresh(body._id, model.today) });
};

const fresh = (_id: string, made: string) => ({ _id, made, deleted: undefined });
