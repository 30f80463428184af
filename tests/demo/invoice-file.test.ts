// How the replay reads a file of invoices.
import { expect, test } from "vitest";
import { expectedStock } from "#demo/expected-stock.ts";
import { type Item, readInvoiceFile, splitIntoPicklists } from "#demo/invoice-file.ts";
import { channels } from "#shared/channel.ts";

const file = (...rows: string[]) =>
  Buffer.from(["InvoiceNo,StockCode,Description,Quantity", ...rows].join("\n"), "latin1");
const item = (p_id: string, quantity = 1): Item => ({ good: { p_id, name: p_id }, quantity });

test("an invoice is a picklist on the channel at its number modulo their count; the server sums lines of one product", () => {
  const { invoices } = readInvoiceFile(
    file("536365,A,Ball,6", "536366,A,Ball,1", "536365,B,Book,2", "536365,a,Ball,3"),
  );
  expect(invoices.map(({ invoice, channel, part }) => [invoice, channel, part])).toEqual([
    ["536365", channels[536_365 % channels.length], 1],
    ["536366", channels[536_366 % channels.length], 1],
  ]);
  const items = invoices[0]?.items.map(({ good, quantity }) => `${quantity} ${good.p_id}`);
  expect(items).toEqual(["6 A", "2 B", "3 A"]);
});

test("lines of a cancelled invoice become stock-ins; negative lines of other invoices are left out", () => {
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
  expect(invoices.map(({ part, items }) => `${part}: ${items.length}`)).toEqual(["1: 95", "2: 6"]);
});

test("a product that is already in a full part does not start another part", () => {
  const [ball, book, car] = [item("ball"), item("book"), item("car")];
  expect(splitIntoPicklists([ball, book, ball, car, book], 2)).toEqual([
    [ball, book, ball],
    [car, book],
  ]);
  expect(splitIntoPicklists([])).toEqual([]);
});

test("opening stock covers every sale, half in each warehouse where a product is on several invoices", () => {
  const retail = readInvoiceFile(file("1,A,Ball,6", "2,A,Ball,1", "2,B,Book,2", "C3,A,Ball,-4"));
  expect([...expectedStock(retail).values()]).toEqual([
    { opening: [10, 9], sold: [0, 6, 1, 0, 0, 0], returned: 4 },
    { opening: [0, 14], sold: [0, 0, 2, 0, 0, 0], returned: 0 },
  ]);
});
