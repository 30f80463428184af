// The plan over ninety days of trade: for every product it equals a plain loop over the ledger, whichever nights ran,
// failed or were missed.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { expect, onTestFinished, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { replay } from "#demo/replay.ts";
import { channels } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { ahead, moveClock, setClock } from "#tests/support/clock.ts";
import { engine, s3Of } from "#tests/support/engine.ts";
import { countForm } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse } from "#tests/support/stock.ts";
import { type Client, world } from "#tests/support/world.ts";
import { type Books, planByLedger, type Settings } from "./plan-by-ledger.ts";

/** In the coming year, so that the replay of the real day can move its own clock ahead. */
const start = `${new Date().getFullYear() + 1}-03-01`;
setClock(`${start}T06:00:00Z`);
const here = await world();
const { all } = engine(here);
const s3 = s3Of(here);
const random = seededRandom(19);

const signInOn = (day: string, hour: string): Promise<Client> => here.signInAt(`${day}T${hour}:00:00Z`);
const night = (day: string) => {
  setClock(`${day}T00:30:00Z`);
  return here.invoke("snapshot", { pause: 0 });
};

/** The first lines of the sample's real day, and its first returns. */
const realDay = async (): Promise<string> => {
  const sample = fileURLToPath(new URL("../../demo/online-retail-sample.csv", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "plan-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines = (await readFile(sample, "latin1")).split("\r\n");
  const some = process.env.WHOLE_DAY
    ? lines
    : lines.filter((line, at) => at <= 40 || (at <= 150 && line.startsWith("C")));
  const file = join(folder, "day.csv");
  await writeFile(file, some.join("\r\n"), "latin1");
  return file;
};

const replayRealDay = async (day: string): Promise<void> => {
  moveClock(Date.parse(`${day}T06:00:00Z`) - Date.now() + ahead());
  const who = { user: "manager", password: "manager-password" };
  expect(await replay({ file: await realDay(), api: here.api, ...who })).toMatchObject({ differences: [] });
};

/** Random trade of a day; refusals for want of stock are fine. */
const trader = (products: string[], warehouses: string[]) => {
  const movements: string[] = [];
  const remember = ({ status, body }: { status: number; body: { movement?: string } }) => {
    expect([201, 404, 409, 422], JSON.stringify(body)).toContain(status);
    if (body.movement) movements.push(body.movement);
  };
  const line = (most: number) => ({
    product: random.pick(products),
    warehouse: random.pick(warehouses),
    quantity: random.between(1, most),
  });
  const sell = async (client: Client, most: number) => {
    const list = products
      .filter(() => random.happens(0.35))
      .map((product) => ({ product, quantity: random.between(1, most) }));
    // One product at a time, if all together are short.
    const channel = random.pick(channels);
    const whole = await client.post("/v1/transactions/out", { list, channel });
    remember(whole);
    if (whole.status !== 201)
      for (const one of list) remember(await client.post("/v1/transactions/out", { list: [one], channel }));
  };
  /** Fewer or more units of one line, perhaps in another warehouse. */
  const correct = async (client: Client, id: string) => {
    const { status, body } = await client.get(`/v1/transactions/${id}`);
    const [{ product, warehouse, to, quantity } = { product: { _id: "" } }] = status === 200 ? body.lines : [];
    const own =
      status === 200 ? body.lines.filter((one: { product: { _id: string } }) => one.product._id === product._id) : [];
    if (own.length !== 1) return;
    const place = random.happens(0.3) && !to ? random.pick(warehouses) : warehouse._id;
    const left = { product: product._id, warehouse: place, quantity: random.between(0, quantity + 3) };
    const list = [{ ...left, ...(to && { to: to._id }) }];
    remember(await client.post(`/v1/transactions/${id}/correct`, { list, corrections: body.corrections }));
  };
  return {
    sell,
    correct,
    actions: [
      async (client: Client) => remember(await client.post("/v1/transactions/in", line(60))),
      async (client: Client) => remember(await client.post("/v1/transactions/in", { ...line(4), reason: "Return" })),
      async (client: Client) => remember(await client.post("/v1/transactions/out", { ...line(9), reason: "Outbound" })),
      async (client: Client) => remember(await client.post("/v1/transactions/out", { ...line(5), reason: "Damage" })),
      async (client: Client) => {
        const { product, warehouse: from, quantity } = line(10);
        const to = warehouses.find((each) => each !== from);
        remember(await client.post("/v1/transactions/transfer", { from, to, list: [{ product, quantity }] }));
      },
      async (client: Client) => {
        if (movements.length > 0)
          remember(await client.post(`/v1/transactions/${random.pick(movements.slice(-30))}/reverse`, {}));
      },
      async (client: Client) => {
        if (movements.length > 0) await correct(client, random.pick(movements.slice(-30)));
      },
    ],
  };
};

const books = async (): Promise<Books> => {
  const tables = ["movements", "warehouses", "shipments", "products"] as const;
  const [movements, warehouses, containers, products] = await Promise.all(tables.map(all));
  return { movements, warehouses, containers, products } as unknown as Books;
};

const planOf = async (
  client: Client,
  today: string,
  { basis, target, spikes, service }: Settings,
): Promise<PlanRow[]> => {
  const query = `basis=${basis}&target=${target}&spikes=${spikes}&service=${service}`;
  const { status, body } = await client.get(`/v1/plan?${query}`);
  expect([status, body.as_of]).toEqual([200, addDays(today, -1)]);
  return body.rows;
};

/** A row of the plan in the form of the loop's result. */
const asExpected = (row: PlanRow) => ({
  status: row.status,
  rate: row.rate?.units ?? null,
  window: row.rate?.window ?? null,
  days: row.days,
  runs_out: row.runs_out ?? null,
  order_by: row.order_by ?? null,
  gaps: (row.gaps ?? []).map(({ start, end }) => [start, end]),
  quantity: row.quantity,
  late: row.late ?? 0,
  safety: row.safety?.units ?? null,
  unsold: row.unsold ?? null,
});

interface Trade {
  first: string;
  days: number;
  /** Index of the day on which a warehouse is deleted. */
  closure: number;
  /** The day on which the real day's invoices are posted too. */
  replayed?: number;
}

const comparePlan = async ({ first, days, closure, replayed }: Trade): Promise<void> => {
  const today = addDays(first, days);
  let client = await signInOn(first, "04");
  const warehouses = [await newWarehouse(client), await newWarehouse(client), await newWarehouse(client)];
  const products: string[] = [];
  const create = async () => {
    const fields = { lead_time: String(random.pick([15, 30, 60, 90])) };
    products.push(
      await newProduct(client, random.happens(0.5) ? { ...fields, pack: String(random.pick([6, 24])) } : fields),
    );
  };
  for (let n = 0; n < 12; n++) await create();
  const { sell, correct, actions } = trader(products, warehouses);
  const announceContainer = async (day: string) => {
    const list = products
      .slice(random.between(0, 5))
      .map((product) => ({ product, quantity: random.between(20, 200) }));
    const expected_delivery = addDays(day, random.between(5, 80));
    return (await client.post("/v1/shipments", { container: `MSKU ${day}`, expected_delivery, list })).body._id;
  };
  const open: string[] = [];
  const receipts: string[] = [];
  for (let n = 0; n < days; n++) {
    const day = addDays(first, n);
    if (n % 10 < 2 || n % 10 === 6) await night(day);
    client = await signInOn(day, "06");
    if (n % 17 === 0) await create();
    if (n % 20 === 5) open.push(await announceContainer(day));
    if (n % 30 === 25) {
      const id = open.shift();
      const list = products.slice(0, 6).map((product) => ({ product, quantity: random.between(0, 15) }));
      const { body } = await client.post(`/v1/shipments/${id}/receive`, { warehouse: warehouses[0], list });
      receipts.push(body.movement);
    }
    if (n % 30 === 26) await correct(client, receipts.at(-1) ?? "");
    if (n === closure) expect((await client.delete(`/v1/warehouses/${warehouses[2]}`)).status).toBe(204);
    if (n === replayed) await replayRealDay(day);
    if (n % 3 !== 2) await sell(client, n % 41 === 20 ? 60 : 5);
    for (const action of actions) if (random.happens(0.4)) await action(client);
  }

  // A count of three weeks ago is uploaded late: some products it found were out of stock by the ledger.
  await night(today);
  client = await signInOn(today, "05");
  const usual = { basis: 30, target: 30, spikes: "out", service: "95" } as const;
  const wasOut = (await planOf(client, today, usual)).filter(({ days }) => days.slice(-20).includes(null)).slice(0, 3);
  expect(wasOut.length).toBeGreaterThan(0);
  const { w_id } = (await client.get("/v1/warehouses")).body[1];
  const counted = wasOut.map(({ p_id }) => `${p_id},${w_id},250\n`).join("");
  const root = await here.signInAt(`${today}T05:01:00Z`, "root");
  const count = countForm(addDays(today, -21), `P.ID/SKU/BC,W.ID,Quantity\n${counted}`);
  expect((await root.post("/v1/dev/stock-adjustment", count)).body).toMatchObject({ changed: wasOut.length });
  await night(today);

  client = await signInOn(today, "06");
  const known = await books();
  const shown: Record<string, number> = {};
  for (const settings of [
    usual,
    { basis: 3, target: 15, spikes: "in", service: "90" },
    { basis: 7, target: 90, spikes: "out", service: "98" },
    { basis: 90, target: 45, spikes: "in", service: "95" },
  ] as const) {
    const rows = await planOf(client, today, settings);
    expect(rows).toHaveLength(known.products.filter(({ deleted_at }) => !deleted_at).length);
    for (const row of rows) {
      const expected = planByLedger(known, row._id, settings, addDays(today, -1), today);
      expect({ id: row._id, ...asExpected(row) }).toEqual({ id: row._id, ...expected });
      shown[row.status] = (shown[row.status] ?? 0) + 1;
    }
  }
  expect(Object.keys(shown).length, JSON.stringify(shown)).toBeGreaterThanOrEqual(5);

  const before = await planOf(client, today, usual);
  await night(today);
  expect(await planOf(await signInOn(today, "07"), today, usual)).toEqual(before);
  await s3.send(new DeleteObjectCommand({ Bucket: here.env.REPORTS_BUCKET, Key: "plan/past.json.gz" }));
  await night(today);
  expect(await planOf(await signInOn(today, "08"), today, usual)).toEqual(before);
};

const guarantee = "every product's rate, days and quantity equal a plain loop over the ledger of";
test(`${guarantee} 27 days`, () => comparePlan({ first: start, days: 27, closure: 13 }));
test(`${guarantee} a real day and 110 around it`, { tags: "exhaustive", timeout: 240_000 }, () =>
  comparePlan({ first: addDays(start, 60), days: 110, closure: 60, replayed: 95 }),
);
