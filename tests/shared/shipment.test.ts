// What open shipments still owe.
import { expect, test } from "vitest";
import { inTransit } from "#shared/shipment.ts";

const item = (product: string, quantity: number, received = 0) => ({ product, quantity, received });

test("in transit is what all open shipments still owe, by product", () => {
  const open = [{ items: [item("p1", 10, 4), item("p2", 5)] }, { items: [item("p1", 3)] }];
  expect([...inTransit(open)]).toEqual([
    ["p1", 9],
    ["p2", 5],
  ]);
});

test("more than was owed counts as nothing owed, not as less of another shipment", () => {
  expect(inTransit([{ items: [item("p1", 10, 12)] }, { items: [item("p1", 4)] }]).get("p1")).toBe(4);
});

test("without open shipments nothing is in transit", () => {
  expect(inTransit([]).size).toBe(0);
});
