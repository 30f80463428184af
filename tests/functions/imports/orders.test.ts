// Order files become picklists: each line is taken once, even if files are downloaded or sent twice, or answers lost.
import { expect, test } from "vitest";
import type { Import, ImportRow } from "#shared/import.ts";
import { maxProducts } from "#shared/limits.ts";
import "#tests/support/to-fail-with.ts";
import { setClock } from "#tests/support/clock.ts";
import { engine, putProducts } from "#tests/support/engine.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { applyAll, applyFrom, csv, importOf, previewOf, type Settings } from "#tests/support/imports.ts";
import { createProduct, idempotencyKey, newWarehouse, reverse, setChannelWarehouses } from "#tests/support/stock.ts";
import { type Client, proxiedWorld } from "#tests/support/world.ts";
import { csvOf, previewRows, xlsxOf } from "./driver.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive } = here;
const { find, all } = engine(here);
const [near, far] = [await newWarehouse(manager), await newWarehouse(manager)];

let made = 0;
/** Products with so many units in each of two warehouses, written directly. */
const products = async (count: number, units = 500) => {
  const held = { [near]: units, [far]: units };
  const rows = Array.from({ length: count }, () => {
    const number = ++made;
    return { _id: `o${number}`, p_id: `SKU-${number}`, name: `Romper ${number}`, held };
  });
  await putProducts(here, rows);
  return rows;
};
const product = async (units?: number) => {
  const [one] = await products(1, units);
  if (!one) throw new Error("No product");
  return one;
};
const unitsOf = async (_id: string): Promise<number> => {
  const { held } = (await find("stocks", _id)) as { held: Record<string, number> };
  return Object.values(held).reduce((sum, units) => sum + units, 0);
};

const heads = ["Order ID", "SKU", "Qty", "Status"];
let orders = 0;
const newOrder = () => `404-${++orders}`;
type Line = [order: string, code: string, quantity: number, status?: string];
const fileOf = (lines: Line[]) => csvOf(heads, ...lines);

const preview = (file: Parameters<typeof previewRows>[2], settings?: Settings, client: Client = executive) =>
  previewRows(client, "orders", file, { channel: "amazon", ...settings });
const statuses = ({ rows }: { rows: ImportRow[] }) => rows.map(({ status }) => status);
const pick = async (file: string, settings?: Settings, client: Client = executive) =>
  applyAll(client, (await preview(file, settings, client))._id);

test("of 1,001 lines with 667 SKUs each product loses exactly the units of its shipped lines, on the file's channel", async () => {
  const goods = await products(667);
  const lines = Array.from({ length: 1_001 }, (_, index): Line => {
    const code = goods[(index * 13) % 667]?.p_id ?? "";
    // Three lines of one order in ten; one line in seven cancelled, most of them with quantity 0.
    const order = `171-${index - (index % 10 < 3 ? index % 10 : 0)}`;
    if (index % 7 === 3) return [order, code, index % 5 === 0 ? 1 : 0, "Cancelled"];
    return [order, code, index === 500 ? 15 : 1 + (index % 3 === 0 ? 1 : 0), "Unshipped"];
  });
  const { counts, groups, _id, products: listed } = await preview(fileOf(lines), { channel: "jiomart" });
  expect([counts, groups]).toEqual([{ cancelled: 143, ready: 858 }, Math.ceil((listed?.length ?? 0) / maxProducts)]);

  const applied = await applyAll(executive, _id);
  expect(applied).toMatchObject({ written: 858, left_out: [], refused: [], groups });
  expect(applied.picklists?.map(({ number }) => number)).toHaveLength(groups);

  const shipped = new Map<string, number>();
  for (const [, code, quantity, status] of lines)
    if (status !== "Cancelled") shipped.set(code, (shipped.get(code) ?? 0) + quantity);
  const left = (await all("stocks")).filter(({ _id: id }) => goods.some((one) => one._id === id));
  for (const { _id: id, held, sold } of left as { _id: string; held: Record<string, number>; sold: object }[]) {
    const units = shipped.get(goods.find((one) => one._id === id)?.p_id ?? "") ?? 0;
    expect([id, (held[near] ?? 0) + (held[far] ?? 0), sold]).toEqual([
      id,
      1_000 - units,
      units > 0 ? { [`${today()}#jiomart`]: units } : {},
    ]);
  }
  const { body: picklists } = await executive.get(`/v1/picklists?start=${today()}&end=${today()}`);
  const posted = picklists.filter(({ channel }: { channel: string }) => channel === "jiomart");
  expect(
    posted.flatMap(({ data }: { data: { quantity: number }[] }) => data.map(({ quantity }) => quantity)),
  ).toHaveLength(shipped.size);
});

test("overlapping downloads take each line once; 'again' takes them again; another channel has lines of its own", async () => {
  const romper = await product();
  const [first, second, third] = [newOrder(), newOrder(), newOrder()];
  const code = romper.p_id;
  const morning: Line[] = [
    [first, code, 1],
    [first, code, 1],
    [second, code, 2],
  ];
  const noon: Line[] = [...morning.slice(1), [second, code, 2], [third, code, 4], [first, code, 1]];
  await pick(fileOf(morning));
  const seen = await preview(fileOf(noon));
  // The second line of the second order is another line, though its cells are the same.
  expect(statuses(seen)).toEqual(["picked", "picked", "ready", "ready", "picked"]);
  expect((await applyAll(executive, seen._id)).written).toBe(2);
  expect(await unitsOf(romper._id)).toBe(1_000 - 4 - 6);
  expect(statuses(await preview(fileOf(noon)))).toEqual(noon.map(() => "picked"));
  expect(statuses(await preview(fileOf(noon), { channel: "flipkart" }))).toEqual(noon.map(() => "ready"));
  expect(await pick(fileOf(noon), { again: true })).toMatchObject({ written: 5 });
  expect(await unitsOf(romper._id)).toBe(1_000 - 10 - 10);
});

test("when two people apply overlapping files at once, each line is taken once, and lines left out are named", async () => {
  const goods = await products(20);
  for (let round = 0; round < 3; round++) {
    const lines = goods.map(({ p_id }): Line => [newOrder(), p_id, 1]);
    const [one, two] = [await preview(fileOf(lines.slice(0, 15))), await preview(fileOf(lines.slice(5)), {}, manager)];
    const applied = await Promise.all([applyAll(executive, one._id), applyAll(manager, two._id)]);
    expect(applied.map(({ written }) => written).sort((a, b) => a - b)).toEqual([5, 15]);
    expect(applied.flatMap(({ left_out }) => left_out)).toHaveLength(10);
    const units = await Promise.all(goods.map(({ _id }) => unitsOf(_id)));
    expect(units).toEqual(goods.map(() => 1_000 - round - 1));
  }
});

test("applied five times, from two tabs, and with every answer of the database lost once, an import posts once", async () => {
  const goods = await products(3);
  const { _id, done } = await preview(fileOf(goods.map(({ p_id }): Line => [newOrder(), p_id, 2])));
  expect(done).toBe(0);
  let lost = 0;
  proxy.decide = (operation) => (operation === "TransactWriteItems" && lost++ < 2 ? "lose answer" : "forward");
  const answers = await Promise.all([applyAll(executive, _id), applyAll(executive, _id)]);
  proxy.decide = () => "forward";
  for (let again = 0; again < 3; again++) answers.push(await applyAll(executive, _id));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ written: 3, picklists: [{ data: goods.map(() => ({ quantity: 2 })) }] });
  for (const { _id: id } of goods) expect(await unitsOf(id)).toBe(998);
  expect((await importOf(executive, _id)).done).toBe(1);
  const { applied_before } = await preview(fileOf(goods.map(({ p_id }): Line => [newOrder(), p_id, 2])));
  expect(applied_before).toBeUndefined();
});

test("96 products become two picklists, and after a crash between them applying goes on and takes nothing twice", async () => {
  const goods = await products(96);
  const file = fileOf(goods.map(({ p_id }): Line => [newOrder(), p_id, 1]));
  const { _id, groups } = await preview(file);
  expect(groups).toBe(2);
  let posted = 0;
  proxy.decide = (operation) => {
    if (operation === "TransactWriteItems") posted++;
    return posted > 1 ? "deny" : "forward";
  };
  expect((await applyFrom(executive, _id)).status).toBeGreaterThanOrEqual(500);
  proxy.decide = () => "forward";
  expect((await importOf(executive, _id)).done).toBe(1);
  const { written, picklists } = await applyAll(executive, _id);
  expect([written, picklists?.map(({ data }) => data.length)]).toEqual([96, [95, 1]]);
  expect(await Promise.all(goods.map(({ _id: id }) => unitsOf(id)))).toEqual(goods.map(() => 999));
  expect((await preview(file)).applied_before?.user._id).toBe(executive._id);
});

test("lines beyond the stock are short: applying is refused and names them, until they are left out", async () => {
  const [scarce, plenty] = [await product(5), await product(5)];
  const file = fileOf([
    [newOrder(), scarce.p_id, 7],
    [newOrder(), scarce.p_id, 4],
    [newOrder(), scarce.p_id, 3],
    [newOrder(), plenty.p_id, 1],
  ]);
  const seen = await preview(file);
  expect(statuses(seen)).toEqual(["ready", "short", "ready", "ready"]);
  expect(seen.products).toMatchObject([
    { _id: scarce._id, quantity: 10, short: 4, available: 10 },
    { _id: plenty._id, quantity: 1, short: 0, available: 10 },
  ]);
  expect(await applyFrom(executive, seen._id)).toFailWith("UNPROCESSABLE_CONTENT", {
    product: scarce._id,
    message: "Out of stock (Avl. 10)",
    available: 10,
  });
  expect(await unitsOf(plenty._id)).toBe(10);
  expect(await pick(file, { leave_short: true })).toMatchObject({ written: 3, refused: [] });
  expect([await unitsOf(scarce._id), await unitsOf(plenty._id)]).toEqual([0, 9]);
  // A line that was left out does not count as picked.
  expect(statuses(await preview(file))).toEqual(["picked", "short", "picked", "picked"]);
});

test("a product that became short after the preview refuses its picklist by name, or its lines are left out if short ones are", async () => {
  const [scarce, plenty] = [await product(5), await product(5)];
  const file = fileOf([
    [newOrder(), plenty.p_id, 1],
    [newOrder(), scarce.p_id, 8],
    [newOrder(), scarce.p_id, 1],
  ]);
  const [strict, lenient] = [await preview(file), await preview(file, { leave_short: true })];
  await manager.post("/v1/transactions/out", { product: scarce._id, warehouse: near, quantity: 4 });
  expect(await applyAll(executive, strict._id)).toMatchObject({
    written: 0,
    picklists: [],
    refused: [{ products: 2, details: [{ product: { p_id: scarce.p_id }, message: "Out of stock (Avl. 6)" }] }],
  });
  expect([await unitsOf(plenty._id), await unitsOf(scarce._id)]).toEqual([10, 6]);
  expect(await applyAll(executive, lenient._id)).toMatchObject({
    written: 2,
    left_out: [{ row: 3, message: "Picked or out of stock since the preview" }],
  });
  expect([await unitsOf(plenty._id), await unitsOf(scarce._id)]).toEqual([9, 5]);
});

test("unknown codes are listed, chosen once, and known from then on, by packs, until the product is deleted", async () => {
  const [romper, socks] = [await createProduct(manager), await product()];
  await manager.post("/v1/transactions/in", { product: romper._id, warehouse: near, quantity: 1_000 });
  const code = unique("MSKU");
  const lines = (): Line[] => [
    [newOrder(), code, 2],
    [newOrder(), code.toUpperCase(), 1],
    [newOrder(), socks.p_id, 1],
  ];
  const file = fileOf(lines());
  const asked = await preview(file);
  expect(statuses(asked)).toEqual(["unknown", "unknown", "ready"]);
  expect(asked.codes).toMatchObject([{ _id: code, lines: 2, quantity: 3, choosable: true, candidates: [] }]);
  const chosen = await preview(file, { aliases: [{ code, product: romper._id, units: 2 }] });
  expect(statuses(chosen)).toEqual(["ready", "ready", "ready"]);
  // Chosen, but not applied.
  expect(statuses(await preview(file))).toEqual(["unknown", "unknown", "ready"]);
  await applyAll(executive, chosen._id);
  expect([await unitsOf(romper._id), await unitsOf(socks._id)]).toEqual([1_000 - 6, 999]);

  expect(statuses(await preview(fileOf(lines())))).toEqual(["ready", "ready", "ready"]);
  expect(statuses(await preview(fileOf(lines()), { channel: "flipkart" }))).toEqual(["unknown", "unknown", "ready"]);
  await manager.delete(`/v1/products/${romper._id}`);
  expect(statuses(await preview(fileOf(lines())))).toEqual(["unknown", "unknown", "ready"]);
});

test("the lines of a picklist that was reversed can be taken again", async () => {
  const romper = await product();
  const file = fileOf([[newOrder(), romper.p_id, 5]]);
  const { picklists } = await pick(file);
  expect(statuses(await preview(file))).toEqual(["picked"]);
  expect((await reverse(executive, picklists?.[0]?.movement ?? "")).status).toBe(201);
  expect(await pick(file)).toMatchObject({ written: 1 });
  expect(await unitsOf(romper._id)).toBe(995);
  expect(statuses(await preview(file))).toEqual(["picked"]);
});

test("a report with numbers of lines and one without know each other's lines, and two lines of one code stay two", async () => {
  const romper = await product();
  const [first, second] = [newOrder(), newOrder()];
  const numbered = (...lines: [order: string, line: number][]) =>
    csvOf(["order-id", "order-item-id", "sku", "quantity-to-ship"], ...lines.map((one) => [...one, romper.p_id, 1]));
  await pick(numbered([first, 12]));
  // Another line of that order alone may be the same goods under another number.
  expect(statuses(await preview(numbered([first, 11])))).toEqual(["another"]);
  expect(statuses(await preview(numbered([first, 11]), { answers: { another: "take_in" } }))).toEqual(["ready"]);
  // Beside the first line, and the first line again, in the same report and in one without numbers.
  expect(statuses(await preview(numbered([first, 11], [first, 12])))).toEqual(["ready", "picked"]);
  const plain = fileOf([
    [first, romper.p_id, 1],
    [second, romper.p_id, 1],
  ]);
  expect(statuses(await preview(plain))).toEqual(["picked", "ready"]);
  await pick(plain);
  expect(statuses(await preview(numbered([second, 21])))).toEqual(["picked"]);
});

test("a file without order numbers is known by its content, also as another kind of file", async () => {
  const romper = await product();
  const rows = [
    ["SKU", "Qty"],
    [romper.p_id, 2],
    [romper.p_id, 2],
  ];
  expect(await pick(csv(rows))).toMatchObject({ written: 2 });
  expect(statuses(await preview(csv(rows, "\t")))).toEqual(["picked", "picked"]);
  // Spreadsheets save blank columns to CSV that had a cell once.
  expect(statuses(await preview(csv(rows.map((row) => [...row, "", ""]))))).toEqual(["picked", "picked"]);
  expect(statuses(await preview(csvOf(...rows, [romper.p_id, 1])))).toEqual(["ready", "ready", "ready"]);
});

test("order numbers that a spreadsheet has rounded do not make lines of different orders one", async () => {
  const romper = await product();
  const lines = (): Line[] => [["4.05593E+16", romper.p_id, 1]];
  await pick(fileOf(lines()));
  expect(statuses(await preview(fileOf([...lines(), ...lines()])))).toEqual(["unsure", "ready"]);
});

/** The lines of three orders, as a file has them whole, as a spreadsheet shows their numbers, and as it stores them. */
const ordersOf = (code: string) => {
  const whole: Line[] = [
    ["406123456789012345", code, 1],
    ["406123999999999999", code, 1],
    ["512345678901234567", code, 1],
  ];
  const shown = whole.map(([number]): Line => [Number(number).toExponential(5).toUpperCase(), code, 1]);
  const stored = whole.map(([number]): Line => [`${number.slice(0, 15)}000`, code, 1]);
  return { whole, shown, stored };
};
const inSheet = (lines: Line[]) =>
  xlsxOf([heads, ...lines.map(([number, code, units]) => [Number(number), code, units, ""])]);
type Orders = keyof ReturnType<typeof ordersOf>;
const downloads: [first: Orders, second: Orders, format: "csv" | "xlsx"][] = [
  ["whole", "shown", "csv"],
  ["stored", "whole", "csv"],
  ["whole", "stored", "xlsx"],
  ["shown", "whole", "csv"],
  ["whole", "stored", "csv"],
  ["shown", "shown", "csv"],
];

const expectUnsure = async (...[first, second, format]: (typeof downloads)[number]): Promise<void> => {
  const { p_id } = await product();
  const orders = ordersOf(p_id);
  await pick(fileOf(orders[first]));
  // Another file, so that its lines are not known by its content.
  const again = (format === "csv" ? fileOf : inSheet)([...orders[second], ["1", "nothing", 0]]);
  expect((await preview(again)).counts).toEqual({ unsure: 3, nothing_left: 1 });
  expect((await preview(again, { unsure: true })).counts).toEqual({ ready: 3, nothing_left: 1 });
  // The same download again is recognised for sure, and another order is new.
  expect(statuses(await preview(fileOf(orders[first])))).toEqual(["picked", "picked", "picked"]);
  const next: Line = ["777777777777777777", p_id, 1];
  expect(statuses(await preview(fileOf([...orders.whole, next]))).at(-1)).toBe("ready");
};
const rounded = "a download with numbers %s is not picked again without being asked for with numbers %s, as %s";
test.each(downloads.slice(0, 3))(rounded, expectUnsure);
test.each(downloads.slice(3))(rounded, { tags: "exhaustive" }, expectUnsure);

test("nor is one that lacks order numbers", async () => {
  const { whole, shown } = ordersOf((await product()).p_id);
  const bare = (lines: Line[]) => csvOf(["SKU", "Qty"], ...lines.map(([, code, units]) => [code, units]));
  await pick(fileOf(shown));
  expect(statuses(await preview(bare(whole)))).toEqual(["unsure", "unsure", "unsure"]);
  const { p_id } = await product();
  const other = ordersOf(p_id).whole;
  await pick(bare(other));
  expect(statuses(await preview(fileOf([...other, ["1", p_id, 1]])))).toEqual(["unsure", "unsure", "unsure", "ready"]);
});

test("picklists of a day share items of some 50 KB, so a channel has no limit and single orders are read at once", async () => {
  const romper = await product(9_000);
  // Each of these lines stores some 50 bytes.
  const rows = Array.from({ length: 4_000 }, (_, index) => [newOrder(), index + 1, romper.p_id, 1]);
  const file = csvOf(["order-id", "order-item-id", "sku", "quantity-to-ship"], ...rows);
  expect(await pick(file, { channel: "firstcry" })).toMatchObject({ groups: 2, written: 4_000, refused: [] });
  const singles = Array.from({ length: 5 }, (): Line => [newOrder(), romper.p_id, 2]);
  for (const line of singles) await pick(fileOf([line]), { channel: "firstcry" });
  const stored = (await all("imports")).flatMap(({ key, picks }) =>
    /^picked#firstcry#/.test(String(key)) ? [(picks as object[]).length] : [],
  );
  expect(stored.sort((one, other) => one - other)).toEqual([1, 6]);
  const again = await preview(file, { channel: "firstcry" });
  expect(again.counts).toEqual({ picked: 4_000 });
  expect(statuses(await preview(fileOf(singles), { channel: "firstcry" }))).toEqual(singles.map(() => "picked"));
});

test("lines that were picked 30 days ago are left out, and after 31 days they are forgotten", async () => {
  const romper = await product();
  const file = fileOf([[newOrder(), romper.p_id, 1]]);
  await pick(file);
  const after = async (days: number) => {
    setClock(new Date(Date.now() + days * 86_400_000).toISOString());
    const later = await here.signIn("executive", "executive-password");
    return statuses(await preview(file, {}, later));
  };
  expect([await after(30), await after(31)]).toEqual([["picked"], ["ready"]]);
  setClock(new Date().toISOString());
});

const dated = ["Order ID", "SKU", "Qty", "Order Status", "Order Date"];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("lines that were sent are left out and asked about; the answer is remembered for the channel, 30 days back", async () => {
  const { p_id } = await product();
  const fileOfSent = () =>
    csvOf(
      dated,
      [newOrder(), p_id, 2, "Shipped", daysAgo(3)],
      [newOrder(), p_id, 3, "Delivered", daysAgo(40)],
      [newOrder(), p_id, 1, "Unshipped", daysAgo(0)],
    );
  const of = { channel: "firstcry" };
  const first = fileOfSent();
  const asked = await preview(first, of);
  expect(statuses(asked)).toEqual(["sent", "sent", "ready"]);
  expect(asked.sheet.asks).toMatchObject([
    { id: "answers", of: "sent", sum: 5, choices: [{ value: "take_in" }, { value: "leave_out" }] },
  ]);
  const taken = await preview(first, { ...of, answers: { sent: "take_in" } });
  expect([statuses(taken), taken.sheet.asks]).toEqual([["sold", "too_old", "ready"], undefined]);
  // Answered, but not applied.
  expect(statuses(await preview(first, of))).toEqual(["sent", "sent", "ready"]);
  await applyAll(executive, taken._id);

  const later = await preview(fileOfSent(), of);
  expect(statuses(later)).toEqual(["sold", "sent", "ready"]);
  expect(later.taken_in).toMatchObject([
    { id: "sent", lines: 1, units: 2, remembered: { user: { _id: executive._id } } },
  ]);
  const answered = await preview(fileOfSent(), { ...of, answers: { sent: "take_in" } });
  expect([statuses(answered), answered.taken_in]).toEqual([
    ["sold", "too_old", "ready"],
    [{ id: "sent", lines: 1, units: 2 }],
  ]);
  const { body: remembered } = await executive.get("/v1/aliases/remembered");
  expect(remembered).toContainEqual(
    expect.objectContaining({ channel: "firstcry", about: "Lines sent already", meaning: "taken in" }),
  );
  expect(statuses(await preview(fileOfSent(), { channel: "jiomart" }))).toEqual(["sent", "sent", "ready"]);
  // A manager decides otherwise, and the executive no longer changes that for the next files.
  await pick(fileOfSent(), { ...of, answers: { sent: "leave_out" } }, manager);
  await pick(fileOfSent(), { ...of, answers: { sent: "take_in" } });
  expect(statuses(await preview(fileOfSent(), of))).toEqual(["sent", "sent", "ready"]);
});

test("a status that nobody knows is asked about once, its lines stay out until then, and the answer is remembered for the channel", async () => {
  const { p_id } = await product();
  const codes = ["DISPOSED", "disposed", "SH", "In Limbo", "READY_TO_SHIP"];
  const fileOf = () =>
    csvOf(["Order ID", "SKU", "Qty", "Order Status"], ...codes.map((code) => [newOrder(), p_id, 1, code]));
  const of = { channel: "snd-app" };
  const asks = ({ sheet }: Import) => sheet.asks?.map(({ id, of: text, value }) => [id, text, value]);
  const first = fileOf();
  const asked = await preview(first, of);
  expect(statuses(asked)).toEqual(["unclear_status", "unclear_status", "unclear_status", "unclear_status", "ready"]);
  expect(asked.rows[0]?.problems).toEqual([
    { column: "Order Status", value: "DISPOSED", message: "This status is not known" },
  ]);
  const open = ["DISPOSED", "SH", "In Limbo"].map((text) => ["texts", text, undefined]);
  expect(asks(asked)).toEqual(open);
  expect(asked.sheet.asks?.[0]?.text).toContain("“DISPOSED” in 2 rows");

  const texts = { Disposed: "gone", SH: "sent", "In Limbo": "send" };
  const told = await preview(first, { ...of, texts });
  expect(statuses(told)).toEqual(["cancelled", "cancelled", "sent", "ready", "ready"]);
  // Nothing is remembered of a preview, and an answer that is none leaves it open.
  expect(asks(await preview(fileOf(), { ...of, texts: { SH: "maybe", constructor: "send" } }))).toEqual(open);
  await applyAll(executive, told._id);

  const later = await preview(fileOf(), of);
  expect(statuses(later)).toEqual(["cancelled", "cancelled", "sent", "ready", "ready"]);
  expect(asks(later)).toEqual([
    ["texts", "DISPOSED", "gone"],
    ["texts", "SH", "sent"],
    ["texts", "In Limbo", "send"],
  ]);
  expect(statuses(await preview(fileOf(), { ...of, texts: { sh: "send" } }))[2]).toBe("ready");
  const { body: remembered } = await executive.get("/v1/aliases/remembered");
  expect(remembered).toContainEqual(
    expect.objectContaining({ channel: "snd-app", about: "Lines with the status “SH”", meaning: "sent already" }),
  );
  expect(asks(await preview(fileOf(), { channel: "jiomart" }))).toEqual(open);
  // A manager decides otherwise, and the executive no longer changes that for the next files.
  await pick(fileOf(), { ...of, texts: { SH: "send" } }, manager);
  await pick(fileOf(), { ...of, texts: { SH: "gone" } });
  expect(statuses(await preview(fileOf(), of))[2]).toBe("ready");
});

test("twenty open statuses are asked about at a time, and a column with more than a hundred is one of remarks", async () => {
  const { p_id } = await product();
  const fileOf = (count: number) =>
    csvOf(
      ["Order ID", "SKU", "Qty", "Tracking Status"],
      ...Array.from({ length: count }, (_, at) => [newOrder(), p_id, 1, `Hub ${at}`]),
    );
  const isOpen = ({ value }: { value?: string | undefined }) => value === undefined;
  const texts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Hub ${at}`, "send"]));
  const { sheet } = await preview(fileOf(25), { texts });
  expect(sheet.asks?.filter(isOpen).map(({ of }) => of)).toEqual(["Hub 20", "Hub 21", "Hub 22", "Hub 23", "Hub 24"]);
  const remarks = await preview(fileOf(101));
  expect([remarks.counts, remarks.sheet.asks]).toEqual([{ ready: 101 }, undefined]);
});

test("a line that was picked is not asked about when its status is one that nobody knows", async () => {
  const { p_id } = await product();
  const order = newOrder();
  const told = (status: string) => csvOf(["Order ID", "SKU", "Qty", "Order Status"], [order, p_id, 1, status]);
  await pick(told("Confirmed"));
  const { rows, sheet } = await preview(told("Warp 9"));
  expect([rows.map(({ status }) => status), sheet.asks]).toEqual([["picked"], undefined]);
});

test("a day of sending or delivery says that the line has left; a deadline, or a day to come, says nothing", async () => {
  const { p_id } = await product();
  const file = (head: string, days: (number | undefined)[]) =>
    csvOf(
      ["Order ID", "SKU", "Qty", head],
      ...days.map((ago) => [newOrder(), p_id, 1, ago === undefined ? "" : daysAgo(ago)]),
    );
  const read = async (head: string, days: (number | undefined)[]) => statuses(await preview(file(head, days)));
  expect(await read("Delivered On", [2, undefined, -3])).toEqual(["sent", "ready", "ready"]);
  expect(await read("Dispatch By", [2, undefined])).toEqual(["ready", "ready"]);
  const [order, heads] = [newOrder(), ["Order ID", "SKU", "Qty", "Shipped Date"]];
  const split = csvOf(heads, [order, p_id, 1, daysAgo(2)], [order, p_id, 2, ""]);
  expect(statuses(await preview(split))).toEqual(["sent", "ready"]);
  // A column that is full decides nothing by itself.
  const full = await preview(file("Date Shipped", [2, 3, 4]));
  expect([statuses(full), full.sheet.asks]).toMatchObject([["sent", "sent", "sent"], [{ of: "sent", sum: 3 }]]);
});

test("columns of cancellations that leave out most lines are asked about, and can be wrong", async () => {
  const { p_id } = await product();
  const file = csvOf(
    ["Order ID", "SKU", "Qty", "Return Reason"],
    [newOrder(), p_id, 1, "Size"],
    [newOrder(), p_id, 2, "Colour"],
    [newOrder(), p_id, 4, "NA"],
  );
  const asked = await preview(file);
  expect([statuses(asked), asked.sheet.asks]).toMatchObject([
    ["cancelled", "cancelled", "ready"],
    [{ of: "presence", sum: 3 }],
  ]);
  expect(asked.sheet.asks?.[0]?.text).toContain("“Return Reason”");
  expect(statuses(await preview(file, { answers: { presence: "take_in" } }))).toEqual(["ready", "ready", "ready"]);
});

test("what was cancelled since it was picked is listed until it is back on the shelf or its picklist is reversed; a return is not", async () => {
  const { p_id } = await product();
  const [first, second, third, fourth] = [newOrder(), newOrder(), newOrder(), newOrder()];
  const { picklists } = await pick(fileOf([first, second, fourth].map((order): Line => [order, p_id, 3])));
  const since = fileOf([
    // Some reports set the quantity of a cancelled line to 0.
    [first, p_id, 0, "Cancelled"],
    [second, p_id, 1, "Returned"],
    [third, p_id, 1, "Cancelled"],
    [fourth, p_id, 1, "Cancelled"],
    [fourth, p_id, 2, "Unshipped"],
  ]);
  const seen = await preview(since);
  expect(statuses(seen)).toEqual(["cancelled_since", "cancelled", "cancelled", "cancelled_since", "picked"]);
  // As many as were picked, in the previews of other files too.
  const listed = ({ put_back = [] }: Partial<typeof seen>, of = first) => put_back.filter(({ order }) => order === of);
  const other = await preview(fileOf([[newOrder(), p_id, 1]]));
  for (const one of [seen, other]) {
    expect(listed(one)).toMatchObject([{ number: picklists?.[0]?.number, product: { p_id }, units: 3 }]);
    expect(listed(one, fourth)).toMatchObject([{ units: 1 }]);
  }
  // A smaller sum says nothing: rows leave a report as they are sent.
  const fewer = await preview(fileOf([[second, p_id, 2]]));
  expect([statuses(fewer), listed(fewer, second)]).toEqual([["picked"], []]);
  const done = (line: string | undefined, client = executive) =>
    client.post(`/v1/imports/${other._id}/put-back`, { line });
  expect((await done("unknown")).status).toBe(404);
  expect((await done(listed(other)[0]?._id, manager)).status).toBe(404);
  // Pressed twice, by two people at once.
  const pressed = await Promise.all([1, 2].map(() => done(listed(other, fourth)[0]?._id)));
  expect(pressed.map(({ status }) => status)).toEqual([204, 204]);
  const wanted = (units: number) => preview(fileOf([[fourth, p_id, units]]));
  expect([statuses(await wanted(2)), await wanted(3)]).toMatchObject([["picked"], { rows: [{ quantity: 1 }] }]);
  expect((await done(listed(other)[0]?._id)).status).toBe(204);
  expect([await preview(since), await importOf(executive, seen._id)].flatMap((one) => listed(one))).toEqual([]);
  await reverse(executive, picklists?.[0]?.movement ?? "");
  const reversed = await preview(since);
  expect(statuses(reversed)).toEqual(["cancelled", "cancelled", "cancelled", "cancelled", "ready"]);
  expect(listed(reversed, fourth)).toEqual([]);
});

test("a correction of a picklist of one order gives its units back to that order, and one of several orders to none", async () => {
  const { _id, p_id } = await product();
  const lowered = async (orders: string[]) => {
    // An order may have two rows of one code.
    const { picklists } = await pick(
      fileOf(
        orders.flatMap((order): Line[] => [
          [order, p_id, 1],
          [order, p_id, 2],
        ]),
      ),
    );
    const movement = picklists?.[0]?.movement ?? "";
    const list = [{ product: _id, warehouse: near, quantity: 3 * orders.length - 1 }];
    expect(
      (await executive.post(`/v1/transactions/${movement}/correct`, { list, corrections: 0 }, idempotencyKey())).status,
    ).toBe(201);
    return preview(fileOf(orders.map((order): Line => [order, p_id, 3])));
  };
  expect(await lowered([newOrder()])).toMatchObject({ rows: [{ status: "ready", quantity: 1 }] });
  expect(statuses(await lowered([newOrder(), newOrder()]))).toEqual(["picked", "picked"]);
  // Nor does anybody know which of two codes goes back, whichever of them a file has.
  const [order, code] = [newOrder(), `ASIN-${p_id}`];
  const { picklists } = await pick(
    fileOf([
      [order, p_id, 1],
      [order, code, 1],
    ]),
    { aliases: [{ code, product: _id, units: 1 }] },
  );
  const list = [{ product: _id, warehouse: near, quantity: 1 }];
  const path = `/v1/transactions/${picklists?.[0]?.movement}/correct` as const;
  expect((await executive.post(path, { list, corrections: 0 }, idempotencyKey())).status).toBe(201);
  expect([
    ...statuses(await preview(fileOf([[order, p_id, 1]]))),
    ...statuses(await preview(fileOf([[order, code, 1]]))),
  ]).toEqual(["picked", "picked"]);
});

test("however many lines are cancelled since they were picked, each is listed, and an order's number has 200 characters", async () => {
  const { p_id } = await product(2_000);
  const long = Array.from({ length: 1_100 }, () => newOrder().padEnd(200, "é"));
  const rows = (status: string, more = "") => fileOf(long.map((order): Line => [order + more, p_id, 1, status]));
  expect(await pick(rows("Unshipped"))).toMatchObject({ written: 1_100 });
  const { _id, put_back = [] } = await preview(rows("Cancelled"));
  expect(new Set(put_back.map(({ order }) => order))).toEqual(new Set(long));
  expect((await executive.post(`/v1/imports/${_id}/put-back`, { line: put_back.at(-1)?._id ?? "" })).status).toBe(204);
  expect((await preview(rows("Cancelled"))).put_back).toHaveLength(1_099);
  const tooLong = await preview(rows("Unshipped", "."));
  expect(tooLong).toMatchObject({ counts: { wrong: 1_100 }, put_back: { length: 1_099 } });
  expect(tooLong.rows[0]?.problems).toMatchObject([{ column: "Order ID", message: "At most 200 characters" }]);
});

test("each product of a combo that is cancelled is listed until it is back, and the combo is put back once", async () => {
  const [romper, bib] = await products(2);
  const [code, order] = [unique("SET"), newOrder()];
  const aliases = [romper, bib].map((one, at) => ({ code, product: one?._id ?? "", units: at + 1 }));
  await pick(fileOf([[order, code, 2]]), { aliases });
  const cancelled = fileOf([[order, code, 2, "Cancelled"]]);
  const listed = async () =>
    ((await preview(cancelled)).put_back ?? []).flatMap(({ _id, order: of, units }) =>
      of === order ? { _id, units } : [],
    );
  const first = await preview(cancelled);
  const done = async (line = "") => (await executive.post(`/v1/imports/${first._id}/put-back`, { line })).status;
  const [one, two] = await listed();
  expect([one, two]).toMatchObject([{ units: 2 }, { units: 4 }]);
  expect([await done(one?._id), await listed()]).toEqual([204, [two]]);
  expect(statuses(await preview(fileOf([[order, code, 2]])))).toEqual(["ready"]);
  expect([await done(two?._id), await listed()]).toEqual([204, []]);
});

test("of an order that two people apply at once in other rows, no unit is taken twice", async () => {
  const { _id, p_id } = await product(20);
  const order = newOrder();
  const [whole, split] = await Promise.all([
    preview(fileOf([[order, p_id, 5]])),
    preview(
      fileOf([
        [order, p_id, 2],
        [order, p_id, 4],
      ]),
      {},
      manager,
    ),
  ]);
  await Promise.all([applyAll(executive, whole._id), applyAll(manager, split._id)]);
  expect(await unitsOf(_id)).toBe(40 - 6);
  const third = await preview(fileOf([[order, p_id, 5]]));
  const late = await preview(fileOf([[order, p_id, 8]]));
  expect([statuses(third), late.rows.map(({ quantity }) => quantity)]).toEqual([["picked"], [2]]);
  // Whoever is late is told which rows were not taken whole.
  const other = await preview(fileOf([[order, p_id, 9]]), {}, manager);
  await applyAll(executive, late._id);
  expect(await applyAll(manager, other._id)).toMatchObject({ written: 1, left_out: [{ row: 2 }] });
  expect(await unitsOf(_id)).toBe(40 - 9);
});

test("a number that was picked for another channel is in doubt, and a file of another channel is asked about first", async () => {
  const { p_id } = await product();
  const file = fileOf([
    [unique("OD40000000"), p_id, 1],
    // Another channel may have a number as short as this one, too.
    [newOrder().slice(2), p_id, 1],
  ]);
  const { picklists } = await pick(file, { channel: "flipkart" });
  const seen = await preview(file);
  expect(statuses(seen)).toEqual(["unsure", "ready"]);
  expect(seen.rows[0]?.problems[0]?.message).toBe(`Picked for Flipkart in ${picklists?.[0]?.number}`);
  expect(statuses(await preview(file, { answers: { unsure: "take_in" } }))).toEqual(["ready", "ready"]);

  const ofFlipkart = csvOf(["Order ID", "SKU", "FSN", "Qty"], [newOrder(), p_id, "F", 1]);
  const asked = await preview(ofFlipkart);
  expect([asked.rows, asked.groups, asked.sheet.asks?.map(({ of }) => of)]).toEqual([[], 0, ["channel"]]);
  expect(statuses(await preview(ofFlipkart, { answers: { channel: "amazon" } }))).toEqual(["ready"]);
  expect(statuses(await preview(ofFlipkart, { channel: "flipkart" }))).toEqual(["ready"]);
});

test("a report of payments is refused in words, unless a person says that it is an order file", async () => {
  const { p_id } = await product();
  const file = csvOf(["Settlement ID", "Order ID", "SKU", "Qty"], ["S1", newOrder(), p_id, 1]);
  const refused = await previewOf(executive, "orders", file, { channel: "amazon" });
  expect(refused).toFailWith("BAD_REQUEST", { field: "order_file", message: "A report of payments, not of orders" });
  expect(statuses(await preview(file, { answers: { order_file: "yes" } }))).toEqual(["ready"]);
  expect(await previewOf(executive, "orders", file, { channel: "amazon", answers: { colour: "red" } })).toFailWith(
    "BAD_REQUEST",
    { field: "answers", message: "Unknown question" },
  );
});

test("a line that was picked while its code was unknown is known once its alias is made, and none is made for NA", async () => {
  const { _id } = await product();
  const code = unique("MSKU");
  const order = newOrder();
  const file = fileOf([[order, code, 1]]);
  await pick(file, { aliases: [{ code, product: _id, units: 1 }] });
  const further: Line = [newOrder(), code, 1];
  expect(statuses(await preview(fileOf([[order, code, 1], further])))).toEqual(["picked", "ready"]);
  const named = csvOf(
    ["Order ID", "SKU", "Product Name", "Qty"],
    [newOrder(), "NA", "Dream tent", 1],
    [newOrder(), "", "A".repeat(600), 2],
    [newOrder(), "NA", "", 1],
  );
  const asked = await preview(named);
  expect(statuses(asked)).toEqual(["unknown", "unknown", "wrong"]);
  expect(asked.codes).toMatchObject([{ _id: "Dream tent", is_title: true, choosable: true }, { choosable: true }]);
  const aliases = [...(asked.codes ?? []).map(({ _id: title }) => title), "NA"].map((one) => ({
    code: one,
    product: _id,
    units: 1,
  }));
  await pick(named, { aliases });
  const again = csvOf(
    ["Order ID", "SKU", "Product Name", "Qty"],
    [newOrder(), "", "dream  tent", 1],
    [newOrder(), "NA", "A".repeat(600), 2],
    [newOrder(), "NA", "", 1],
  );
  expect(statuses(await preview(again))).toEqual(["ready", "ready", "wrong"]);
});

test("an order file takes from its channel's warehouses as the preview saw them, and says what lies elsewhere", async () => {
  const { _id, p_id } = await product(10);
  const held = async () => {
    const row = (await find("stocks", _id)) as { held: Record<string, number> };
    return [row.held[near], row.held[far]];
  };
  const remember = (...warehouses: string[]) => setChannelWarehouses(manager, "snd-website", warehouses);
  const settings = { channel: "snd-website" };
  const order = (...units: number[]) => fileOf(units.map((quantity): Line => [newOrder(), p_id, quantity]));
  await remember(far);
  const long = await preview(order(12, 1), settings);
  expect([statuses(long), long.from]).toEqual([["short", "ready"], [expect.objectContaining({ _id: far })]]);
  expect(long.products).toMatchObject([{ available: 10, elsewhere: 10, short: 12 }]);
  expect(long.rows[0]?.problems[0]?.message).toBe("Out of stock (Avl. 10), 10 in other warehouses");
  expect(await applyFrom(executive, long._id)).toFailWith("UNPROCESSABLE_CONTENT", { available: 10, elsewhere: 10 });

  const seen = await preview(order(4), settings);
  await remember(near);
  const [made] = (await applyAll(executive, seen._id)).picklists ?? [];
  expect(made?.data).toMatchObject([{ breakdown: [{ warehouse: { _id: far }, quantity: 4 }] }]);
  expect(await held()).toEqual([10, 6]);
  const { body: past } = await executive.get(`/v1/picklists?start=${today()}&end=${today()}`);
  const record = past.find((one: { _id: string }) => one._id === made?.movement);
  expect(record.from).toMatchObject([{ _id: far }]);

  const late = await preview(order(4), settings);
  expect(late.from).toMatchObject([{ _id: near }]);
  await manager.patch(`/v1/warehouses/${near}`, { not_for_picking: "yes" });
  const refused = await applyAll(executive, late._id);
  await manager.patch(`/v1/warehouses/${near}`, { not_for_picking: "" });
  expect(refused.refused).toMatchObject([{ details: [{ message: expect.stringContaining("is not for picking") }] }]);
  expect(await held()).toEqual([10, 6]);
  await remember();
  expect(await preview(order(1), settings)).not.toHaveProperty("from");
});

test("an order file of a channel that has lost its only warehouse is taken from no other, previewed before the loss or after", async () => {
  const { _id, p_id } = await product(10);
  const settings = { channel: "snd-app" };
  const order = () => fileOf([[newOrder(), p_id, 4]]);
  const held = async () => ((await find("stocks", _id)) as { held: Record<string, number> }).held;
  const before = await held();
  const [early, earlyWithoutShort] = [
    await preview(order(), settings),
    await preview(order(), { ...settings, leave_short: true }),
  ];
  const only = await newWarehouse(manager);
  await setChannelWarehouses(manager, "snd-app", [only]);
  await manager.delete(`/v1/warehouses/${only}`);
  for (const { _id: id } of [early, earlyWithoutShort]) {
    const message = "No warehouse is left for SND App: choose from which to take";
    expect((await applyAll(executive, id)).refused).toEqual([{ products: 1, details: [{ message }] }]);
  }
  const late = await preview(order(), settings);
  expect([late.from, late.groups, statuses(late)]).toEqual([[], 0, ["short"]]);
  expect(late.products).toMatchObject([{ available: 0, elsewhere: 20, quantity: 0, short: 4 }]);
  const leftOut = await preview(order(), { ...settings, leave_short: true });
  expect((await applyAll(executive, leftOut._id)).written).toBe(0);
  expect(await held()).toEqual(before);
  await setChannelWarehouses(manager, "snd-app", []);
  expect((await applyAll(executive, early._id)).written).toBe(1);
});
