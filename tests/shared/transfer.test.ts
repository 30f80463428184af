// Transfers between warehouses.
import * as v from "valibot";
import { expect, test } from "vitest";
import { maxProducts } from "#shared/limits.ts";
import { TransferForm, transferLines } from "#shared/transfer.ts";

const form = { from: "w1", to: "w2", list: [{ product: "p1", quantity: 3 }] };

test("a transfer takes from one warehouse the units it adds to the other, each product once", () => {
  const list = [...form.list, { product: "p2", quantity: 1 }, { product: "p1", quantity: 4 }];
  expect(transferLines({ ...form, list })).toEqual([
    ["p1", "w1", -7],
    ["p1", "w2", 7],
    ["p2", "w1", -1],
    ["p2", "w2", 1],
  ]);
});

test("400: a transfer within one warehouse is refused", () => {
  expect(() => transferLines({ ...form, to: "w1" })).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", details: [expect.objectContaining({ field: "to" })] }),
  );
});

test("422: a transfer of more products than a movement holds is refused with their number", () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => ({ product: `p${i}`, quantity: 1 }));
  const details = [{ field: "list", message: "At most 95 products, not 96" }];
  expect(transferLines({ ...form, list: list(maxProducts) })).toHaveLength(190);
  expect(() => transferLines({ ...form, list: list(96) })).toThrow(
    expect.objectContaining({ code: "UNPROCESSABLE_CONTENT", details }),
  );
});

test.each([{ from: "" }, { to: undefined }, { list: [] }, { list: [{ product: "p1", quantity: 0 }] }, { list: "p1" }])(
  "a transfer with %j is refused",
  (wrong) => {
    expect(v.is(TransferForm, form)).toBe(true);
    expect(v.is(TransferForm, { ...form, ...wrong })).toBe(false);
  },
);
