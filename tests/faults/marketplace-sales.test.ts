// Random histories of a company that sells from its own warehouse and from a marketplace's shelf: order files that overlap, come
// four weeks late and cancel lines, sheets and their reversals, moves, corrections, reversals, a warehouse that is in use before it
// stands for the shelf, nights and rebuilds, with any request killed or its answer lost and then sent again.
//
// The test keeps what has happened, not what the stock came to: what a shelf holds is told by its last sheet that was not reversed,
// also one from before it was a shelf, less what cannot have been sold before that, and with what was moved since; a day has sold
// what the files say of it.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Random, seededRandom } from "#demo/random.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import type { PlanRow } from "#shared/plan.ts";
import type { Product } from "#shared/product.ts";
import { lambdasNow } from "#tests/support/clock.ts";
import { drill } from "#tests/support/derived.ts";
import { stockReport } from "#tests/support/download.ts";
import { productForm } from "#tests/support/fixtures.ts";
import { csv, previewOf } from "#tests/support/imports.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import { outages } from "./history.ts";
import * as run from "./run-steps.ts";

type Place = "own" | "shelf";

/** Units of each product, of an order line or of one unit of a code. */
type Units = number[];

interface Line {
  order: string;
  code: string;
  quantity: number;
  day: string;
  place: Place;
  isTaken?: boolean;
  isCancelled?: boolean;
  /** Its sale was changed: files would tell it anew. */
  isChanged?: boolean;
}

/** Units that a day has sold, or fewer by a correction, and when that was first told. */
interface Sale {
  product: number;
  day: string;
  units: number;
  place: Place;
  told: number;
}

/** Units that the shelf is said to hold, at an instant. */
interface Base {
  product: number;
  at: number;
  units: number;
}

interface Sheet {
  movement: string;
  bases: Base[];
  /** What it changed, by which an ordinary warehouse differs without it. */
  changes: Base[];
  isReversed?: boolean;
}

const goods = 3;
const ledgerBegins = "2026-03-01";
let today = ledgerBegins;
let orders = 0;
let histories = 0;
/** How often sheets were reversed, or not because of what came after them. */
const reversals = { done: 0, refused: 0 };

/** Sends a request until it is answered, the first time with a fault in one of its calls. */
const sent = async (random: Random, send: () => Promise<Answer>): Promise<Answer> => {
  if (random.happens(0.4)) {
    run.injectOutage({ call: random.between(0, 19), how: random.pick(outages) ?? "killed" });
    const { status } = await send().catch(() => ({ status: 503 }));
    run.clearFaults();
    if (status < 500) return send();
  }
  const answer = await send();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer;
};

await run.beginDay(ledgerBegins);
const newPlace = async (w_id: string, not_for_picking = ""): Promise<string> =>
  (await run.root().post("/v1/warehouses", { w_id, name: `Place ${w_id}`, not_for_picking })).body._id;
const own = await newPlace("OWN");

/** The warehouse that stands for the shelf from some day on, once for all histories of a run. */
const newShelf = async (number: number) => {
  const w_id = `FBA${number}`;
  const _id = await newPlace(w_id, "yes");
  const stand = async (sells_for: string) =>
    expect(await run.root().patch(`/v1/warehouses/${_id}`, { sells_for })).toMatchObject({ status: 200 });
  return { _id, w_id, stand, isMarked: false };
};
type Shelf = Awaited<ReturnType<typeof newShelf>>;

const newHistory = async (seed: number, shelf: Shelf) => {
  const random = seededRandom(seed);
  const number = ++histories;
  const products: { _id: string; p_id: string }[] = [];
  for (let at = 0; at < goods; at++) {
    const form = productForm({ p_id: `H${number}-${at}`, name: `Bib ${number}-${at}` });
    products.push((await run.root().post("/v1/products", form)).body);
  }
  const set = `SET-${number}`;
  const moves: (Base & { place: Place })[] = [];
  const sheets: Sheet[] = [];
  const lines: Line[] = [];
  const sales: Sale[] = [];
  /** What places held when days ended. */
  const closes: Record<string, Record<Place, Units>> = {};
  /** The day of each product's first movement, from which on the plan knows it. */
  const began = new Map<number, string>();
  let firstMark = 0;

  const moved = (...some: { product: number }[]) => {
    for (const { product } of some) if (!began.has(product)) began.set(product, today);
  };

  /** Until when its stock is net of sales without a sheet of the shelf: its last sheet before says so, if one is left. */
  const netBefore = (product: number): number => {
    const before = sheets.filter(({ bases, isReversed }) => bases.length === 0 && !isReversed);
    const set = before.flatMap(({ changes }) => changes.flatMap((one) => (one.product === product ? one.at : [])));
    return set.length > 0 ? Math.max(...set) : firstMark;
  };

  /** What a place holds by all that has happened. */
  const holds = (product: number, place: Place): number => {
    const isOf = <O extends { product: number; place?: Place }>(one: O) =>
      one.product === product && (one.place ?? place) === place;
    const told = sheets.flatMap((one) => (one.isReversed || place === "own" ? [] : one.bases)).filter(isOf);
    const { at: since, units } = told.sort((a, b) => a.at - b.at).at(-1) ?? { at: 0, units: 0 };
    const net = since || netBefore(product);
    const sum = (some: readonly { units: number }[]) => some.reduce((all, one) => all + one.units, 0);
    const mayBeSoldAfter = ({ day, told }: Sale) =>
      Math.min(Date.parse(`${addDays(day, 1)}T00:00:00+05:30`), told) > net;
    const soldSince = sales.filter((one) => isOf(one) && (place === "own" || mayBeSoldAfter(one)));
    return units + sum(moves.filter((one) => isOf(one) && one.at > since)) - sum(soldSince);
  };

  const idOf = (product: number) => products[product]?._id ?? "";
  const codes: Record<string, Units> = {
    ...Object.fromEntries(products.map(({ p_id }, at) => [p_id, products.map((_, one) => (one === at ? 1 : 0))])),
    [set]: [1, 2, 0],
  };
  const post = (path: string, body: unknown) => {
    const key = idempotencyKey(randomUUID());
    return sent(random, () => run.root().post(path, body, key));
  };

  const stockIn = async () => {
    const [product, units] = [random.between(0, goods - 1), random.between(1, 30)];
    const place = random.happens(0.7) ? "own" : "shelf";
    const warehouse = place === "own" ? own : shelf._id;
    await post("/v1/transactions/in", { product: idOf(product), warehouse, quantity: units });
    moves.push({ product, units, place, at: lambdasNow() });
    moved({ product });
  };

  const move = async () => {
    const product = random.between(0, goods - 1);
    const [from, to]: [Place, Place] = random.happens(0.7) ? ["own", "shelf"] : ["shelf", "own"];
    const quantity = random.between(1, 8);
    const ids = { own, shelf: shelf._id };
    const body = { from: ids[from], to: ids[to], list: [{ product: idOf(product), quantity }] };
    const { status } = await post("/v1/transactions/transfer", body);
    expect(status, "moved as far as there is stock").toBe(holds(product, from) >= quantity ? 201 : 422);
    if (status !== 201) return;
    const at = lambdasNow();
    moves.push({ product, units: -quantity, place: from, at }, { product, units: quantity, place: to, at });
  };

  const apply = async (id: string): Promise<string> => {
    let movement = "";
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { body }: Answer = await sent(random, () => run.root().post(`/v1/imports/${id}/apply`, { from }));
      movement = body.movement ?? movement;
      from = body.next;
    }
    return movement;
  };

  const sheet = async () => {
    const some = products.flatMap(({ p_id }, product) => {
      // Now and then it says what is there.
      const units = random.happens(0.3) ? holds(product, "shelf") : random.between(0, 25);
      return random.happens(0.7) ? [{ product, p_id, units }] : [];
    });
    if (some.length === 0) return;
    const file = csv([["SKU", "Quantity"], ...some.map(({ p_id, units }) => [p_id, units])]);
    const settings = { mode: "SET", warehouse: shelf.w_id };
    const seen = await sent(random, () => previewOf(run.root(), "stock", file, settings));
    const changes = some.map(({ product, units }) => ({ product, units: units - holds(product, "shelf"), at: 0 }));
    const movement = await apply(seen.body._id);
    const at = lambdasNow();
    moved(...changes.filter(({ units }) => units !== 0));
    if (shelf.isMarked) sheets.push({ movement, changes, bases: some.map((one) => ({ ...one, at })) });
    else {
      const then = changes.map((one) => ({ ...one, at }));
      moves.push(...then.map((one) => ({ ...one, place: "shelf" as const })));
      if (changes.some(({ units }) => units !== 0)) sheets.push({ movement, changes: then, bases: [] });
    }
  };

  const reverseSheet = async () => {
    const one = random.pick(sheets.filter(({ isReversed }) => !isReversed));
    if (!one) return;
    const { status, body } = await post(`/v1/transactions/${one.movement}/reverse`, {});
    reversals[status === 201 ? "done" : "refused"] += 1;
    if (status !== 201) return void expect([409, 422], JSON.stringify(body)).toContain(status);
    one.isReversed = true;
    // One from before it was a shelf is undone as in any warehouse.
    if (one.bases.length === 0)
      for (const change of one.changes)
        moves.push({ ...change, units: -change.units, place: "shelf", at: lambdasNow() });
  };

  const file = async () => {
    const again = lines.filter(({ isChanged }) => !isChanged && random.happens(0.4));
    const more = Array.from(
      { length: random.between(1, 5) },
      (): Line => ({
        ...{ order: `405-${seed}-${++orders}`, code: random.pick(Object.keys(codes)) ?? "" },
        ...{ quantity: random.between(1, 6), place: random.happens(0.7) ? "shelf" : "own" },
        day: addDays(today, -(random.happens(0.7) ? random.between(0, 4) : random.between(5, 28))),
      }),
    );
    lines.push(...more);
    // The marketplace tells its own lines while a warehouse stands for its shelf.
    const all = [...again, ...more].filter(
      ({ place, day }) => day >= addDays(today, -28) && (place === "own" || shelf.isMarked),
    );
    for (const line of all) if (random.happens(0.1)) line.isCancelled = true;
    const rows = all.map(({ order, code, quantity, day, place, isCancelled }) => [
      ...[
        order,
        `${day}T10:00:00+05:30`,
        isCancelled ? "Cancelled" : "Shipped",
        place === "shelf" ? "Amazon" : "Merchant",
      ],
      ...[code, quantity],
    ]);
    if (rows.length === 0) return;
    const heads = ["amazon-order-id", "purchase-date", "order-status", "fulfillment-channel", "sku", "quantity"];
    const aliases = (codes[set] ?? []).flatMap((units, at) =>
      units > 0 ? [{ code: set, product: idOf(at), units }] : [],
    );
    const settings = { channel: "amazon", leave_short: true, answers: { sent: "take_in" }, aliases };
    const seen = await sent(random, () => previewOf(run.root(), "orders", csv([heads, ...rows]), settings));
    await apply(seen.body._id);
    const now = lambdasNow();
    for (const line of all) book(line, now);
  };
  /** All of a line, if there is enough of it: what was sold before the shelf was last told needs nothing. */
  const book = (line: Line, told: number) => {
    if (line.isTaken || line.isCancelled) return;
    const { code, quantity, day, place } = line;
    const own = (codes[code] ?? []).flatMap((of, product): Sale[] =>
      of > 0 ? [{ product, day, units: of * quantity, place, told }] : [],
    );
    const before = own.map(({ product }) => holds(product, place));
    sales.push(...own);
    const after = own.map(({ product }) => holds(product, place));
    line.isTaken = after.every((units, at) => units >= 0 || units === before[at]);
    if (line.isTaken) moved(...own);
    else sales.splice(-own.length);
  };

  const change = async (): Promise<void> => {
    const { body } = await run.root().get(`/v1/transactions?start=${addDays(today, -10)}&end=${today}`);
    const rows = (body as Transaction[]).filter(
      ({ kind, product }) => kind === "sale" && products.some(({ _id }) => _id === product._id),
    );
    const row = random.pick(rows.filter(({ reversed_by }) => !reversed_by));
    if (!row) return;
    const path = `/v1/transactions/${row.movement}`;
    const { body: entry } = await run.root().get(path);
    const leftOf = ({ left, quantity }: Transaction) => left ?? quantity;
    const isReversal = random.happens(0.4);
    const changed = isReversal ? rows.filter(({ movement }) => movement === row.movement) : [row];
    const to = isReversal ? 0 : random.between(0, leftOf(row) + 2);
    if (!isReversal && to === leftOf(row)) return;
    const list = [{ product: row.product._id, warehouse: row.warehouse._id, quantity: to }];
    const { status } = isReversal
      ? await post(`${path}/reverse`, {})
      : await post(`${path}/correct`, { list, corrections: entry.corrections, counted: "moved_now" });
    if (status !== 201) return void expect([409, 422]).toContain(status);
    for (const one of changed) {
      // What a correction adds was told with what it adds to.
      let posted = one;
      for (let to = one.adds_to; to; to = posted.adds_to)
        posted = rows.find(({ movement }) => movement === to) ?? { ...posted, adds_to: undefined };
      const product = products.findIndex(({ _id }) => _id === one.product._id);
      const day = one.sold_on ?? dayOf(one.created_at);
      const place = one.warehouse._id === own ? "own" : "shelf";
      const told = Date.parse(posted.created_at);
      sales.push({ product, day, place, units: to - leftOf(one), told });
      for (const line of lines)
        if (codes[line.code]?.[product] && line.day === day && line.place === place) line.isChanged = true;
    }
  };

  const heldNow = (): Record<Place, Units> => {
    const held = (place: Place) => products.map((_, product) => holds(product, place));
    return { own: held("own"), shelf: held("shelf") };
  };

  const steps = [file, file, file, sheet, stockIn, move, change, change, reverseSheet];
  return {
    products,
    step: () => (random.pick(steps) ?? file)(),
    /** The warehouse begins to stand for the shelf: what no sheet has set is net of what was sold before. */
    mark: (at: number): void => {
      firstMark ||= at;
    },
    endDay: (): void => {
      closes[today] = heldNow();
    },
    expected: () => {
      const days: Record<string, Units> = {};
      for (const { product, day, units } of sales) {
        const ofDay = days[day] ?? products.map(() => 0);
        days[day] = ofDay.with(product, (ofDay[product] ?? 0) + units);
      }
      const { own, shelf } = heldNow();
      const recent = listDays(addDays(today, -2), today);
      return {
        held: { own, shelf },
        closes,
        // Units in stock, and those that were sold since the product moved first, on closed days.
        planned: products.map((_, at) => [
          (own[at] ?? 0) + (shelf[at] ?? 0),
          Object.entries(days).reduce(
            (sum, [day, units]) => sum + (day >= (began.get(at) ?? today) && day < today ? (units[at] ?? 0) : 0),
            0,
          ),
        ]),
        // Units in stock, and those sold on three days, as the run rate has them.
        listed: products.map((_, at) => [
          (own[at] ?? 0) + (shelf[at] ?? 0),
          recent.reduce((sum, day) => sum + (days[day]?.[at] ?? 0), 0),
        ]),
        sales: Object.fromEntries(Object.entries(days).filter(([, units]) => units.some(Boolean))),
      };
    },
  };
};
type History = Awaited<ReturnType<typeof newHistory>>;

type Sales = { _id: string; saleChannels: { amazon: number } }[];

/** What is read for all histories at once. */
interface Read {
  stocks: readonly { product: { _id: string }; warehouse: { _id: string }; quantity: number }[];
  listed: readonly Product[];
  byDay: ReadonlyMap<string, Sales>;
  /** Rows of the stock reports of closed days. */
  reports: ReadonlyMap<string, readonly unknown[][]>;
  plan: readonly PlanRow[];
  ledger: readonly Transaction[];
}

/** The same from dashboards, lists, the stock records, reports of closed days, the ledger as it is listed, and the plan. */
const observed = ({ products }: History, shelf: Shelf, { stocks, listed, byDay, reports, plan, ledger }: Read) => {
  const unitsIn = (warehouse: string) =>
    products.map(
      ({ _id }) => stocks.find((one) => one.product._id === _id && one.warehouse._id === warehouse)?.quantity ?? 0,
    );
  const days = [...byDay].map(
    ([day, rows]) =>
      [day, products.map(({ _id }) => rows.find((row) => row._id === _id)?.saleChannels.amazon ?? 0)] as const,
  );
  const closedIn = (rows: readonly unknown[][], w_id: string) =>
    products.map(({ p_id }) => Number(rows.find((row) => row[0] === p_id && row[2] === w_id)?.[4] ?? 0));
  const told: Record<string, Units> = {};
  for (const { channel, sold_on, created_at, action, quantity, product } of ledger) {
    const at = products.findIndex(({ _id }) => _id === product._id);
    if (!channel || at < 0) continue;
    const day = sold_on ?? dayOf(created_at);
    const ofDay = told[day] ?? products.map(() => 0);
    told[day] = ofDay.with(at, (ofDay[at] ?? 0) + (action === "STOCK_OUT" ? quantity : -quantity));
  }
  const sales = Object.fromEntries(days.filter(([, units]) => units.some(Boolean)));
  expect(Object.fromEntries(Object.entries(told).filter(([, units]) => units.some(Boolean)))).toEqual(sales);
  return {
    held: { own: unitsIn(own), shelf: unitsIn(shelf._id) },
    closes: Object.fromEntries(
      [...reports].map(([day, rows]) => [day, { own: closedIn(rows, "OWN"), shelf: closedIn(rows, shelf.w_id) }]),
    ),
    planned: products.map(({ _id }) => {
      const { stock = 0, rate } = plan.find((row) => row._id === _id) ?? {};
      return [stock, rate?.sold ?? 0];
    }),
    listed: products.map((one) => {
      const { stock, drr } = listed.find(({ _id }) => _id === one._id) ?? { stock: 0, drr: 0 };
      return [stock, Math.round(3 * drr)];
    }),
    sales,
  };
};

const salesByDay = async (): Promise<Map<string, Sales>> => {
  const days = listDays(addDays(today, -38), today);
  const answers = await Promise.all(
    days.map(async (day) => {
      const { status, body } = await run.root().get(`/v1/app/dash/analytics?start=${day}&end=${day}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return [day, body.productSales] as const;
    }),
  );
  return new Map(answers);
};

const rebuild = async (days: number): Promise<void> =>
  expect(await run.world.invoke("snapshot", { pause: 0, rebuild: addDays(today, -days), whole: true })).toMatchObject({
    mismatches: 0,
  });

/** So many histories of ten days at the same time, which share their shelf and their nights. */
const runHistories = async (seed: number, count: number, isDrilled = false): Promise<void> => {
  // Marks of order lines live 30 days.
  today = addDays(today, 35);
  await run.beginDay(today);
  const shelf = await newShelf(seed);
  const all: History[] = [];
  for (let at = 0; at < count; at++) all.push(await newHistory(seed + at, shelf));
  const random = seededRandom(seed);
  const mark = async () => {
    await shelf.stand("amazon");
    for (const history of all) history.mark(lambdasNow());
    shelf.isMarked = true;
  };
  const [firstMark, again] = [random.between(0, 3), random.happens(0.5) ? random.between(5, 8) : undefined];
  for (let day = 0; day < 10; day++) {
    if (day === firstMark) await mark();
    if (day === again) {
      await shelf.stand("");
      await mark();
    }
    for (const history of all) if (random.happens(0.8)) await history.step();
    for (const history of all) if (random.happens(0.5)) await history.step();
    for (const history of all) history.endDay();
    today = addDays(today, 1);
    await run.beginDay(today);
    if (random.happens(0.3)) {
      run.injectOutage({ call: random.between(0, 40), how: "killed" });
      await run.startJob().catch(() => {});
      run.clearFaults();
    }
    if (random.happens(0.7)) await run.runJob();
    if (random.happens(0.1)) await rebuild(3);
  }
  const first = addDays(today, -10);
  const check = async (when: string, isClosed: boolean) => {
    const reports = new Map<string, unknown[][]>();
    for (const day of isClosed ? listDays(first, addDays(today, -1)) : [])
      reports.set(day, await stockReport(run.world, run.root(), day));
    const paths = ["plan?basis=90&spikes=in", "stocks", "products", `transactions?start=${first}&end=${today}`];
    const [plan, stocks, listed, ledger] = await Promise.all(
      paths.map(async (path) => (await run.root().get(`/v1/${path}`)).body),
    );
    const read = { stocks, listed, byDay: await salesByDay(), reports, plan: plan.rows, ledger };
    for (const [at, history] of all.entries()) {
      const { closes, planned, ...now } = history.expected();
      const { closes: closed, planned: inPlan, ...found } = observed(history, shelf, read);
      expect(found, `seed ${seed + at}, ${when}`).toEqual(now);
      if (isClosed)
        expect({ closed, inPlan }, `seed ${seed + at}, ${when}`).toEqual({ closed: closes, inPlan: planned });
    }
  };
  await check("before the last night", false);
  await run.runJob();
  await check("after it", true);
  await rebuild(14);
  await check("rebuilt", true);
  if (isDrilled) {
    await drill(run.world, ledgerBegins);
    await check("made again", true);
  }
  await shelf.stand("");
};

const guarantee = "every day has sold, and every place holds, what a fold of all that has happened says";
test(guarantee, () => runHistories(1, 4));
test(`in 1,000 histories ${guarantee}`, { tags: "exhaustive", timeout: 3_600_000 }, async () => {
  for (let seed = 100; seed < 1_100; seed += 25) await runHistories(seed, 25, seed === 100);
  expect([reversals.done > 100, reversals.refused > 100], JSON.stringify(reversals)).toEqual([true, true]);
});
