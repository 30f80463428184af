// Products: their minimum stock, and what their form accepts.
import * as v from "valibot";
import { expect, test } from "vitest";
import { patchForm } from "#shared/field.ts";
import { ProductForm } from "#shared/product.ts";
import { leadTimes } from "#shared/product-fields.ts";
import { minimumStock } from "#shared/reorder.ts";

const form = { name: "Muslin Swaddle", p_id: "SND-SWD-101", lead_time: "30" };

test("minimum stock comes from whole units: 25 in three days over 15 days are 125, not 126", () => {
  expect(Math.ceil((25 / 3) * 15)).toBe(126);
  expect(minimumStock({ drr: 25 / 3, lead_time: 15 })).toBe(125);
});

test("minimum stock is exact for every lead time and all sales up to 5,000 units", () => {
  for (const lead_time of leadTimes)
    for (let units = 0; units <= 5_000; units++) {
      const exact = Number((BigInt(units) * BigInt(lead_time) + 2n) / 3n);
      expect(minimumStock({ drr: units / 3, lead_time })).toBe(exact);
    }
});

test("a product that does not sell needs no stock", () => {
  expect(minimumStock({ drr: 0, lead_time: 90 })).toBe(0);
});

test("a lead time is one of six, as a number or, in a form, as its digits", () => {
  expect(leadTimes).toEqual([15, 30, 45, 60, 75, 90]);
  expect(v.parse(ProductForm, { ...form, lead_time: "90" }).lead_time).toBe(90);
  expect(v.parse(ProductForm, { ...form, lead_time: 15 }).lead_time).toBe(15);
});

test.each([
  ...[0, 16, 91, 15.5, Number.NaN],
  ...["0", "16", "91", "15 days", "015", "1e1", "", " 15", "0x1e"],
  ...[null, undefined, [15], { days: 15 }],
])("a lead time of %j is refused", (lead_time) => {
  expect(v.is(ProductForm, { ...form, lead_time })).toBe(false);
});

test("name and p_id are required, and a change may leave them out but not empty them", () => {
  expect(v.is(ProductForm, { ...form, name: "  " })).toBe(false);
  expect(v.is(ProductForm, { ...form, p_id: undefined })).toBe(false);
  expect(v.parse(patchForm(ProductForm), {})).toEqual({});
  expect(v.is(patchForm(ProductForm), { p_id: "" })).toBe(false);
  expect(v.parse(patchForm(ProductForm), { amazon: "" })).toEqual({ amazon: "" });
});
