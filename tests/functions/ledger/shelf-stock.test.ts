// The stock of a marketplace's shelf: what its sheets and counts know of already, also those from before it was one, and what
// follows when sheets, sales and their corrections are taken back.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { addDays } from "#shared/day.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { countForm, inParallel } from "#tests/support/fixtures.ts";
import { applyAll } from "#tests/support/imports.ts";
import { createProduct, newWarehouse, reverse } from "#tests/support/stock.ts";
import type { Answer } from "#tests/support/world.ts";
import type { StockRow } from "../../../functions/lib/db/tables.ts";
import type { PickedLine } from "../../../functions/lib/imports/orders/order-group.ts";
import { toGroups } from "../../../functions/lib/imports/orders/order-group.ts";
import { stockUpdates } from "../../../functions/lib/ledger/stock-updates.ts";
import { previewRows } from "../imports/driver.ts";
import { openCompany } from "../imports/shelf-driver.ts";

const company = await openCompany("2027-06-01");
const { here, own, shelf, on, enter, product, sold, fileOf, preview, book, setStock, salesOf, ledger, manager } =
  company;
type Goods = Awaited<ReturnType<typeof product>>;

const stand = (warehouse: string, sells_for: string): Promise<Answer> =>
  manager().patch(`/v1/warehouses/${warehouse}`, { sells_for });
const saleOf = async (goods: Goods, units: number): Promise<string> =>
  (await ledger("sale", goods)).find(({ quantity }) => quantity === units)?.movement ?? "";
const correct = (
  movement: string,
  corrections: number,
  ...left: [goods: Goods, warehouse: string, quantity: number][]
) =>
  manager().post(`/v1/transactions/${movement}/correct`, {
    list: left.map(([{ _id }, warehouse, quantity]) => ({ product: _id, warehouse, quantity })),
    corrections,
  });
const because = (message: string, of?: Goods) => ({ ...(of && { product: of._id }), message });

test("a warehouse in use that begins to stand for a shelf gives what was sold since its last sheet, and to do so anew moves nothing", async () => {
  const before = await on(1);
  const [goods, unset, undone, alone] = [await product(0), await product(0), await product(0), await product(0)];
  const used = await newWarehouse(manager(), "USED", "Used before");
  await manager().patch(`/v1/warehouses/${used}`, { not_for_picking: "yes" });
  const held = () => Promise.all([goods, unset, undone].map((one) => one.held(used)));
  await setStock(20, [goods], "USED");
  const only = await setStock(10, [alone], "USED");
  for (const { _id } of [unset, undone])
    await manager().post("/v1/transactions/in", { product: _id, warehouse: used, quantity: 9 });
  // Sheets of an ordinary warehouse are taken back in any order.
  for (const sheet of [await setStock(20, [undone], "USED"), await setStock(15, [undone], "USED")])
    expect(await reverse(manager(), sheet)).toMatchObject({ status: 201 });
  const today = await on(2);
  await stand(shelf, "");
  expect(await stand(used, "amazon")).toMatchObject({ status: 200 });
  await book(fileOf(sold(addDays(today, -20), goods, 3), sold(before, goods), sold(today, goods, 2)));
  await book(fileOf(sold(before, unset), sold(addDays(today, -20), undone, 3), sold(before, alone, 2)));
  // Without any sheet it would have been sold before the warehouse stood for a shelf.
  expect(await reverse(manager(), only)).toFailWith("CONFLICT", { product: alone._id });
  expect(await alone.held(used)).toBe(8);
  expect(await held(), "what no sheet has set knows of all that was sold before").toEqual([17, 9, 9]);
  await on(4);
  await stand(used, "");
  await stand(used, "amazon");
  await book(fileOf(sold(addDays(today, 1), goods, 5), sold(addDays(today, 1), unset, 4)));
  expect([await held(), Object.values(await salesOf(goods))]).toEqual([
    [12, 5, 9],
    [3, 1, 2, 5],
  ]);
  await stand(used, "");
  for (const sale of [await saleOf(goods, 5), await saleOf(goods, 2)])
    expect(await reverse(manager(), sale)).toMatchObject({ status: 201 });
  expect([await held(), Object.values(await salesOf(goods))]).toEqual([
    [19, 9, 9],
    [3, 1],
  ]);
  await stand(shelf, "amazon");
});

test("a row with a column for each warehouse sets the shelf also where its cell of another one is left out", async () => {
  const today = await on(5);
  const goods = await product(20, 12);
  const sheet = `SKU,OWN,FBA\n${goods.p_id},10,15`;
  const { _id } = await previewRows(manager(), "stock", sheet, { mode: "SET" });
  await manager().post("/v1/transactions/out", { channel: "flipkart", list: [{ product: goods._id, quantity: 1 }] });
  const { body } = await manager().post(`/v1/imports/${_id}/apply`, {});
  expect(body).toMatchObject({ left_out: [{ row: 2 }] });
  await book(fileOf(sold(addDays(today, -1), goods, 3)));
  expect([await goods.held(), await goods.held(own)]).toEqual([15, 11]);
});

test("a sheet that is taken back leaves the shelf as the sheet before told it, and nobody takes one back that sales or sheets followed", async () => {
  const day = await on(6);
  const [a, b] = [await product(9), await product(9)];
  const before = await setStock(10, [a, b]);
  await on(7);
  const wrong = await setStock(4, [a, b]);
  const agreed = await setStock(4, [b]);
  expect(await reverse(manager(), wrong)).toFailWith("CONFLICT", {
    ...because("It was set again since: import the marketplace's stock sheet of today instead", b),
  });
  expect(await reverse(manager(), agreed)).toMatchObject({ status: 201 });
  expect(await reverse(manager(), wrong)).toMatchObject({ status: 201 });
  // Sold on the day of the sheet before, which cannot have known of all of that.
  await book(fileOf(sold(day, a, 3), sold(addDays(day, -1), a, 2)));
  expect([await a.held(), await b.held()]).toEqual([7, 10]);
  await enter(8);
  const later = await setStock(6, [a]);
  await book(fileOf(sold(addDays(day, -2), a)));
  expect(await reverse(manager(), later), "the sheet before knew of it too").toMatchObject({ status: 201 });
  expect(await a.held()).toBe(7);
  const why = "Sales were counted by it since: import the marketplace's stock sheet of today instead";
  expect(await reverse(manager(), before)).toFailWith("CONFLICT", because(why, a));
});

test("what is corrected or taken back of a sale moves no units that a sheet has told since", async () => {
  const day = await on(9);
  const goods = await product(20);
  await book(fileOf(sold(day, goods, 6)));
  const [sale, early] = [await saleOf(goods, 6), addDays(day, -1)];
  await book(fileOf(sold(early, goods, 4)));
  await setStock(8, [goods]);
  // Told before the sheet, and so sold before it, whatever day it is.
  expect(await correct(sale, 0, [goods, shelf, 2])).toMatchObject({ status: 201 });
  expect([await goods.held(), await salesOf(goods)]).toEqual([8, { [early]: 4, [day]: 2 }]);
  expect(await correct(sale, 1, [goods, shelf, 7])).toMatchObject({ status: 201 });
  await on(10);
  const [addition] = (await ledger("sale", goods)).filter(({ adds_to }) => adds_to);
  expect(await reverse(manager(), addition?.movement ?? "")).toMatchObject({ status: 201 });
  expect(await reverse(manager(), await saleOf(goods, 4))).toMatchObject({ status: 201 });
  expect([await goods.held(), await salesOf(goods)]).toEqual([8, { [day]: 2 }]);
  const [only] = (await ledger("adjustment", goods)).filter(({ takes_back }) => takes_back);
  const refused = because("It goes with its sale: reverse or correct that");
  expect(await reverse(manager(), only?.movement ?? "")).toFailWith("CONFLICT", refused);
});

test("nobody counts a marketplace's shelf, or sets its stock as of a day before: its sales would be told after that", async () => {
  const today = await enter(12);
  const goods = await product(5);
  const counted = (warehouse: string) => manager().post("/v1/counts", { warehouse });
  const why = "A marketplace sells from Amazon FBA: import its stock sheet instead";
  expect(await counted(shelf)).toFailWith("CONFLICT", { field: "warehouse", message: why });
  const place = await newWarehouse(manager(), "COUNTED", "Counted");
  await manager().patch(`/v1/warehouses/${place}`, { not_for_picking: "yes" });
  await manager().post("/v1/transactions/in", { product: goods._id, warehouse: place, quantity: 3 });
  const count = await openCount(manager(), place);
  await sendLines(manager(), count, countLine(goods._id, 2));
  expect(await stand(place, "jiomart")).toFailWith("CONFLICT", { field: "sells_for" });
  const choice = choiceOf((await reviewOf(manager(), count)).rows);
  expect(await applyWhole(manager(), count, choice)).toMatchObject({ written: 1 });
  const upload = async (date: string, quantity: number) =>
    (await here.signInAt(`${company.now()}T07:00:00Z`, "root")).post(
      "/v1/dev/stock-adjustment",
      countForm(date, `P.ID/SKU/BC,W.ID,Quantity\n${goods.p_id},FBA,${quantity}`),
    );
  const late = "A marketplace sells from Amazon FBA: its stock can be set as of today only";
  expect(await upload(today, 4)).toMatchObject({ status: 201, body: { changed: 1 } });
  await on(13);
  expect(await upload(today, 3)).toFailWith("UNPROCESSABLE_CONTENT", { row: 2, message: late });
  await book(fileOf(sold(addDays(today, -1), goods, 2), sold(today, goods)));
  expect(await goods.held()).toBe(3);
  await stand(shelf, "");
  expect(await upload(today, 3), "nobody sells from it any more").toMatchObject({ status: 201 });
  // The count knows of what was sold before it, whenever its warehouse begins to stand for a shelf.
  await stand(place, "amazon");
  await book(fileOf(sold(addDays(today, -1), goods), sold(today, goods)));
  expect(await goods.held(place)).toBe(1);
  await stand(place, "");
  await stand(shelf, "amazon");
});

test("a picklist is not corrected onto a shelf, and a sale is only onto that of its channel", async () => {
  const today = await enter(15);
  const goods = await product(5, 5);
  const picked = await manager().post("/v1/transactions/out", {
    channel: "amazon",
    list: [{ product: goods._id, quantity: 2 }],
  });
  const nobody = because("Nobody picks from Amazon FBA", goods);
  expect(await correct(picked.body.movement, 0, [goods, shelf, 2])).toFailWith("UNPROCESSABLE_CONTENT", nobody);
  const file = fileOf([today, "Shipped", "Merchant", goods.p_id, 1]);
  await book(file, { answers: { sent: "take_in" } });
  expect(await correct(await saleOf(goods, 1), 0, [goods, shelf, 1])).toMatchObject({ status: 201 });
  expect([await goods.held(), await goods.held(own)]).toEqual([4, 3]);
  await book(fileOf([today, "Shipped", "Merchant", goods.p_id, 2]), {
    channel: "flipkart",
    answers: { sent: "take_in" },
  });
  expect(await correct(await saleOf(goods, 2), 0, [goods, shelf, 2])).toFailWith("UNPROCESSABLE_CONTENT", nobody);
});

test("what a count and a sheet know of one correction comes back by an entry each, and that of the count may be reversed", async () => {
  const today = await enter(16);
  const goods = await product(5, 5);
  await book(fileOf([today, "Shipped", "Merchant", goods.p_id, 2]), { answers: { sent: "take_in" } });
  await setStock(4, [goods], "OWN");
  await setStock(5, [goods]);
  const list = [own, shelf].map((warehouse) => ({ product: goods._id, warehouse, quantity: 1 }));
  const form = { list, corrections: 0, counted: "entered_wrongly" };
  const sale = await saleOf(goods, 2);
  expect(await manager().post(`/v1/transactions/${sale}/correct`, form)).toMatchObject({ status: 201 });
  expect([await goods.held(), await goods.held(own)]).toEqual([5, 4]);
  const back = (await ledger("adjustment", goods)).filter(({ takes_back }) => takes_back);
  const answers = await Promise.all(
    [shelf, own].map((place) =>
      reverse(manager(), back.find(({ warehouse }) => warehouse._id === place)?.movement ?? ""),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, 201]);
});

test("what is cancelled after it was booked is told by every file until its sale is corrected by as many units, and nobody puts it back", async () => {
  const today = await enter(17);
  const goods = await product(20);
  const file = fileOf(...[2, 1, 1, 1].map((units) => sold(today, goods, units)));
  await book(file);
  const sale = await saleOf(goods, 5);
  const [head, ...rows] = file.split("\r\n");
  const cancelled = (row: number) => `${head}\r\n${rows[row]?.replace("Shipped", "Cancelled")}`;
  const toldBy = async (text: string) =>
    ((await preview(text)).put_back ?? []).filter((one) => one.product._id === goods._id).map(({ units }) => units);
  const seen = await preview(cancelled(0));
  expect([seen.counts, seen.put_back]).toMatchObject([{ cancelled: 1 }, [{ movement: sale, units: 2, sale: today }]]);
  const line = seen.put_back?.[0]?._id;
  expect(await manager().post(`/v1/imports/${seen._id}/put-back`, { line })).toMatchObject({ status: 404 });
  expect(await toldBy(fileOf(sold(today, goods)))).toEqual([2]);
  expect(await correct(sale, 0, [goods, shelf, 4])).toMatchObject({ status: 201 });
  expect(await toldBy(cancelled(0))).toEqual([1]);
  expect(await correct(sale, 1, [goods, shelf, 3])).toMatchObject({ status: 201 });
  expect(await toldBy(cancelled(0))).toEqual([]);
  expect(await toldBy(cancelled(1)), "the corrections were of another line").toEqual([1]);
  expect(await correct(sale, 2, [goods, shelf, 1])).toMatchObject({ status: 201 });
  expect(await toldBy(cancelled(2)), "corrected before a file tells it").toEqual([]);
  expect(await toldBy(cancelled(3))).toEqual([1]);
  expect(await reverse(manager(), sale)).toMatchObject({ status: 201 });
  expect(await toldBy(cancelled(3))).toEqual([]);
  // Of one order, whose lines are compared without what was corrected of them.
  const own = fileOf(sold(today, goods, 3));
  await book(own);
  const [, row = ""] = own.split("\r\n");
  const told = (units: number) =>
    toldBy(
      [head, row.replace("Shipped", "Cancelled").replace(/3$/, `${units}`), row.replace(/3$/, `${3 - units}`)].join(
        "\r\n",
      ),
    );
  expect(await told(1)).toEqual([1]);
  expect(await correct(await saleOf(goods, 3), 0, [goods, shelf, 2])).toMatchObject({ status: 201 });
  expect([await told(1), await told(2)]).toEqual([[], [1]]);
});

test("a line that is short on the shelf holds up no picklist of the same file", async () => {
  const today = await enter(18);
  const goods = await product(0, 3);
  const seen = await preview(fileOf(sold(today, goods), [today, "Unshipped", "Merchant", goods.p_id, 2]));
  expect([seen.counts, seen.groups]).toEqual([{ shelf_short: 1, ready: 1 }, 1]);
  expect(seen.rows[0]?.problems[0]?.message).toBe("Out of stock (Avl. 0) in Amazon FBA: import its stock sheet");
  expect((await manager().post(`/v1/imports/${seen._id}/apply`, {})).body).toMatchObject({ written: 1 });
  const parts = [await product(5), await product(1)];
  const aliases = parts.map(({ _id }) => ({ code: "FBA-SET", product: _id, units: 2 }));
  const combo = await preview(fileOf([today, "Shipped", "Amazon", "FBA-SET", 1]), { aliases });
  expect(combo.rows[0]?.problems[0]?.message, "of the part that is short").toContain("(Avl. 1)");
});

test("90 products that were sold are corrected at once, also where that counts as a sale only", async () => {
  const today = await enter(19);
  const day = addDays(today, -3);
  const goods = await inParallel(90, () => createProduct(manager()));
  await setStock(9, goods as Goods[]);
  await book(fileOf(...goods.map((one) => sold(day, one, 3))));
  const [sale] = await ledger("sale", goods[0]);
  const left = goods.map((one) => [one as Goods, shelf, 4] as [Goods, string, number]);
  expect(await correct(sale?.movement ?? "", 0, ...left)).toMatchObject({ status: 201 });
  expect((await salesOf(...(goods as Goods[])))[day]).toBe(360);
});

test("a sale of a day that stock rows still have some of, but not it, is reversed before they are pruned", async () => {
  const day = await on(21);
  const goods = await product(20);
  await book(fileOf(sold(day, goods)));
  await enter(24);
  await book(fileOf(sold(day, goods, 5)));
  expect(await reverse(manager(), await saleOf(goods, 5))).toMatchObject({ status: 201 });
  await on(25);
  expect(await salesOf(goods)).toEqual({ [day]: 1 });
});

test("a sheet that agrees tells a warehouse that nobody picks from what it knows, and asks nobody to confirm it", async () => {
  await on(26);
  const [goods, other] = [await product(0), await product(0)];
  const place = await newWarehouse(manager(), "PLAIN", "Not marked yet");
  await manager().patch(`/v1/warehouses/${place}`, { not_for_picking: "yes" });
  const preview = (a: number, b: number) => {
    const sheet = `SKU,Quantity\n${goods.p_id},${a}\n${other.p_id},${b}`;
    return previewRows(manager(), "stock", sheet, { mode: "SET", warehouse: "PLAIN" });
  };
  const set = async (a: number, b: number) => applyAll(manager(), (await preview(a, b))._id);
  await set(20, 9);
  const day = await enter(27);
  expect(await set(20, 8)).toMatchObject({ written: 1 });
  expect(await preview(20, 8)).toMatchObject({ groups: 0, counts: { same: 2 } });
  await enter(28);
  await stand(shelf, "");
  await stand(place, "amazon");
  await book(fileOf(sold(addDays(day, -1), goods, 8), sold(day, goods)));
  expect(await goods.held(place), "less what was sold on the day of the last sheet").toBe(19);
  await stand(place, "");
  await stand(shelf, "amazon");
});

test("a combo of a channel's codes sets its products on the shelf, beside other rows of them", async () => {
  const today = await on(29);
  const [a, b, ten] = [await product(9), await product(9), await product(30)];
  const aliases = [
    ...[a, b].map(({ _id }, at) => ({ code: "SET-AB", product: _id, units: 1 + at })),
    { code: "TEN", product: ten._id, units: 10 },
  ];
  const combo = fileOf(sold(today, { p_id: "SET-AB" }), sold(today, { p_id: "TEN" }));
  await applyAll(manager(), (await preview(combo, { aliases, answers: {} }))._id);
  const sheet = `SKU,W.ID,Quantity\nSET-AB,FBA,4\n${b.p_id},FBA,3\nTEN,FBA,3`;
  const seen = await previewRows(manager(), "stock", sheet, { mode: "SET" });
  expect([seen.counts, seen.sheet.asks?.find(({ id }) => id === "same")]).toEqual([{ changed: 3, same: 1 }, undefined]);
  await applyAll(manager(), seen._id);
  expect([await a.held(), await b.held(), await ten.held()]).toEqual([4, 11, 30]);
  await enter(30);
  await book(fileOf(sold(company.now(), { p_id: "SET-AB" })));
  expect([await a.held(), await b.held()]).toEqual([3, 9]);
  const huge = await previewRows(manager(), "stock", sheet.replace("TEN,FBA,3", "TEN,FBA,999999"), { mode: "SET" });
  expect(huge.rows.at(-1)).toMatchObject({ status: "wrong", problems: [{ column: "Quantity" }] });
});

test("a sheet that agrees is posted only while the shelf still holds what it agreed with", () => {
  const row: StockRow = { _id: "p1", held: { w1: 7 }, sold: {} };
  const [{ Update } = {}] = stockUpdates([], {
    stockRows: new Map([["p1", row]]),
    onlyIfUnchanged: true,
    netUntil: new Map([["p1#w1", { at: "2027-06-01T00:00:00.000Z", by: "m1" }]]),
  });
  expect(Update?.ConditionExpression).toContain("#held.#shelf0 = :held0");
  expect(Update?.ExpressionAttributeValues).toMatchObject({ ":held0": 7, ":net0": { by: "m1" } });
});

test("a release that knows of no sales finds no line to pick in the groups of a stored preview that book some", () => {
  const known = { marks: ["m"], knownBy: [], alikeBy: [], isNumbered: false };
  const line = (fields: Partial<PickedLine>): PickedLine =>
    ({ product: "p1", units: 1, row: 2, ...known, ...fields }) as PickedLine;
  const [own, fba, sent] = [line({}), line({ sold: "2027-06-01", shelf: "w1" }), line({ sold: "" })];
  expect(toGroups([own, fba, sent])).toEqual({ groups: [[own], [], []], sales: { 1: [fba], 2: [sent] } });
});
