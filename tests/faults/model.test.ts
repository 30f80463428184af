// Random histories of everything that moves stock, under faults, against a model of the books.
// Replay one: SEED=<seed> REPLAY=<path> npx vitest run --project node tests/faults/model.test.ts
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { addDays, dayOf } from "#shared/day.ts";
import { newProxy } from "#tests/support/proxy.ts";
import { keyed, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";
import { Books, type Counts, type Moves, type Places } from "./books.ts";
import { type Delivery, histories, type Step, type Wanted, width } from "./history.ts";

const proxy = newProxy();
const { manager, invoke } = await world({ wrapDynamo: proxy.wrap });

afterEach(() => {
  proxy.judge = () => "forward";
});

const replay = {
  seed: Number(process.env.SEED ?? 20_261_120),
  ...(process.env.REPLAY && { path: process.env.REPLAY }),
};

test("in every history stock equals the ledger, sales and what is in transit follow it, and nothing is ever below zero", {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (rounds) => {
      const places = await newPlaces();
      const books = new Books(places);
      for (const round of rounds) {
        const possible = round.filter(({ step }) => exists(step, books));
        const [only] = possible;
        if (only && possible.length === 1) await alone(only, books, places);
        else await together(possible, books, places);
        expect(await heldNow(places)).toEqual(without(books.held));
      }
      expect(await soldNow(places)).toEqual(without(books.sold));
      expect(await owedNow(places)).toEqual(without(books.owed));
    }),
    { numRuns: 12, ...replay },
  );
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

/** There must be something to receive or to reverse. */
const exists = (step: Step, books: Books): boolean =>
  step.kind === "reverse" ? books.posted.length > 0 : step.kind === "receive" ? books.containers.length > 0 : true;

/** One request alone: the model says what must come of it. */
const alone = async (delivery: Delivery, books: Books, places: Places): Promise<void> => {
  const { step } = delivery;
  const wanted = books.expect(step);
  const answer = await deliver(delivery, books, places);
  expect([step, answer.status]).toEqual([step, wanted.status]);
  if (answer.status === 201) {
    if (step.kind !== "announce") expect(sorted(movesOf(answer.body.data))).toEqual(sorted(wanted.moves));
    settle(step, answer, books);
  }
};

/** Requests at the same time: whatever order they took, what was answered is what happened. */
const together = async (round: Delivery[], books: Books, places: Places): Promise<void> => {
  const originals = round.map(({ step }) => (step.kind === "reverse" ? books.movement(step.movement) : undefined));
  const answers = await Promise.all(round.map((delivery) => deliver(delivery, books, places)));
  const announced = books.containers.length;
  for (const [index, { step }] of round.entries()) {
    const answer = answers[index];
    if (!answer) continue;
    expect([201, 400, 409, 422]).toContain(answer.status);
    // Containers of this round come after those that its receipts meant.
    const meant = step.kind === "receive" ? { ...step, container: step.container % Math.max(1, announced) } : step;
    if (answer.status === 201) settle(meant, answer, books, originals[index]);
  }
  expect(Math.min(0, ...Object.values(books.held))).toBe(0);
};

const settle = (step: Step, { body }: Answer, books: Books, original?: ReturnType<Books["movement"]>): void => {
  const undone = step.kind === "reverse" ? (original ?? books.movement(step.movement)) : undefined;
  if (step.kind === "announce") books.announced(body._id, step.list);
  else books.apply(body.movement, step, movesOf(body.data), undone);
};

/** Sends a request as often as it arrives, under its faults, and then once more without: all that know agree. */
const deliver = async ({ step, times, fates }: Delivery, books: Books, places: Places): Promise<Answer> => {
  const key = randomUUID();
  const [path, body] = requestOf(step, books, places);
  const send = () => manager.post(path, body, keyed(key));
  const left = [...fates];
  proxy.judge = (operation) => (operation === "TransactWriteItems" ? (left.shift() ?? "forward") : "forward");
  const answers = await Promise.all(Array.from({ length: times }, send));
  proxy.judge = () => "forward";
  const last = await send();
  for (const answer of answers.filter(({ status }) => status === 201))
    expect(answer).toMatchObject({ status: last.status, body: last.body });
  return last;
};

const requestOf = (step: Step, books: Books, { products, warehouses }: Places): [path: string, body: object] => {
  const named = (list: Wanted[]) => list.map(({ product, quantity }) => ({ product: products[product], quantity }));
  const place = (at: number) => warehouses[at]?._id;
  switch (step.kind) {
    case "picklist":
      return ["/v1/transactions/out", { list: named(step.list), channel: step.channel }];
    case "transfer":
      return ["/v1/transactions/transfer", { from: place(step.from), to: place(step.to), list: named(step.list) }];
    case "announce":
      return [
        "/v1/shipments",
        { container: "MSKU", expected_delivery: addDays(dayOf(new Date()), 9), list: named(step.list) },
      ];
    case "receive": {
      const list = step.list && { list: named(step.list) };
      return [
        `/v1/shipments/${books.container(step.container)?.id}/receive`,
        { warehouse: place(step.warehouse), ...list },
      ];
    }
    case "reverse":
      return [`/v1/transactions/${books.movement(step.movement)?.id}/reverse`, {}];
    default: {
      const { kind, product, warehouse, quantity } = step;
      return [`/v1/transactions/${kind}`, { product: products[product], warehouse: place(warehouse), quantity }];
    }
  }
};

const newPlaces = async (): Promise<Places> => {
  const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: width }, make));
  const [products, ids] = await Promise.all([many(() => newProduct(manager)), many(() => newWarehouse(manager))]);
  const all: { _id: string; w_id: string }[] = (await manager.get("/v1/warehouses")).body;
  return { products, warehouses: ids.map((id) => all.find(({ _id }) => _id === id) ?? { _id: id, w_id: id }) };
};

interface Named {
  _id: string;
}
type Reported =
  | { product: Named; quantity: number; breakdown: { warehouse: Named; quantity: number }[] }
  | { product: Named; warehouse: Named; action: string; quantity: number };

/** The moves that an answer reports: rows of a line, or items of a picklist. */
const movesOf = (data: Reported[]): Moves =>
  data.flatMap(
    (one): Moves =>
      "breakdown" in one
        ? one.breakdown.map(({ warehouse, quantity }) => [`${one.product._id}-${warehouse._id}`, -quantity])
        : [[`${one.product._id}-${one.warehouse._id}`, one.action === "STOCK_IN" ? one.quantity : -one.quantity]],
  );

const sorted = (moves: Moves): Moves => [...moves].sort(([a], [b]) => (a < b ? -1 : 1));

/** What is nought may be said or not. */
const without = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([, units]) => units !== 0));

const heldNow = async ({ products }: Places): Promise<Counts> => {
  const records: { product: Named; warehouse: Named; quantity: number }[] = (await manager.get("/v1/stocks")).body;
  const own = records.filter(({ product }) => products.includes(product._id));
  return without(
    Object.fromEntries(own.map(({ product, warehouse, quantity }) => [`${product._id}-${warehouse._id}`, quantity])),
  );
};

const soldNow = async ({ products }: Places): Promise<Counts> => {
  const today = dayOf(new Date());
  const { productSales } = (await manager.get(`/v1/app/dash/analytics?start=${today}&end=${today}`)).body;
  const own = (productSales as { _id: string; saleChannels: Counts }[]).filter(({ _id }) => products.includes(_id));
  const pairs = own.flatMap(({ _id, saleChannels }) =>
    Object.entries(saleChannels).map(([channel, units]) => [`${_id}-${channel}`, units]),
  );
  return without(Object.fromEntries(pairs));
};

const owedNow = async ({ products }: Places): Promise<Counts> => {
  const listed: { _id: string; in_transit: number }[] = (await manager.get("/v1/products")).body;
  return without(
    Object.fromEntries(
      listed.filter(({ _id }) => products.includes(_id)).map(({ _id, in_transit }) => [_id, in_transit]),
    ),
  );
};
