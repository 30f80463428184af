// A file of invoices, as the replay understands it.
import { expect, test } from "vitest";
import { expectedStock } from "#demo/expected-stock.ts";
import { type Item, readInvoiceFile, splitIntoPicklists } from "#demo/invoice-file.ts";
import { channels } from "#shared/channel.ts";

const file = (...rows: string[]) =>
  Buffer.from(["InvoiceNo,StockCode,Description,Quantity", ...rows].join("\n"), "latin1");
const item = (p_id: string, quantity = 1): Item => ({ good: { p_id, name: p_id }, quantity });

test("an invoice is a picklist on the channel of its number modulo six, lines of one product left to the server", () => {
  const { invoices } = readInvoiceFile(
    file("536365,A,Ball,6", "536366,A,Ball,1", "536365,B,Book,2", "536365,a,Ball,3"),
  );
  expect(invoices.map(({ invoice, channel, part }) => [invoice, channel, part])).toEqual([
    ["536365", channels[536_365 % 6], 1],
    ["536366", channels[536_366 % 6], 1],
  ]);
  expect(invoices[0]?.items.map(({ good, quantity }) => [good.p_id, quantity])).toEqual([
    ["A", 6],
    ["B", 2],
    ["A", 3],
  ]);
});

test("lines of a cancelled invoice come back; the negative ones of another are left out", () => {
  const { returns, leftOut, goods } = readInvoiceFile(
    file("C536379,D,Discount,-1", "536380,A,,-10", "C536381,A,Ball,4"),
  );
  expect(returns).toEqual([{ invoice: "C536379", row: 0, good: { p_id: "D", name: "Discount" }, quantity: 1 }]);
  expect(leftOut).toBe(2);
  expect(goods.map(({ name }) => name)).toEqual(["Discount", "Ball"]);
});

test("an invoice of 100 products is two picklists, with every line in one of them", () => {
  const rows = Array.from({ length: 100 }, (_, i) => `536370,P${i},Thing,1`);
  const { invoices } = readInvoiceFile(file(...rows, "536370,P99,Thing,5"));
  expect(invoices.map(({ part, items }) => [part, items.length])).toEqual([
    [1, 95],
    [2, 6],
  ]);
});

test("a product that stands in a full part once more does not open another", () => {
  const [ball, book, car] = [item("ball"), item("book"), item("car")];
  expect(splitIntoPicklists([ball, book, ball, car, book], 2)).toEqual([
    [ball, book, ball],
    [car, book],
  ]);
  expect(splitIntoPicklists([])).toEqual([]);
});

test("opening stock covers every sale, half in each store where a product stands on several invoices", () => {
  const retail = readInvoiceFile(file("1,A,Ball,6", "2,A,Ball,1", "2,B,Book,2", "C3,A,Ball,-4"));
  expect([...expectedStock(retail).values()]).toEqual([
    { opening: [10, 9], sold: [0, 6, 1, 0, 0, 0], returned: 4 },
    { opening: [0, 14], sold: [0, 0, 2, 0, 0, 0], returned: 0 },
  ]);
});
