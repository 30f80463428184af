// How a posting's answer changes the stock list before it is read again.
import { expect, test } from "vitest";
import type { Transaction } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import { applyToStock } from "#web/domain/apply-movement.ts";

const product = (_id: string) => ({ _id, p_id: `SND-${_id}`, name: `Swaddle ${_id}` });
const warehouse = (_id: string) => ({ _id, w_id: `W-${_id}`, name: `Hub ${_id}` });
const record = (p: string, w: string, quantity: number): StockRecord => ({
  _id: `${p}-${w}`,
  product: product(p),
  warehouse: warehouse(w),
  quantity,
});
const row = (action: "STOCK_IN" | "STOCK_OUT", p: string, w: string, quantity: number): Transaction => ({
  _id: "m-0",
  movement: "m",
  kind: action === "STOCK_IN" ? "in" : "out",
  action,
  reason: "Other",
  quantity,
  product: product(p),
  warehouse: warehouse(w),
  user: { _id: "u1", name: "Asha Rao", username: "asha" },
  created_at: "2026-11-20T10:00:00.000Z",
});
const short = (records: StockRecord[]) => records.map(({ _id, quantity }) => `${_id} ${quantity}`);

const before = [record("p1", "w1", 54), record("p1", "w2", 7), record("p2", "w1", 3)];

test("a stock-in adds to its record, a stock-out takes from it, and the given list is not changed", () => {
  expect(short(applyToStock(before, [row("STOCK_IN", "p1", "w2", 5), row("STOCK_OUT", "p1", "w1", 12)]))).toEqual([
    "p1-w1 42",
    "p1-w2 12",
    "p2-w1 3",
  ]);
  expect(short(before)).toEqual(["p1-w1 54", "p1-w2 7", "p2-w1 3"]);
});

test("a product's first record in a warehouse comes after its others, a new product's at the end", () => {
  expect(short(applyToStock(before, [row("STOCK_IN", "p1", "w3", 5), row("STOCK_IN", "p9", "w1", 1)]))).toEqual([
    "p1-w1 54",
    "p1-w2 7",
    "p1-w3 5",
    "p2-w1 3",
    "p9-w1 1",
  ]);
});
