// Movements: their forms, and their rows in lists.
import * as v from "valibot";
import { expect, test } from "vitest";
import { type Movement, StockIn, StockOut, Transaction, toTransactions } from "#shared/movement.ts";
import { reasonsIn, reasonsOut } from "#shared/movement-reason.ts";

const line = { product: "p1", warehouse: "w1", quantity: 5 };

const movement: Movement = {
  _id: "m1",
  kind: "out",
  reason: "Internal Transfer",
  lines: [
    ["p1", "w1", -3],
    ["p1", "w2", 3],
    ["p2", "w1", -1],
  ],
  user: { _id: "u1", name: "Asha", username: "asha" },
  created_at: "2026-11-20T05:00:00.000Z",
  day: "2026-11-20",
  sent: "never shown",
};
const product = (_id: string) => ({ _id, p_id: `P.ID of ${_id}`, name: `name of ${_id}` });
const warehouse = (_id: string) => ({ _id, w_id: `W.ID of ${_id}`, name: `name of ${_id}` });

test("a movement is listed as one transaction a line, with the action by the sign of its quantity", () => {
  const rows = toTransactions(movement, product, warehouse);
  expect(rows.map((row) => [row.product._id, row.warehouse._id, row.action, row.quantity])).toEqual([
    ["p1", "w1", "STOCK_OUT", 3],
    ["p1", "w2", "STOCK_IN", 3],
    ["p2", "w1", "STOCK_OUT", 1],
  ]);
  const { kind, reason, user, created_at } = movement;
  for (const row of rows) expect(row).toMatchObject({ movement: "m1", kind, reason, user, created_at });
  expect(new Set(rows.map((row) => row._id)).size).toBe(3);
  expect(v.is(v.strictObject(Transaction.entries), rows[0])).toBe(true);
});

test("rows belong to a batch when their movement was posted in several chunks", () => {
  const [of0, of1] = [0, 1].map((chunk) => ({ ...movement, _id: `m1.${chunk}`, chunk, chunks: 2 }));
  for (const one of [of0, of1])
    for (const row of toTransactions(one as Movement, product, warehouse))
      expect(row).toMatchObject({ movement: "m1", batch: true });
  for (const one of [movement, { ...movement, _id: "m1.0", chunk: 0, chunks: 1 }])
    for (const row of toTransactions(one, product, warehouse)) expect(row).not.toHaveProperty("batch");
});

test("rows say channel and remarks only when there are any, and never the request's hash", () => {
  expect(toTransactions(movement, product, warehouse)[0]).not.toHaveProperty("channel");
  expect(toTransactions({ ...movement, remarks: "" }, product, warehouse)[0]).not.toHaveProperty("remarks");
  const [row] = toTransactions({ ...movement, channel: "amazon", remarks: "torn" }, product, warehouse);
  expect(row).toMatchObject({ channel: "amazon", remarks: "torn" });
  expect(JSON.stringify(row)).not.toContain(movement.sent);
});

test("the reasons of both directions are those of the specification, the default first", () => {
  const either = ["Internal Transfer", "Correction", "Other"];
  expect(reasonsIn).toEqual(["Production (Domestic)", "Purchase (Overseas)", "Return", ...either]);
  expect(reasonsOut).toEqual(["Outbound", "Damage", "Sample", ...either]);
  expect(v.parse(StockIn, line).reason).toBe("Production (Domestic)");
  expect(v.parse(StockOut, line).reason).toBe("Outbound");
});

test("a reason of the other direction, or an unknown one, is refused", () => {
  for (const reason of ["Outbound", "Damage", "Sample", "outbound", " ", "Theft", 5, null])
    expect(v.is(StockIn, { ...line, reason })).toBe(false);
  for (const reason of ["Production (Domestic)", "Purchase (Overseas)", "Return", "RETURN", null])
    expect(v.is(StockOut, { ...line, reason })).toBe(false);
});

test("the path decides the action: a body may repeat it, another is refused", () => {
  expect(v.is(StockIn, { ...line, action: "STOCK_IN" })).toBe(true);
  expect(v.is(StockOut, { ...line, action: "STOCK_OUT" })).toBe(true);
  for (const action of ["STOCK_OUT", "stock_in", " ", null]) expect(v.is(StockIn, { ...line, action })).toBe(false);
  for (const action of ["STOCK_IN", "OUT", [], null]) expect(v.is(StockOut, { ...line, action })).toBe(false);
});

test("an empty reason is the default, and an empty action is ignored", () => {
  const empty = { ...line, reason: "", action: "" };
  expect(v.parse(StockIn, empty)).toEqual(v.parse(StockIn, line));
  expect(v.parse(StockOut, empty)).toEqual(v.parse(StockOut, line));
  const { issues } = v.safeParse(StockOut, { ...line, reason: "Return", action: "STOCK_IN" });
  expect(issues?.map(({ message }) => message)).toEqual(["Not a reason for stock out", "This path records STOCK_OUT"]);
});

test("product, warehouse and quantity are required, and remarks have at most 2,000 characters", () => {
  for (const field of ["product", "warehouse", "quantity"])
    expect(v.is(StockOut, { ...line, [field]: undefined })).toBe(false);
  expect(v.is(StockOut, { ...line, remarks: "x".repeat(2_001) })).toBe(false);
  expect(v.is(StockOut, { ...line, remarks: "two\nlines" })).toBe(true);
});
