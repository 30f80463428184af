// Correct and Reverse after a count: an entry that was wrong changes, and the stock stays as it was counted.
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { leftOutText } from "#shared/count-certainty.ts";
import { maxCountedProducts, tooManyCounted } from "#shared/limits.ts";
import { takeBacksFirst } from "#shared/reversal.ts";
import { shortWaits } from "#tests/support/clock.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { putProducts } from "#tests/support/engine.ts";
import { countForm, listedRow, unique } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { newProxy } from "#tests/support/proxy.ts";
import { createProduct, heldOf, idempotencyKey, newWarehouse, placesOf } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import { countingWorld } from "../counts/counting.ts";

const proxy = newProxy();
const { here, pass } = await countingWorld("2026-11-26T04:00:00Z", { preload: [shortWaits], wrapDynamo: proxy.wrap });
afterAll(proxy.stop);
const { manager, executive, root } = here;
const day = "26-11-2026";

const place = async () => {
  const { _id: product, p_id } = await createProduct(manager);
  const w_id = unique("W");
  return { product, p_id, warehouse: await newWarehouse(manager, w_id), w_id };
};
type Place = Awaited<ReturnType<typeof place>>;

/** The place with a stock-in of so many units. */
const received = async (quantity: number, own?: Place) => {
  const { product, warehouse, ...codes } = own ?? (await place());
  const { movement } = (await executive.post("/v1/transactions/in", { product, warehouse, quantity })).body;
  return { product, warehouse, ...codes, movement: movement as string };
};
type Entry = Awaited<ReturnType<typeof received>>;

/** The place with a picklist of two of its units. */
const picked = async (own: Place) => {
  const list = [{ product: own.product, quantity: 2 }];
  const { movement } = (await executive.post("/v1/transactions/out", { list, channel: "amazon" })).body;
  return { ...own, movement: movement as string };
};

/** A sheet that sets the units of the place, up to its preview. */
const sheetOf = async ({ p_id, w_id }: Place, units: number) => {
  const sheet = `P.ID,W.ID,Quantity\n${p_id},${w_id},${units}\n`;
  const { _id } = (await previewOf(manager, "stock", sheet, { mode: "SET" })).body;
  return { apply: () => applyAll(manager, _id) };
};

/** A count of the place, up to its review. */
const counted = async ({ product, warehouse }: Place, units: number) => {
  pass(1);
  const count = await openCount(manager, warehouse);
  await sendLines(executive, count, countLine(product, units));
  pass(3);
  return { count, apply: () => applyReviewed(count) };
};
const applyReviewed = async (count: string) =>
  applyWhole(manager, count, choiceOf((await reviewOf(manager, count)).rows));

/** So many units came in, and a count has found so many. */
const inAndCounted = async (quantity: number, units: number) => {
  const own = await received(quantity);
  const { movement: batch = "" } = await (await counted(own, units)).apply();
  pass(1);
  return { ...own, batch };
};

const correct = (
  { product, warehouse, movement }: Pick<Entry, "product" | "warehouse" | "movement">,
  quantity: number,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const body = { list: [{ product, warehouse, quantity }], corrections: 0, ...more };
  return manager.post(`/v1/transactions/${movement}/correct`, body, headers);
};
const reverse = (movement: string, body: object = {}, headers: Record<string, string> = {}) =>
  manager.post(`/v1/transactions/${movement}/reverse`, body, headers);
const leftOf = async (movement: string): Promise<number[]> =>
  (await manager.get(`/v1/transactions/${movement}`)).body.lines.map(({ quantity }: { quantity: number }) => quantity);
/** The refusal that asks about a count of the place. */
const question = ({ product, warehouse: _id }: Place, units: number) => ({
  status: 422,
  body: { details: [{ field: "counted", product, _id, message: `Counted since, on ${day}: ${units}` }] },
});
/** The refusal to reverse what a correction relies on. */
const takesBacksFirst = { status: 409, body: { details: [{ message: takeBacksFirst }] } };
const timesIn = ({ body }: Answer): string[] =>
  body.details.map(({ counted_at }: { counted_at: string }) => counted_at);
const [wrongly, moved] = [{ counted: "entered_wrongly" }, { counted: "moved_now" }];
/** Units held after a correction from 10 to 8 of a place in which 8 were counted. */
const outcomes = [
  [wrongly, 8],
  [moved, 6],
] as const;

test("an entry that is corrected after a count leaves the stock as counted, once however often it is sent", async () => {
  const own = await inAndCounted(10, 8);
  const key = idempotencyKey(randomUUID());
  const answer = await correct(own, 8, {}, key);
  expect(answer.status).toBe(201);
  const [correction] = answer.body.data;
  expect(answer.body.data).toMatchObject([
    { kind: "reversal", corrects: own.movement, action: "STOCK_OUT", quantity: 2 },
    { kind: "adjustment", takes_back: correction.movement, action: "STOCK_IN", quantity: 2 },
  ]);
  expect(answer.body.data[1].remarks).toBe(`Counted since, on ${day}`);
  expect((await correct(own, 8, {}, key)).body).toEqual(answer.body);
  expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([8, [8]]);
  expect((await correct(own, 12, { corrections: 1 })).status).toBe(201);
  expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([8, [8]]);
  const { rows } = (await manager.get(`/v1/products/${own.product}/movements`)).body;
  expect(rows.at(-1).total).toBe(8);
});

test("who waits for the answer is asked first, and either answer counts", async () => {
  for (const [cause, held] of outcomes) {
    const own = await inAndCounted(10, 8);
    const asked = await correct(own, 8, { ...cause, seen: [] });
    expect(asked).toMatchObject(question(own, 8));
    expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([8, [10]]);
    expect((await correct(own, 8, { ...cause, seen: timesIn(asked) })).status).toBe(201);
    expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([held, [8]]);
  }
});

test("a reversal moves goods back unless it says that the entry was wrong, and is asked likewise", async () => {
  const own = await inAndCounted(10, 8);
  const asked = await reverse(own.movement, { ...wrongly, seen: [] });
  expect(asked).toMatchObject(question(own, 8));
  const key = idempotencyKey(randomUUID());
  const answer = await reverse(own.movement, { ...wrongly, seen: timesIn(asked) }, key);
  expect(answer.body.data).toMatchObject([{ kind: "reversal" }, { kind: "adjustment" }]);
  expect((await reverse(own.movement, { ...wrongly, seen: timesIn(asked) }, key)).body).toEqual(answer.body);
  expect(await heldOf(manager, own.product)).toBe(8);
  const other = await inAndCounted(10, 12);
  expect((await reverse(other.movement)).body.data).toHaveLength(1);
  expect(await heldOf(manager, other.product)).toBe(2);
});

test("a line that agreed counts too, though the ledger has no trace of it", async () => {
  const own = await inAndCounted(10, 10);
  expect(await correct(own, 8, { seen: [] })).toMatchObject(question(own, 10));
  expect((await correct(own, 8)).status).toBe(201);
  expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([10, [8]]);
});

test("a count that is open, cancelled, reversed, of another place or from before the entry asks nothing", async () => {
  const expectMoved = async (own: Entry, before: number) => {
    expect((await correct(own, 8, { seen: [] })).body.data).toHaveLength(1);
    expect(await heldOf(manager, own.warehouse)).toBe(before - 2);
  };
  const opened = await received(10);
  const { count } = await counted(opened, 8);
  await expectMoved(opened, 10);
  await manager.delete(`/v1/counts/${count}`);
  expect((await correct(opened, 7, { corrections: 1, seen: [] })).status).toBe(201);
  const reversed = await inAndCounted(10, 8);
  await reverse(reversed.batch);
  await expectMoved(reversed, 10);
  const elsewhere = await inAndCounted(10, 8);
  await expectMoved(await received(10, { ...elsewhere, warehouse: await newWarehouse(manager) }), 10);
  // Counted before the entry, and applied after it.
  const before = await received(3);
  const { apply } = await counted(before, 2);
  const after = await received(10, before);
  pass(1);
  await apply();
  await expectMoved(after, 12);
});

test("stock that a spreadsheet or the developer console set is counted, for an earlier day at its close", async () => {
  const bySheet = await received(10);
  pass(1);
  const set = await (await sheetOf(bySheet, 7)).apply();
  pass(1);
  await executive.post("/v1/transactions/out", { product: bySheet.product, warehouse: bySheet.warehouse, quantity: 1 });
  const asked = await correct(bySheet, 9, { seen: [] });
  expect(asked).toMatchObject(question(bySheet, 7));
  expect((await correct(bySheet, 9, { seen: timesIn(asked) })).status).toBe(201);
  expect(await heldOf(manager, bySheet.product)).toBe(6);
  expect(await reverse(set.movement ?? "")).toMatchObject(takesBacksFirst);

  const byConsole = await received(10);
  pass(1);
  const sheet = `P.ID/SKU/BC,W.ID,Quantity\n${byConsole.p_id},${byConsole.w_id},4`;
  const posted = await root.post("/v1/dev/stock-adjustment", countForm("2026-11-26", sheet), idempotencyKey());
  expect(posted.status).toBe(201);
  expect(await correct(byConsole, 9, { seen: [] })).toMatchObject(question(byConsole, 4));
  expect((await correct(byConsole, 9)).status).toBe(201);
  expect(await heldOf(manager, byConsole.product)).toBe(4);
});

test("a picklist's correction moves goods unless it says otherwise, and the sales change with either answer", async () => {
  for (const [cause, held] of [
    [{}, 9],
    [moved, 9],
    [wrongly, 8],
  ] as const) {
    const own = await picked(await received(10));
    pass(1);
    await (await counted(own, 8)).apply();
    pass(1);
    expect((await correct(own, 1, cause)).status).toBe(201);
    expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([held, [1]]);
    expect((await listedRow(manager, "/v1/products", own.product)).drr).toBeCloseTo(1 / 3, 1);
  }
});

test("a product that was deleted since is corrected, with either answer", async () => {
  for (const [cause, held] of outcomes) {
    const own = await inAndCounted(10, 8);
    await manager.delete(`/v1/products/${own.product}`);
    expect((await correct(own, 8, cause)).status).toBe(201);
    await manager.post(`/v1/products/${own.product}/restore`, {});
    expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([held, [8]]);
  }
  const sold = await picked(await received(10));
  await (await counted(sold, 7)).apply();
  await manager.delete(`/v1/products/${sold.product}`);
  expect((await correct(sold, 1, wrongly)).status).toBe(201);
  await manager.post(`/v1/products/${sold.product}/restore`, {});
  expect(await heldOf(manager, sold.product)).toBe(7);
});

test("a correction that moves a product to another warehouse keeps only what was counted", async () => {
  const own = await inAndCounted(10, 8);
  const other = await newWarehouse(manager);
  const list = [{ product: own.product, warehouse: other, quantity: 10 }];
  expect((await correct(own, 10, { list })).status).toBe(201);
  expect(await placesOf(manager, own.product)).toEqual({ [own.warehouse]: 8, [other]: 10 });
});

test("a count between question and answer is asked about, too", async () => {
  const own = await inAndCounted(10, 8);
  const first = await correct(own, 8, { ...moved, seen: [] });
  await (await counted(own, 7)).apply();
  const second = await correct(own, 8, { ...moved, seen: timesIn(first) });
  expect(second).toMatchObject(question(own, 7));
  expect((await correct(own, 8, { ...wrongly, seen: timesIn(second) })).status).toBe(201);
  expect([await heldOf(manager, own.product), await leftOf(own.movement)]).toEqual([7, [8]]);
});

test("an entry that waited on a device is not asked: it does what was chosen, and units that moved before a count are in it", async () => {
  const own = await inAndCounted(10, 8);
  expect((await correct(own, 8, { ...wrongly, seen: [] }, { "entry-age": "60" })).status).toBe(201);
  expect(await heldOf(manager, own.product)).toBe(8);
  for (const [minutes, held] of [
    [1, 2],
    [12, 12],
  ] as const) {
    const back = await inAndCounted(10, 12);
    const age = { "entry-age": String(60 * minutes) };
    expect((await reverse(back.movement, { ...moved, seen: [] }, age)).status).toBe(201);
    expect(await heldOf(manager, back.product)).toBe(held);
  }
});

/** A count of some products of a warehouse, each with so many units. */
const countAll = async (warehouse: string, products: string[], units: number) => {
  const count = await openCount(manager, warehouse, { products });
  await sendLines(executive, count, ...products.map((id) => countLine(id, units)));
  pass(3);
  await applyReviewed(count);
  pass(1);
};

/** A refusal of more than one transaction can take back. */
const tooMany = { field: "counted", message: tooManyCounted };

test("one correction has at most 80 products that were counted since; nothing is written of more", async () => {
  const warehouse = await newWarehouse(manager);
  const word = unique("C").replace(/\D/g, "");
  const ids = Array.from({ length: maxCountedProducts + 1 }, (_, n) => `p8${word}${n}`);
  await putProducts(here, ids, { [warehouse]: 5 });
  const list = ids.map((product) => ({ product, quantity: 2 }));
  const body = { list, channel: "amazon", warehouses: [warehouse] };
  const { movement } = (await executive.post("/v1/transactions/out", body)).body;
  pass(1);
  await countAll(warehouse, ids, 2);
  const wanted = (of: string[]) => ({ ...wrongly, list: of.map((product) => ({ product, warehouse, quantity: 1 })) });
  const own = { product: "", warehouse, movement };
  expect(await correct(own, 1, wanted(ids))).toFailWith("UNPROCESSABLE_CONTENT", tooMany);
  expect((await correct(own, 1, wanted(ids.slice(1)))).status).toBe(201);
  expect(await heldOf(manager, warehouse)).toBe(2 * ids.length);
});

const additionIn = ({ body }: Answer): string =>
  body.data.find(({ adds_to }: { adds_to?: string }) => adds_to !== undefined).movement;

test("what a correction added to stock that was counted is undone, reversed and corrected without moving stock", async () => {
  const undone: Record<string, (own: Entry) => Promise<Answer>> = {
    reversed: ({ movement }) => reverse(movement, wrongly),
    corrected: (own) => correct(own, 1),
    twice: async (own) => reverse(additionIn(await correct(own, 3)), wrongly),
  };
  for (const [how, undo] of Object.entries(undone)) {
    const own = await inAndCounted(10, 12);
    const movement = additionIn(await correct(own, 12));
    pass(1);
    expect([how, (await undo({ ...own, movement })).status]).toEqual([how, 201]);
    expect([how, await heldOf(manager, own.product)]).toEqual([how, 12]);
  }
  const asked = await inAndCounted(10, 12);
  const addition = additionIn(await correct(asked, 12));
  pass(1);
  expect(await reverse(addition, { seen: [] })).toMatchObject(question(asked, 12));
  expect((await reverse(addition, moved)).status).toBe(201);
  expect(await heldOf(manager, asked.product)).toBe(10);
  const now = await inAndCounted(10, 12);
  const brought = additionIn(await correct(now, 14, moved));
  pass(1);
  expect((await reverse(brought, wrongly)).status).toBe(201);
  expect(await heldOf(manager, now.product)).toBe(12);
});

test("an addition to stock that a sheet set names the units of the sheet when it is reversed", async () => {
  const own = await received(10);
  pass(1);
  await (await sheetOf(own, 12)).apply();
  pass(1);
  const addition = additionIn(await correct(own, 12));
  expect(await reverse(addition, { seen: [] })).toMatchObject(question(own, 12));
  expect((await reverse(addition, wrongly)).status).toBe(201);
  expect(await heldOf(manager, own.product)).toBe(12);
});

/** 10 units came in, and later a count has found so many; the correction of the entry waited on a device meanwhile. */
const countedMeanwhile = async (units: number) => {
  const own = await received(10);
  pass(30);
  const { count, apply } = await counted(own, units);
  await apply();
  pass(10);
  const correctLate = (more: object = {}) => correct(own, units, more, { "entry-age": String(60 * 30) });
  return { own, count, correctLate };
};

test("an addition that waited on a device is taken back once, by its correction or as a late entry", async () => {
  for (const cause of [wrongly, moved]) {
    const { own, count, correctLate } = await countedMeanwhile(12);
    const corrected = await correctLate({ ...cause, seen: [] });
    const { movement: takeBack } = corrected.body.data.at(-1);
    const late = { movement: additionIn(corrected), product: own.product };
    expect(await heldOf(manager, own.product)).toBe(12);
    expect((await reviewOf(manager, count)).late).toMatchObject([{ ...late, product: {}, taken_back: takeBack }]);
    expect((await manager.post(`/v1/counts/${count}/take-back`, late)).status).toBe(409);
    expect((await reverse(late.movement, wrongly)).status).toBe(201);
    expect(await heldOf(manager, own.product)).toBe(12);
  }
});

test("what took units back for a count, of an entry that waited on a device, is not late itself", async () => {
  const { own, count, correctLate } = await countedMeanwhile(8);
  expect((await correctLate()).body.data).toHaveLength(2);
  expect(await reviewOf(manager, count)).not.toHaveProperty("late");
  expect(await heldOf(manager, own.product)).toBe(8);
});

test("an addition during a count is not booked again by the count", async () => {
  const own = await received(10);
  pass(30);
  const { apply } = await counted(own, 12);
  expect((await correct(own, 12)).status).toBe(201);
  pass(5);
  expect((await apply()).left_out).toMatchObject([{ message: leftOutText.corrected }]);
  expect(await heldOf(manager, own.product)).toBe(12);
});

/** A batch that brought 5 units of each of so many new products into each of some warehouses. */
const batchOf = async (size: number, warehouses = 1) => {
  const codes = Array.from({ length: warehouses }, () => unique("W"));
  const [warehouse = ""] = await Promise.all(codes.map((w_id) => newWarehouse(manager, w_id)));
  const word = unique("B").replace(/\D/g, "");
  const ids = Array.from({ length: size }, (_, n) => `pb${word}${String(n).padStart(4, "0")}`);
  await putProducts(here, ids);
  const upload = async (of: string[], units: number, mode: string, into = codes.slice(0, 1)) => {
    const rows = of.flatMap((id) => into.map((w_id) => [id, w_id, units]));
    const file = csv([["P.ID", "W.ID", "Quantity"], ...rows]);
    const { movement = "" } = await applyAll(manager, (await previewOf(manager, "stock", file, { mode })).body._id);
    pass(1);
    return movement;
  };
  return { warehouse, ids, upload, movement: await upload(ids, 5, "ADD", codes) };
};

test("a batch that was counted in parts is asked about once, and stays as counted if it was wrong", async () => {
  for (const [cause, units, held] of [
    [wrongly, 4, 400],
    [moved, 6, 100],
  ] as const) {
    const { warehouse, ids, movement } = await batchOf(100);
    for (const part of [ids.slice(0, 60), ids.slice(60)]) await countAll(warehouse, part, units);
    const asked = await reverse(movement, { ...cause, seen: [] });
    expect([asked.status, asked.body.details.length]).toEqual([422, 100]);
    expect((await reverse(movement, { ...cause, seen: [...new Set(timesIn(asked))] })).status).toBe(201);
    expect(await heldOf(manager, warehouse)).toBe(held);
  }
});

test("a batch of which a later part was counted too often for one transaction is refused as a whole", async () => {
  const { warehouse, ids, upload, movement } = await batchOf(190, 2);
  for (const id of ids.slice(-4)) await upload([id], 4, "SET");
  expect(await reverse(movement, wrongly)).toFailWith("UNPROCESSABLE_CONTENT", tooMany);
  expect(await heldOf(manager, warehouse)).toBe(5 * 190 - 4);
});

test("a question about more places than an answer names is answered once, too", async () => {
  const { ids, upload, movement } = await batchOf(1_001);
  await upload(ids.slice(0, 1_000), 4, "SET");
  await upload(ids.slice(1_000), 4, "SET");
  const asked = await reverse(movement, { seen: [] });
  expect([asked.status, asked.body.details.length]).toEqual([422, 1_001]);
  const seen = [...new Set(timesIn(asked).filter(Boolean))];
  expect(await reverse(movement, { ...wrongly, seen })).toMatchObject({ status: 201 });
});

test("a count is reversed after the corrections that rely on it", async () => {
  const own = await inAndCounted(10, 8);
  const { body } = await correct(own, 8);
  expect(await reverse(own.batch)).toMatchObject(takesBacksFirst);
  expect((await reverse(body.data[1].movement)).status).toBe(201);
  expect((await reverse(own.batch)).status).toBe(201);
  expect(await heldOf(manager, own.product)).toBe(8);
});

test("a count or a sheet between any two calls of a correction leaves the stock as counted", async () => {
  for (const prepare of [counted, sheetOf]) {
    const seen = new Set<number>();
    for (let at = 0; ; at++) {
      const own = await received(10);
      const { apply } = await prepare(own, 8);
      let calls = 0;
      let isDone = false;
      proxy.decide = async () => {
        if (calls++ === at) {
          isDone = true;
          await apply();
        }
        return "forward" as const;
      };
      const answer = await correct(own, 8);
      proxy.decide = () => "forward";
      if (!isDone) break;
      expect([at, answer.status, await heldOf(manager, own.product)]).toEqual([at, 201, 8]);
      seen.add(answer.body.data.length);
    }
    // Counted first, and corrected first.
    expect(seen).toEqual(new Set([1, 2]));
  }
});
