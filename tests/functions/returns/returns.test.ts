// Returns through the API: received once, undone, claimed by their last days, and of no effect on what was sold.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { seededRandom } from "#demo/random.ts";
import type { Change } from "#shared/change.ts";
import { addDays } from "#shared/day.ts";
import type { Code } from "#shared/failure.ts";
import type { Transaction } from "#shared/movement.ts";
import type { Return, ReturnForm } from "#shared/return.ts";
import { type Condition, conditions } from "#shared/return-units.ts";
import { setClock } from "#tests/support/clock.ts";
import { downloadWithTestClock, readWorkbook } from "#tests/support/download.ts";
import { engine } from "#tests/support/engine.ts";
import { countByStatus, inParallel, unique } from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { heldOf, idempotencyKey, newProduct, newWarehouse, placesOf, reverse } from "#tests/support/stock.ts";
import { type Answer, type Client, proxiedWorld } from "#tests/support/world.ts";

const today = "2026-11-20";
setClock(`${today}T06:00:00Z`);
const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive } = here;

const hub = await newWarehouse(manager);
const bin = (await manager.post("/v1/warehouses", { w_id: unique("BIN"), name: "Unsellable", not_for_picking: "yes" }))
  .body;
const places = { warehouse: hub };
await manager.send("PUT", "/v1/returns/settings", { channels: {}, unsellable: bin._id, edits: 0 });

type Form = Partial<ReturnForm>;
const receive = (form: Form, key?: string, by: Client = executive): Promise<Answer> =>
  by.post("/v1/returns", { ...places, ...form }, idempotencyKey(key));
const read = async (id: string): Promise<Return> => (await executive.get(`/v1/returns/${id}`)).body;
const saveDays = async (channel: string, days: object, by: Client = manager): Promise<Answer> => {
  const { edits, channels, unsellable } = (await by.get("/v1/returns/settings")).body;
  const form = { channels: { ...channels, [channel]: days }, unsellable: unsellable?._id ?? "", edits };
  return by.send("PUT", "/v1/returns/settings", form);
};
const parcel = async (form: Form = {}): Promise<Form> => ({
  ...{ channel: "flipkart", reference: unique("RT"), product: await newProduct(manager) },
  ...form,
});
/** A parcel that must be taken: its movement, and its return. */
const received = async (...sent: Parameters<typeof receive>): Promise<{ movement: string; row: Return }> => {
  const { status, body } = await receive(...sent);
  expect([status, body.details]).toEqual([201, undefined]);
  return { movement: body.movement, row: body.return };
};
const unitsOf = ({ receipts }: Return): number[] =>
  conditions.map((condition) => receipts.reduce((sum, receipt) => sum + receipt[condition], 0));

test("a parcel is received once, however often it is sent: good and damaged units are booked, the rest moves nothing", async () => {
  const [other, form] = [
    await newProduct(manager),
    await parcel({ good: 3, damaged: 2, wrong: 1, missing: 1, order: "OD1" }),
  ];
  const key = randomUUID();
  const send = (fields: Form = {}) =>
    receive({ ...form, instead: { product: other, condition: "good" }, remarks: "Seal broken", ...fields }, key);
  const first = await send();
  const again = [await send(), ...(await inParallel(4, () => send()))];
  expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [201, first.body]));
  expect(first.body.return).toMatchObject({
    ...{ channel: "flipkart", reference: form.reference, order: "OD1", product: { _id: form.product }, advised: 0 },
    ...{ state: "received", awaited: 0, beyond: 7, claims: [] },
    receipts: [{ day: today, good: 3, damaged: 2, wrong: 1, missing: 1, remarks: "Seal broken" }],
  });
  expect(await placesOf(manager, form.product ?? "")).toEqual({ [hub]: 3, [bin._id]: 2 });
  expect(await placesOf(manager, other)).toEqual({ [hub]: 1 });
  const ledger: Transaction[] = (await manager.get(`/v1/transactions?start=${today}&end=${today}`)).body;
  const own = ledger.filter(({ movement }) => movement === first.body.movement);
  expect(own.map(({ kind, action, reason, channel }) => [kind, action, reason, channel])).toEqual(
    Array.from({ length: 3 }, () => ["return", "STOCK_IN", "Return", undefined]),
  );
  expect(await send({ good: 4 })).toFailWith("CONFLICT", { field: "idempotency-key" });
  const changes: Change[] = (await here.root.get(`/v1/audit?start=${today}&end=${today}&kind=return`)).body;
  expect(changes.find(({ row }) => row === first.body.return._id)).toMatchObject({
    ...{ action: "created", name: `Flipkart ${form.reference}`, user: { username: "executive" } },
    fields: expect.arrayContaining([
      { field: "good", to: 3 },
      { field: "remarks", to: "Seal broken" },
    ]),
  });
});

test("a second parcel, two people at once, and a return that nobody knows are taken and marked", async () => {
  const form = await parcel({ good: 1 });
  const { row } = await received(form);
  const both = await inParallel(2, () => receive(form));
  expect(countByStatus(both)).toEqual({ 201: 2 });
  const third = await received({ return: row._id, missing: 1 });
  expect(third.row).toMatchObject({ _id: row._id, state: "received", beyond: 4 });
  expect(third.row.receipts).toHaveLength(4);
  expect(await heldOf(manager, form.product ?? "")).toBe(3);
  const shown = async (show: string) =>
    (await executive.get(`/v1/returns?show=${show}&product=${form.product}`)).body.map(({ _id }: Return) => _id);
  // Nothing of it is awaited or may be claimed any more, but for the missing unit.
  expect([await shown("beyond"), await shown("expected")]).toEqual([[row._id], []]);
  // Without any number each is a return of its own; without a product only what books nothing is known of it.
  const bare = [await received({ channel: "amazon", wrong: 1 }), await received({ channel: "amazon", wrong: 1 })];
  expect(new Set(bare.map((one) => one.row._id)).size).toBe(2);
  const unknown = { return: bare[1]?.row._id, product: "p0", wrong: 1 };
  expect(await receive(unknown)).toFailWith("RESOURCE_NOT_FOUND", { field: "product" });
  const named = await received({ return: bare[0]?.row._id, product: form.product, good: 1 });
  expect(named.row).toMatchObject({ product: { _id: form.product }, receipts: [{ wrong: 1 }, { good: 1 }] });
});

test.each<[what: string, form: Form, code: Code, field: string]>([
  ["no channel", { channel: undefined }, "BAD_REQUEST", "channel"],
  ["no unit", { good: 0 }, "BAD_REQUEST", "good"],
  ["no product of a good unit", { product: undefined }, "BAD_REQUEST", "product"],
  ["an unknown product", { product: "p0" }, "RESOURCE_NOT_FOUND", "product"],
  ["an unknown return", { return: "0" }, "RESOURCE_NOT_FOUND", "return"],
  ["an unknown warehouse", { warehouse: "w0" }, "RESOURCE_NOT_FOUND", "warehouse"],
  ["a number that is too long", { order: "1".repeat(101) }, "BAD_REQUEST", "order"],
])("a parcel is refused by the name of its field, and nothing is stored: %s", async (_, fields, code, field) => {
  const form = await parcel({ good: 1, ...fields });
  expect(await receive(form)).toFailWith(code, { field });
  const open: Return[] = (await executive.get("/v1/returns")).body;
  expect(open.filter(({ reference }) => reference === form.reference)).toEqual([]);
  expect(await executive.get(`/v1/returns?start=${today}`)).toFailWith("BAD_REQUEST", { field: "end" });
});

test("damaged units go to the warehouse for them, unless they are said to be thrown away; not where orders are picked, nor any to a marketplace's shelf", async () => {
  const form = await parcel();
  const own = await received({ ...form, damaged: 2 });
  await received({ return: own.row._id, damaged: 3, thrown_away: true });
  expect(await placesOf(manager, form.product ?? "")).toEqual({ [bin._id]: 2 });
  const setPicking = (not_for_picking: "yes" | "") =>
    manager.send("PATCH", `/v1/warehouses/${bin._id}`, { not_for_picking });
  expect((await setPicking("")).status).toBe(200);
  const refused = await receive({ return: own.row._id, damaged: 1 });
  expect(refused).toFailWith("UNPROCESSABLE_CONTENT", { field: "unsellable" });
  expect((await receive({ return: own.row._id, damaged: 1, thrown_away: true })).status).toBe(201);
  await setPicking("yes");
  const shelf = (await manager.post("/v1/warehouses", { w_id: unique("FBA"), name: "FBA", sells_for: "amazon" })).body
    ._id;
  const there = await receive({ return: own.row._id, good: 1, warehouse: shelf });
  expect(there).toFailWith("UNPROCESSABLE_CONTENT", { field: "warehouse", _id: shelf });
  const { edits } = (await manager.get("/v1/returns/settings")).body;
  const kept = await manager.send("PUT", "/v1/returns/settings", { channels: {}, unsellable: shelf, edits });
  expect(kept).toFailWith("UNPROCESSABLE_CONTENT", { field: "unsellable" });
});

test("who has not seen that a parcel was received is asked if there is another one, by name and time", async () => {
  const first = await received(await parcel({ good: 1 }));
  const form = { return: first.row._id, good: 1, parcels: 0 };
  const message = expect.stringMatching(/ has received 1 of it, 20-11-2026 11:\d\d$/);
  expect(await receive(form)).toFailWith("CONFLICT", { field: "parcels", message });
  expect((await received({ ...form, parcels: 1 })).row.receipts).toHaveLength(2);
  expect((await received({ ...form, again: true })).row.receipts).toHaveLength(3);
});

test("photos of a parcel stand with it, once, for 400 days; a seventh, or what is no picture, is refused, and nothing is stored", async () => {
  const form = await parcel({ damaged: 1 });
  const send = (files: Buffer<ArrayBuffer>[], key: string = randomUUID()) => {
    const body = new FormData();
    body.set("form", JSON.stringify({ ...places, ...form }));
    for (const [at, file] of files.entries()) body.append("photos", new Blob([file]), `${at}.png`);
    return executive.post("/v1/returns", body, idempotencyKey(key));
  };
  for (const files of [Array.from({ length: 7 }, (_, at) => png(at + 1, 1)), [png(2, 2), Buffer.from("<svg/>")]])
    expect(await send(files)).toFailWith("BAD_REQUEST", { field: "photos" });
  const key = randomUUID();
  const first = await send([png(4, 4), png(5, 5), png(4, 4)], key);
  const { _id, receipts }: Return = first.body.return;
  expect(receipts).toMatchObject([{ damaged: 1 }]);
  const photos = receipts[0]?.photos ?? [];
  expect(photos).toEqual(Array(2).fill(expect.stringMatching(/^\/images\/returns\/\w{19}-[\da-f]{10}\.png$/)));
  for (const photo of photos)
    expect((await fetch(here.site + photo)).headers.get("content-type"), photo).toBe("image/png");
  expect((await send([png(4, 4), png(5, 5), png(4, 4)], key)).body).toEqual(first.body);
  expect(await send([png(6, 6)], key)).toFailWith("CONFLICT", { field: "idempotency-key" });
  const stored = await engine(here).find("returns", _id);
  const old = { ...receipts[0], day: addDays(today, -401) };
  await engine(here).put("returns", [{ ...stored, receipts: [old] }]);
  expect((await read(_id)).receipts[0]).not.toHaveProperty("photos");
});

test("a product that was chosen wrongly goes with what was received of it", async () => {
  const [form, right] = [await parcel({ good: 1 }), await newProduct(manager)];
  const wrong = await received(form);
  await reverse(executive, wrong.movement);
  expect(await read(wrong.row._id)).not.toHaveProperty("product");
  const { row } = await received({ return: wrong.row._id, product: right, good: 1 });
  expect(row.product?._id).toBe(right);
  expect([await heldOf(manager, form.product ?? ""), await heldOf(manager, right)]).toEqual([0, 1]);
});

test("what was received is undone once, with its stock, by who received it today or a manager; not if it is sold", async () => {
  const form = await parcel({ good: 2, damaged: 1 });
  const first = await received(form);
  const second = await received({ return: first.row._id, missing: 1 });
  const key = randomUUID();
  expect(countByStatus(await inParallel(2, () => reverse(executive, second.movement, key)))).toEqual({ 201: 2 });
  expect(await reverse(executive, second.movement)).toFailWith("CONFLICT");
  const list = [{ product: form.product, quantity: 1 }];
  const sold = await manager.post("/v1/transactions/out", { channel: "amazon", list });
  const short = { product: form.product, available: 1 };
  expect(await reverse(executive, first.movement)).toFailWith("UNPROCESSABLE_CONTENT", short);
  await reverse(manager, sold.body.movement);
  const other = await received({ return: first.row._id, good: 1 }, undefined, manager);
  expect(await reverse(executive, other.movement)).toFailWith("FORBIDDEN");
  expect(await executive.get(`/v1/transactions/${first.movement}`)).toFailWith("CONFLICT");
  expect((await reverse(executive, first.movement)).status).toBe(201);
  expect(unitsOf(await read(first.row._id))).toEqual([1, 0, 0, 0]);
  expect((await reverse(manager, other.movement)).status).toBe(201);
  expect(unitsOf(await read(first.row._id))).toEqual([0, 0, 0, 0]);
  expect(await heldOf(manager, form.product ?? "")).toBe(0);
  const changes: Change[] = (await here.root.get(`/v1/audit?start=${today}&end=${today}&kind=return`)).body;
  const own = changes.filter(({ row, fields }) => row === first.row._id && fields.some(({ to }) => to === undefined));
  expect(own.map(({ fields }) => fields.map(({ field, from }) => [field, from]))).toEqual([
    [["good", 1]],
    [
      ["good", 2],
      ["damaged", 1],
    ],
    [["missing", 1]],
  ]);
});

test("claims begin with the channel's days, which managers set; each is filed, won, lost or not filed, by one of two people", async () => {
  const channel = "firstcry";
  const form = await parcel({ channel, damaged: 1, wrong: 2, good: 1 });
  const { movement, row } = await received(form);
  const summary = async () => (await executive.get("/v1/returns/summary")).body;
  expect([row.claims, (await summary()).without_days]).toEqual([[], expect.arrayContaining([channel])]);
  const days = { claim_days: 1, lost_after: 20, lost_claim_days: 30 };
  expect(await saveDays(channel, days, executive)).toFailWith("FORBIDDEN");
  const saved = await saveDays(channel, days);
  expect(saved.body.channels[channel]).toEqual(days);
  const form_of = (fields: object) => ({
    ...{ channels: saved.body.channels, unsellable: bin._id, edits: 0, ...fields },
  });
  // Sent again it is as it was; one that has not seen them is refused.
  expect((await manager.send("PUT", "/v1/returns/settings", form_of({}))).body).toEqual(saved.body);
  expect(await manager.send("PUT", "/v1/returns/settings", form_of({ channels: {} }))).toFailWith("CONFLICT");
  const { edits } = saved.body;
  const refused = await manager.send("PUT", "/v1/returns/settings", form_of({ edits, unsellable: hub }));
  expect(refused).toFailWith("UNPROCESSABLE_CONTENT", { field: "unsellable" });
  const early = form_of({ edits, channels: { [channel]: { ...days, lost_claim_days: 20 } } });
  const field = `channels.${channel}.lost_claim_days`;
  expect(await manager.send("PUT", "/v1/returns/settings", early)).toFailWith("BAD_REQUEST", { field });
  const off = await manager.send("PUT", "/v1/returns/settings", form_of({ edits, unsellable: "" }));
  expect([off.body.unsellable, off.body.edits]).toEqual([undefined, edits + 1]);
  const kept = await manager.send("PUT", "/v1/returns/settings", form_of({ edits: edits + 1 }));
  expect(kept.body).toMatchObject({ unsellable: { _id: bin._id }, edits: edits + 2 });
  const [damaged, wrong] = [`${movement}.damaged`, `${movement}.wrong`];
  const tomorrow = addDays(today, 1);
  expect((await read(row._id)).claims).toEqual([
    { _id: damaged, cause: "damaged", units: 1, state: "to_file", last_day: tomorrow },
    { _id: wrong, cause: "wrong", units: 2, state: "to_file", last_day: tomorrow },
  ]);
  expect(await summary()).toMatchObject({ to_file: 2, next: { day: tomorrow, claims: 2 } });
  const say = (claim: string, state: string, more: object = {}, by: Client = manager) =>
    by.send("PUT", `/v1/returns/${row._id}/claims`, { claim, state, ...more });
  expect(await say(damaged, "filed", {}, executive)).toFailWith("FORBIDDEN");
  expect(await say("lost", "filed")).toFailWith("RESOURCE_NOT_FOUND", { field: "claim" });
  const filed = await say(damaged, "filed", { reference: "IN42", seen: "to_file" });
  expect(filed.body.claims[0]).toMatchObject({ state: "filed", reference: "IN42" });
  expect((await say(damaged, "filed", { reference: "IN42", seen: "to_file" })).body).toEqual(filed.body);
  expect(await say(damaged, "not_filed", { seen: "to_file" })).toFailWith("CONFLICT", { field: "state" });
  expect(await reverse(executive, movement)).toFailWith("CONFLICT", { field: "claims" });
  await say(damaged, "won", { reference: "IN43" });
  const changes: Change[] = (await here.root.get(`/v1/audit?start=${today}&end=${today}&kind=return`)).body;
  expect(changes.find(({ row: of, fields }) => of === row._id && fields[0]?.field === "claim")?.fields).toEqual([
    { field: "claim", from: "Filed, IN42", to: "Won, IN43" },
  ]);
  expect((await executive.get("/v1/returns?show=claims")).body).toHaveLength(1);
  await say(wrong, "not_filed");
  expect((await executive.get("/v1/returns?show=claims")).body).toEqual([]);
  const past = `start=${today}&end=${today}&show=claims`;
  expect((await executive.get(`/v1/returns?${past}`)).body.map(({ _id }: Return) => _id)).toEqual([row._id]);
  const query = { start: today, end: today, show: "claims" };
  const { rows } = await readWorkbook(await downloadWithTestClock(here, manager, "/v1/returns/export", query));
  expect(rows.slice(1).map((row) => [row[10], row.at(-2), row.at(-1)])).toEqual([
    [1, "Won", "IN43"],
    [null, "Not filed", null],
  ]);
});

test("rates count what came by product and channel; sales, the daily run rate and what was sold stay as they are", async () => {
  const product = await newProduct(manager);
  await manager.post("/v1/transactions/in", { product, warehouse: hub, quantity: 50 });
  await manager.post("/v1/transactions/out", { channel: "jiomart", list: [{ product, quantity: 20 }] });
  const figures = async () => {
    const { drr } = (await manager.get("/v1/products")).body.find(({ _id }: { _id: string }) => _id === product);
    const sales = (await manager.get(`/v1/app/dash/analytics?start=${today}&end=${today}`)).body;
    const { sold } = (await engine(here).find("stocks", product)) as { sold: object };
    // What is in stock is among the figures of sales, and rises.
    return JSON.parse(JSON.stringify([drr, sales, sold], (name, value) => (/stock/i.test(name) ? undefined : value)));
  };
  const before = await figures();
  const form = { product, channel: "jiomart" } as const;
  await receive({ ...form, order: "J1", good: 3, missing: 1 });
  await receive({ ...form, order: "J2", damaged: 1, wrong: 1 });
  await reverse(executive, (await received({ ...form, order: "J3", good: 5 })).movement);
  expect(await figures()).toEqual(before);
  const units = { good: 3, damaged: 1, wrong: 1, missing: 1 };
  const rates = (await manager.get(`/v1/returns/rates?product=${product}`)).body;
  expect(rates).toMatchObject([30, 90].map((days) => ({ channel: "jiomart", days, sold: 20, returned: 5, units })));
  const file = await readWorkbook(await downloadWithTestClock(here, manager, "/v1/returns/rates/export"));
  const own = file.rows.filter((row) => row[0] === rates[0].product.p_id);
  expect(own.map((row) => row.slice(3, 7))).toEqual([
    [30, 20, 5, 25],
    [90, 20, 5, 25],
  ]);
});

test("a return is kept for 400 days after its last change, and is in no list after that", async () => {
  const { row } = await received(await parcel({ wrong: 1 }));
  const stored = await engine(here).find("returns", row._id);
  const kept = Number(stored?.expires) - Date.parse(`${today}T06:00:00Z`) / 1_000;
  expect(Math.floor(kept / 86_400)).toBe(400);
  await engine(here).put("returns", [{ ...stored, expires: Date.parse(`${today}T05:00:00Z`) / 1_000 }]);
  const listed = async (query: string) =>
    (await executive.get(`/v1/returns${query}`)).body.some(({ _id }: Return) => _id === row._id);
  expect([await listed(""), await listed(`?start=${today}&end=${today}`)]).toEqual([false, false]);
});

test("a long list comes in pages, of which each has the filters of the first", async () => {
  const { row } = await received(await parcel({ wrong: 1 }));
  const { open: _, ...stored } = (await engine(here).find("returns", row._id)) ?? {};
  const [old, day] = [new Date(`${today}T06:00:00Z`), addDays(today, -9)];
  const some = Array.from({ length: 1_600 }, (_, at) => ({
    ...{ ...stored, _id: `${at}`.padStart(32, "0"), day, created_at: new Date(old.getTime() - at).toISOString() },
    channel: at % 2 === 0 ? "flipkart" : "firstcry",
  }));
  await engine(here).put("returns", some);
  const first = await executive.get(`/v1/returns?start=${day}&end=${day}&channel=firstcry`);
  const [, next = ""] = /^<([^>]+)>/.exec(first.headers.get("link") ?? "") ?? [];
  const rows: Return[] = [...first.body, ...(await executive.get(next)).body];
  expect([rows.length, new Set(rows.map(({ channel }) => channel))]).toEqual([800, new Set(["firstcry"])]);
});

test("a claim can be filed until its last day ends in India, and is not filed after that", async () => {
  const channel = "snd-website";
  await saveDays(channel, { claim_days: 1, lost_after: 20, lost_claim_days: 30 });
  const { row } = await received(await parcel({ channel, missing: 1 }));
  const day = addDays(today, 1);
  expect(row.claims).toMatchObject([{ state: "to_file", last_day: day }]);
  const nextAt = async (instant: string) => {
    const by = await here.signInAt(instant, "executive");
    const [{ next }, { claims }] = [
      (await by.get("/v1/returns/summary")).body,
      (await by.get(`/v1/returns/${row._id}`)).body,
    ];
    return [next, claims[0].state];
  };
  // A minute before midnight, and a minute after it.
  const both = [await nextAt(`${day}T18:29:00Z`), await nextAt(`${day}T18:31:00Z`)];
  setClock(`${today}T06:00:00Z`);
  expect(both).toEqual([
    [{ day, claims: 1 }, "to_file"],
    [undefined, "not_filed"],
  ]);
});

const random =
  "in a random history, with lost and doubled answers, each unit has one condition and stock is the ledger's (%i)";
const run = async (seed: number) => {
  const [random, product, other] = [seededRandom(seed), await newProduct(manager), await newProduct(manager)];
  const order = unique("OD");
  const parcels = new Map<string, { units: Record<Condition, number>; isKept: boolean; instead?: string }>();
  /** Sends it until it is answered, sometimes more than once, or twice at a time. */
  const surely = async (send: () => Promise<Answer>): Promise<Answer> => {
    let isLost = random.happens(0.3);
    proxy.decide = (operation) => {
      if (operation !== "TransactWriteItems" || !isLost) return "forward";
      isLost = false;
      return random.happens(0.5) ? "lose answer" : "lose request";
    };
    const answers = random.happens(0.3)
      ? await inParallel(2, send)
      : [await send(), ...(random.happens(0.3) ? [await send()] : [])];
    proxy.decide = () => "forward";
    const [first] = answers as [Answer];
    expect(new Set(answers.map(({ status }) => status)).size, JSON.stringify(answers)).toBe(1);
    return first;
  };
  for (let step = 0; step < 20; step++) {
    const known = [...parcels.keys()];
    const context = `seed ${seed}, step ${step}`;
    if (known.length > 0 && random.happens(0.35)) {
      const [movement, key] = [random.pick(known), randomUUID()];
      expect((await surely(() => reverse(manager, movement, key))).status, context).toBe(201);
      parcels.delete(movement);
    } else {
      const units = Object.fromEntries(conditions.map((condition) => [condition, random.between(0, 2)])) as Record<
        Condition,
        number
      >;
      const isKept = random.happens(0.7);
      const instead =
        units.wrong > 0 && random.happens(0.5) ? { product: other, condition: "good" as const } : undefined;
      const form = {
        channel: "amazon" as const,
        order,
        product,
        ...units,
        ...(instead && { instead }),
        warehouse: hub,
      };
      const key = randomUUID();
      const by = random.pick([manager, executive]);
      const body = { ...form, ...(!isKept && { thrown_away: true }) };
      const answer = await surely(() => by.post("/v1/returns", body, idempotencyKey(key)));
      if (Object.values(units).every((one) => one === 0)) expect(answer.status, context).toBe(400);
      else {
        expect(answer.status, context).toBe(201);
        parcels.set(answer.body.movement, { units, isKept, ...(instead && { instead: other }) });
      }
    }
    const all = [...parcels.values()];
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
    const rows: Return[] = (await manager.get(`/v1/returns?start=${today}&end=${today}&product=${product}`)).body;
    const found = rows.map(unitsOf).reduce((a, b) => a.map((one, at) => one + (b[at] ?? 0)), [0, 0, 0, 0]);
    expect(found, context).toEqual(conditions.map((condition) => sum(({ units }) => units[condition])));
    const held = await placesOf(manager, product);
    const kept = sum(({ units, isKept }) => (isKept ? units.damaged : 0));
    expect([held[hub] ?? 0, held[bin._id] ?? 0], context).toEqual([sum(({ units }) => units.good), kept]);
    expect(await heldOf(manager, other), context).toBe(sum(({ units, instead }) => (instead ? units.wrong : 0)));
  }
};
test.each([1, 2])(random, run);
test.each(Array.from({ length: 30 }, (_, at) => at + 3))(random, { tags: "exhaustive" }, run);
