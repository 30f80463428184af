// Random histories of a company that sells from its own warehouse and from a marketplace's shelf: order files that overlap and
// come late, sheets, corrections, reversals, nights and rebuilds, with any request killed or its answer lost and then sent again.
// A plain model knows what each day has sold and what each place holds.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Random, seededRandom } from "#demo/random.ts";
import { addDays, dayOf, listDays } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { lambdasNow } from "#tests/support/clock.ts";
import { productForm } from "#tests/support/fixtures.ts";
import { csv, previewOf } from "#tests/support/imports.ts";
import { idempotencyKey } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import { outages } from "./history.ts";
import * as run from "./run-steps.ts";

interface Line {
  order: string;
  product: number;
  units: number;
  day: string;
  isShelf: boolean;
  /** It was booked. */
  isTaken: boolean;
  /** Its sale was changed: files would tell it anew. */
  isChanged?: true;
}

/** Units that a day has sold, or fewer by a correction. */
interface Sale {
  product: number;
  day: string;
  units: number;
}

const goods = 3;
const first = "2026-03-01";
let today = first;
let orders = 0;
let histories = 0;

/** Sends a request until it is answered, the first time with a fault in one of its calls. */
const sent = async (random: Random, send: () => Promise<Answer>): Promise<Answer> => {
  if (random.happens(0.4)) {
    run.injectOutage({ call: random.between(0, 9), how: random.pick(outages) ?? "killed" });
    const { status } = await send().catch(() => ({ status: 503 }));
    run.clearFaults();
    if (status < 500) return send();
  }
  const answer = await send();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer;
};

await run.beginDay(first);
const place = async (w_id: string, sells_for?: string): Promise<string> =>
  (await run.root().post("/v1/warehouses", { w_id, name: `Place ${w_id}`, sells_for })).body._id;
const places = { own: await place("OWN"), shelf: await place("FBA", "amazon") };

const newCompany = async () => {
  const number = ++histories;
  const products: { _id: string; p_id: string }[] = [];
  for (let at = 0; at < goods; at++) {
    const form = productForm({ p_id: `H${number}-${at}`, name: `Bib ${number}-${at}` });
    products.push((await run.root().post("/v1/products", form)).body);
  }
  return { products };
};

const noUnits = () => Array<number>(goods).fill(0);

const newHistory = async (seed: number) => {
  const random = seededRandom(seed);
  const company = await newCompany();
  const held = { own: noUnits(), shelf: noUnits() };
  /** The instants at which the shelf's stock was told, by product. */
  const told = Array.from({ length: goods }, (): number[] => []);
  const lines: Line[] = [];
  const sales: Sale[] = [];
  const idOf = (product: number) => company.products[product]?._id ?? "";
  const codeOf = (product: number) => company.products[product]?.p_id ?? "";
  const post = (path: string, body: unknown) => {
    const key = idempotencyKey(randomUUID());
    return sent(random, () => run.root().post(path, body, key));
  };

  const stockIn = async () => {
    const [product, quantity] = [random.between(0, goods - 1), random.between(1, 30)];
    await post("/v1/transactions/in", { product: idOf(product), warehouse: places.own, quantity });
    held.own[product] = (held.own[product] ?? 0) + quantity;
  };

  const apply = async (id: string) => {
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { body }: Answer = await sent(random, () => run.root().post(`/v1/imports/${id}/apply`, { from }));
      from = body.next;
    }
  };

  const sheet = async () => {
    const some = company.products.map(() => (random.happens(0.7) ? random.between(0, 25) : undefined));
    // Now and then it says what is there.
    const units = some.map((one, at) => (one !== undefined && random.happens(0.3) ? (held.shelf[at] ?? 0) : one));
    const rows = units.flatMap((one, at) => (one === undefined ? [] : [[codeOf(at), one]]));
    if (rows.length === 0) return;
    const settings = { mode: "SET", warehouse: "FBA" };
    const seen = await sent(random, () =>
      previewOf(run.root(), "stock", csv([["SKU", "Quantity"], ...rows]), settings),
    );
    await apply(seen.body._id);
    for (const [at, one] of units.entries())
      if (one !== undefined) {
        held.shelf[at] = one;
        told[at]?.push(lambdasNow());
      }
  };

  const file = async () => {
    const again = lines.filter(({ isChanged }) => !isChanged && random.happens(0.4));
    const more = Array.from({ length: random.between(1, 5) }, (): Line => {
      const ago = random.between(0, 5);
      return {
        ...{ order: `405-${seed}-${++orders}`, product: random.between(0, goods - 1), units: random.between(1, 6) },
        ...{ day: addDays(today, -ago), isShelf: random.happens(0.7), isTaken: false },
      };
    });
    lines.push(...more);
    const all = [...again, ...more];
    const rows = all.map(({ order, product, units, day, isShelf }) => [
      ...[order, `${day}T10:00:00+05:30`, "Shipped", isShelf ? "Amazon" : "Merchant", codeOf(product), units],
    ]);
    const heads = ["amazon-order-id", "purchase-date", "order-status", "fulfillment-channel", "sku", "quantity"];
    const settings = { channel: "amazon", leave_short: true, answers: { sent: "take_in" } };
    const seen = await sent(random, () => previewOf(run.root(), "orders", csv([heads, ...rows]), settings));
    await apply(seen.body._id);
    for (const line of all) book(line);
  };
  /** Whether the shelf's stock, as it was told by then, knew of what was sold on a day. */
  const isKnown = (product: number, day: string, by: number) =>
    told[product]?.some((at) => at <= by && at >= Date.parse(`${addDays(day, 1)}T00:00:00+05:30`)) === true;
  const book = (line: Line) => {
    if (line.isTaken) return;
    const { product, units, day, isShelf } = line;
    const isOnly = isShelf && isKnown(product, day, lambdasNow());
    const stock = held[isShelf ? "shelf" : "own"];
    if (!isOnly && (stock[product] ?? 0) < units) return;
    if (!isOnly) stock[product] = (stock[product] ?? 0) - units;
    line.isTaken = true;
    sales.push({ product, day, units });
  };

  const change = async (): Promise<void> => {
    const { body } = await run.root().get(`/v1/transactions?start=${addDays(today, -40)}&end=${today}`);
    const rows = (body as Transaction[]).filter(
      ({ kind, product }) => kind === "sale" && company.products.some(({ _id }) => _id === product._id),
    );
    const row = random.pick(rows.filter(({ reversed_by }) => !reversed_by));
    if (!row) return;
    const product = company.products.findIndex(({ _id }) => _id === row.product._id);
    const left = row.left ?? row.quantity;
    const path = `/v1/transactions/${row.movement}`;
    const { body: entry } = await run.root().get(path);
    const isReversal = random.happens(0.4) && entry.lines?.length === 1;
    const to = isReversal ? 0 : random.between(0, left + 2);
    if (to === left) return;
    const list = [{ product: row.product._id, warehouse: row.warehouse._id, quantity: to }];
    const { status } = isReversal
      ? await post(`${path}/reverse`, {})
      : await post(`${path}/correct`, { list, corrections: entry.corrections, counted: "moved_now" });
    if (status !== 201) return;
    // What a correction adds is as what it adds to.
    let posted = row;
    for (let to = row.adds_to; to; to = posted.adds_to) posted = rows.find(({ movement }) => movement === to) ?? posted;
    const day = row.sold_on ?? dayOf(row.created_at);
    const isShelf = row.warehouse._id === places.shelf;
    for (const line of lines)
      if (line.product === product && line.day === day && line.isShelf === isShelf) line.isChanged = true;
    const stock = held[isShelf ? "shelf" : "own"];
    if (!isShelf || !isKnown(product, day, Date.parse(posted.created_at)))
      stock[product] = (stock[product] ?? 0) + left - to;
    sales.push({ product, day, units: to - left });
  };

  const steps = [file, file, file, sheet, stockIn, change];
  return {
    company,
    step: () => (random.pick(steps) ?? file)(),
    expected: () => {
      const days: Record<string, number[]> = {};
      for (const { product, day, units } of sales) {
        days[day] ??= noUnits();
        const ofDay = days[day];
        ofDay[product] = (ofDay[product] ?? 0) + units;
      }
      return { held, sales: Object.fromEntries(Object.entries(days).filter(([, units]) => units.some(Boolean))) };
    },
  };
};
type History = Awaited<ReturnType<typeof newHistory>>;
/** The same from the dashboards and the stock records. */
const observed = async (
  { company }: History,
  byDay: ReadonlyMap<string, { _id: string; saleChannels: { amazon: number } }[]>,
) => {
  const { body } = await run.root().get("/v1/stocks");
  const unitsIn = (warehouse: string) =>
    company.products.map(
      ({ _id }) =>
        body.find(
          (one: { product: { _id: string }; warehouse: { _id: string } }) =>
            one.product._id === _id && one.warehouse._id === warehouse,
        )?.quantity ?? 0,
    );
  const days = [...byDay].map(
    ([day, rows]) =>
      [day, company.products.map(({ _id }) => rows.find((row) => row._id === _id)?.saleChannels.amazon ?? 0)] as const,
  );
  return {
    held: { own: unitsIn(places.own), shelf: unitsIn(places.shelf) },
    sales: Object.fromEntries(days.filter(([, units]) => units.some(Boolean))),
  };
};

const salesByDay = async () => {
  const days = listDays(addDays(today, -24), today);
  const answers = await Promise.all(
    days.map(
      async (day) =>
        [day, (await run.root().get(`/v1/app/dash/analytics?start=${day}&end=${day}`)).body.productSales] as const,
    ),
  );
  return new Map(answers);
};

/** So many histories of eight days at the same time, which share their nights. */
const runHistories = async (seed: number, count: number): Promise<void> => {
  today = addDays(today, 60);
  await run.beginDay(today);
  const all: History[] = [];
  for (let at = 0; at < count; at++) all.push(await newHistory(seed + at));
  const random = seededRandom(seed);
  for (let day = 0; day < 8; day++) {
    for (const history of all) if (random.happens(0.8)) await history.step();
    today = addDays(today, 1);
    await run.beginDay(today);
    if (random.happens(0.7)) await run.runJob();
  }
  const check = async (when: string) => {
    const byDay = await salesByDay();
    for (const [at, history] of all.entries())
      expect(await observed(history, byDay), `seed ${seed + at}, ${when}`).toEqual(history.expected());
  };
  await check("before the last night");
  await run.runJob();
  await check("after it");
  const rebuilt = { pause: 0, rebuild: addDays(today, -14), whole: true };
  expect(await run.world.invoke("snapshot", rebuilt)).toMatchObject({ mismatches: 0 });
  await check("rebuilt");
};

const guarantee = "every day has sold, and every place holds, what a fold of the files by day of sale says";
test(guarantee, () => runHistories(1, 6));
test(`in 1,000 histories ${guarantee}`, { tags: "exhaustive", timeout: 3_600_000 }, async () => {
  for (let seed = 100; seed < 1_100; seed += 25) await runHistories(seed, 25);
});
