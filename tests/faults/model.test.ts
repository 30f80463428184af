// Random histories of stock in, stock out and picklists under faults, against a model that fits in one's head.
// Replay one: SEED=<seed> REPLAY=<path> npx vitest run --project node tests/faults/model.test.ts
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { type Channel, channels } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { breakdown } from "#shared/stock.ts";
import { type Fate, newProxy } from "#tests/support/proxy.ts";
import { keyed, newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Answer, world } from "#tests/support/world.ts";

const proxy = newProxy();
const { manager, executive, invoke } = await world({ wrapDynamo: proxy.wrap });

afterEach(() => {
  proxy.judge = () => "forward";
});

/** Products and warehouses by their number in the history. */
type Step =
  | { kind: "in" | "out"; product: number; warehouse: number; quantity: number }
  | { kind: "picklist"; list: { product: number; quantity: number }[]; channel: Channel };

interface Delivery {
  step: Step;
  /** Times the request arrives, at once. */
  times: number;
  fates: Fate[];
}

const width = 3;
const number = fc.nat({ max: width - 1 });
const quantity = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("in" as const), product: number, warehouse: number, quantity }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("out" as const), product: number, warehouse: number, quantity }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("picklist" as const),
      list: fc.array(fc.record({ product: number, quantity }), { minLength: 1, maxLength: 4 }),
      channel: fc.constantFrom(...channels),
    }),
  },
);
const fate = fc.constantFrom<Fate>("forward", "forward", "lose request", "lose answer", "conflict", "throttle", "fail");
const delivery: fc.Arbitrary<Delivery> = fc.record({
  step,
  times: fc.integer({ min: 1, max: 3 }),
  fates: fc.array(fate, { maxLength: 3 }),
});
/** One delivery after the other, or several at the same time. */
const history = fc.array(fc.array(delivery, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });

interface Places {
  products: string[];
  warehouses: { _id: string; w_id: string }[];
}

const replay = {
  seed: Number(process.env.SEED ?? 20_261_120),
  ...(process.env.REPLAY && { path: process.env.REPLAY }),
};

test("in every history stock equals the ledger, sales equal the picklists, and nothing is ever below zero", {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const places = await newPlaces();
      const books = new Books(places);
      for (const round of rounds) {
        if (round.length === 1) for (const one of round) books.expectAnswer(one.step, await deliver(one, places));
        else
          books.accept(
            await Promise.all(round.map(async (one) => ({ step: one.step, answer: await deliver(one, places) }))),
          );
        expect(await heldNow(places)).toEqual(books.held);
      }
      expect(await soldNow(places)).toEqual(books.sold);
    }),
    { numRuns: 12, ...replay },
  );
  expect(await invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
});

/** Sends a request as often as it arrives, under its faults, and then once more without: all that know agree. */
const deliver = async ({ step, times, fates }: Delivery, places: Places): Promise<Answer> => {
  const key = randomUUID();
  const left = [...fates];
  proxy.judge = (operation) => (operation === "TransactWriteItems" ? (left.shift() ?? "forward") : "forward");
  const answers = await Promise.all(Array.from({ length: times }, () => send(step, places, key)));
  proxy.judge = () => "forward";
  const last = await send(step, places, key);
  for (const answer of answers.filter(({ status }) => status === 201))
    expect(answer).toMatchObject({ status: last.status, body: last.body });
  return last;
};

const send = (step: Step, { products, warehouses }: Places, key: string): Promise<Answer> => {
  if (step.kind === "picklist") {
    const list = step.list.map(({ product, quantity }) => ({ product: products[product], quantity }));
    return executive.post("/v1/transactions/out", { list, channel: step.channel }, keyed(key));
  }
  const body = { product: products[step.product], warehouse: warehouses[step.warehouse]?._id, quantity: step.quantity };
  return executive.post(`/v1/transactions/${step.kind}`, body, keyed(key));
};

const newPlaces = async (): Promise<Places> => {
  const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: width }, make));
  const [products, ids] = await Promise.all([many(() => newProduct(manager)), many(() => newWarehouse(manager))]);
  const all: { _id: string; w_id: string }[] = (await manager.get("/v1/warehouses")).body;
  return { products, warehouses: ids.map((id) => all.find(({ _id }) => _id === id) ?? { _id: id, w_id: id }) };
};

type Counts = Record<string, number>;

/** What should be: units held by product and warehouse, units sold by product and channel. */
class Books {
  readonly held: Counts = {};
  readonly sold: Counts = {};
  private readonly places: Places;

  constructor(places: Places) {
    this.places = places;
  }

  /** One request alone: the model says what must come of it. */
  expectAnswer(step: Step, { status, body }: Answer): void {
    const moves = this.moves(step);
    expect([step, status]).toEqual([step, moves ? 201 : 422]);
    if (moves) this.apply(step, moves);
    else expect(body.details.length).toBeGreaterThan(0);
  }

  /** Requests at the same time: whatever order they took, what was answered is what happened. */
  accept(done: { step: Step; answer: Answer }[]): void {
    for (const { step, answer } of done) {
      expect([201, 422]).toContain(answer.status);
      if (answer.status === 201) this.apply(step, movesOf(answer.body.data));
    }
    expect(Math.min(0, ...Object.values(this.held))).toBe(0);
  }

  /** Where units go, or null when too little is held. */
  private moves(step: Step): [string, number][] | null {
    const { products, warehouses } = this.places;
    if (step.kind !== "picklist") {
      const pair = `${products[step.product]}-${warehouses[step.warehouse]?._id}`;
      const delta = step.kind === "in" ? step.quantity : -step.quantity;
      return (this.held[pair] ?? 0) + delta < 0 ? null : [[pair, delta]];
    }
    const wanted = new Map<number, number>();
    for (const { product, quantity } of step.list) wanted.set(product, (wanted.get(product) ?? 0) + quantity);
    const moves = [...wanted].map(([product, quantity]) => {
      const id = products[product];
      const holdings = warehouses.map((warehouse) => ({
        warehouse: { ...warehouse, name: "" },
        quantity: this.held[`${id}-${warehouse._id}`] ?? 0,
      }));
      const picks = breakdown(quantity, holdings);
      return picks?.map((pick): [string, number] => [`${id}-${pick.warehouse._id}`, -pick.quantity]) ?? null;
    });
    return moves.includes(null) ? null : moves.flatMap((move) => move ?? []);
  }

  private apply(step: Step, moves: [string, number][]): void {
    for (const [pair, delta] of moves) this.held[pair] = (this.held[pair] ?? 0) + delta;
    if (step.kind !== "picklist") return;
    for (const { product, quantity } of step.list) {
      const key = `${this.places.products[product]}-${step.channel}`;
      this.sold[key] = (this.sold[key] ?? 0) + quantity;
    }
  }
}

/** The moves that an answer reports: rows of a line, or items of a picklist. */
const movesOf = (data: Reported[]): [string, number][] =>
  data.flatMap((one): [string, number][] =>
    "breakdown" in one
      ? one.breakdown.map(({ warehouse, quantity }) => [`${one.product._id}-${warehouse._id}`, -quantity])
      : [[`${one.product._id}-${one.warehouse._id}`, one.action === "STOCK_IN" ? one.quantity : -one.quantity]],
  );

interface Named {
  _id: string;
}
type Reported =
  | { product: Named; quantity: number; breakdown: { warehouse: Named; quantity: number }[] }
  | { product: Named; warehouse: Named; action: string; quantity: number };

const heldNow = async ({ products }: Places): Promise<Counts> => {
  const records: { product: Named; warehouse: Named; quantity: number }[] = (await manager.get("/v1/stocks")).body;
  const own = records.filter(({ product }) => products.includes(product._id));
  return Object.fromEntries(
    own.map(({ product, warehouse, quantity }) => [`${product._id}-${warehouse._id}`, quantity]),
  );
};

const soldNow = async ({ products }: Places): Promise<Counts> => {
  const today = dayOf(new Date());
  const { productSales } = (await manager.get(`/v1/app/dash/analytics?start=${today}&end=${today}`)).body;
  const own = (productSales as { _id: string; saleChannels: Counts }[]).filter(({ _id }) => products.includes(_id));
  return Object.fromEntries(
    own.flatMap(({ _id, saleChannels }) =>
      Object.entries(saleChannels)
        .filter(([, units]) => units > 0)
        .map(([channel, units]) => [`${_id}-${channel}`, units]),
    ),
  );
};
