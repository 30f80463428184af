// A picklist's messages before and after it is saved.
import * as v from "valibot";
import { expect, test } from "vitest";
import { picklistFault } from "#shared/allocation.ts";
import type { Line } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { PicklistForm, picklistItems } from "#shared/picklist.ts";

const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ product: `p${n}`, quantity: 1 }));

test("a picklist without items, or without a channel, is not ready to be saved", () => {
  expect(picklistFault({ list: [], channel: "" })).toBe("Picklist empty, add items first");
  expect(picklistFault({ list: [], channel: "amazon" })).toBe("Picklist empty, add items first");
  expect(picklistFault({ list: lines(1), channel: "" })).toBe("Please select a channel");
  expect(picklistFault({ list: lines(1), channel: "amazon" })).toBeUndefined();
});

test.each(["", "ebay", null])("a channel that is %j gives the same message", (channel) => {
  const { issues } = v.safeParse(PicklistForm, { list: lines(1), channel });
  expect(issues?.map(({ message }) => message)).toEqual(["Please select a channel"]);
});

test("95 products are ready to be saved, 96 are not", () => {
  expect(picklistFault({ list: lines(95), channel: "amazon" })).toBeUndefined();
  expect(picklistFault({ list: lines(96), channel: "amazon" })).toBe("At most 95 products, not 96");
});

test("a picklist's number is a short, unambiguous form of its movement's id", () => {
  expect(movementNumber("0a1b2c3d4e5f6g7h8i9")).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(movementNumber("0000000000000000000")).toBe("0000-0000");
  const numbers = Array.from({ length: 1_000 }, (_, n) =>
    movementNumber(`abcdefghi${(n * 7_919).toString(36).padStart(10, "0")}`),
  );
  expect(new Set(numbers).size).toBe(1_000);
  expect(numbers.join("")).not.toMatch(/[ILOU]/);
});

test("the lines of a product from several warehouses are one item, with the units of each", () => {
  const product = (_id: string) => ({ _id, p_id: _id, name: _id });
  const warehouse = (_id: string) => ({ _id, w_id: _id, name: _id });
  const line = (good: string, place: string, delta: number): Line => [good, place, delta];
  const taken = [line("bib", "hub", -3), line("cup", "hub", -1), line("bib", "shed", -4)];
  const from = (place: string, quantity: number) => ({ warehouse: warehouse(place), quantity });
  expect(picklistItems(taken, product, warehouse)).toEqual([
    { product: product("bib"), quantity: 7, breakdown: [from("hub", 3), from("shed", 4)] },
    { product: product("cup"), quantity: 1, breakdown: [from("hub", 1)] },
  ]);
});
