// How a quantity is taken from several warehouses.
import { expect, test } from "vitest";
import { breakdown, type Holding, unitsFrom } from "#shared/allocation.ts";

const holding = (w_id: string, quantity: number): Holding => ({
  warehouse: { _id: `id of ${w_id}`, w_id, name: w_id },
  quantity,
});
const textsOf = (taken: Holding[] | null) => taken?.map(({ warehouse, quantity }) => `${warehouse.w_id} ${quantity}`);
const picks = (quantity: number, ...holdings: Holding[]) => textsOf(breakdown(quantity, holdings));

test("stock is taken from the smallest holding first, filling up to the quantity", () => {
  expect(picks(12, holding("BLR", 50), holding("DEL", 4), holding("BOM", 7))).toEqual(["DEL 4", "BOM 7", "BLR 1"]);
});

test("equal holdings are taken in the order of w_id", () => {
  const [a, b, c] = [holding("A", 5), holding("B", 5), holding("C", 5)];
  const taken = picks(11, c, a, b);
  expect(taken).toEqual(["A 5", "B 5", "C 1"]);
  expect(picks(11, b, c, a)).toEqual(taken);
});

test("a warehouse that is not needed, or holds nothing, is left out", () => {
  expect(picks(3, holding("A", 3), holding("B", 9), holding("C", 0))).toEqual(["A 3"]);
});

test("all available units can be taken, and not one more", () => {
  expect(picks(10, holding("A", 3), holding("B", 7))).toEqual(["A 3", "B 7"]);
  expect(breakdown(11, [holding("A", 3), holding("B", 7)])).toBeNull();
  expect(breakdown(1, [])).toBeNull();
});

test("a negative holding gives nothing and takes nothing from the others", () => {
  expect(picks(5, holding("A", -3), holding("B", 5))).toEqual(["B 5"]);
  expect(breakdown(6, [holding("A", -3), holding("B", 5)])).toBeNull();
});

test("of chosen warehouses the first is emptied before the next, and nothing is taken from the others", () => {
  const holdings = [holding("A", 3), holding("B", 7), holding("C", 50), holding("D", 0)];
  const from = (quantity: number, ...ids: string[]) => textsOf(breakdown(quantity, holdings, ids));
  expect(from(9, "id of D", "id of B", "id of A")).toEqual(["B 7", "A 2"]);
  expect(from(11, "id of B", "id of A")).toBeUndefined();
  expect(from(2, "id of gone")).toBeUndefined();
  expect(unitsFrom(holdings, ["id of A"])).toEqual({ available: 3, elsewhere: 57 });
  expect(unitsFrom(holdings)).toEqual({ available: 60, elsewhere: 0 });
  expect(unitsFrom(holdings, []), "none is left").toEqual({ available: 0, elsewhere: 60 });
  expect(breakdown(1, holdings, []), "none is left").toBeNull();
});

test("the holdings passed in are not changed", () => {
  const holdings = [holding("B", 9), holding("A", 3)];
  const before = structuredClone(holdings);
  breakdown(5, holdings);
  expect(holdings).toEqual(before);
});
