// When units are to be moved to the warehouses that channels take from.
import { expect, test } from "vitest";
import { moveOf, unitsBeyond } from "#shared/moves.ts";
import type { Warehouse } from "#shared/warehouse.ts";

const today = "2026-11-20";
const warehouse = (_id: string, more: Partial<Warehouse> = {}): Warehouse => ({
  ...{ _id, w_id: _id.toUpperCase(), name: _id, created_at: today, updated_at: today },
  ...more,
});
const warehouses = [warehouse("hub", { channels: { amazon: 1 } }), warehouse("ncr"), warehouse("bhiwandi")];
/** Two a day on Amazon, and one a day on Flipkart. */
const sold = { [`${today}#amazon`]: 6, [`${today}#flipkart`]: 3 };
const move = (held: Record<string, number>, of = warehouses, sales = sold, fromShelves?: number) => {
  const found = moveOf({ held, sold: sales, fromShelves }, of, today);
  return found && [found.units, found.from._id, found.to._id];
};

test("a channel whose own warehouse has less than a week gets 30 days of its sales from the fullest of the others", () => {
  expect(move({ hub: 13, ncr: 20, bhiwandi: 400 })).toEqual([47, "bhiwandi", "hub"]);
  expect(move({ hub: 14, ncr: 20, bhiwandi: 400 })).toBeUndefined();
});

test("the others keep 30 days of what the product sells on all channels, and no warehouse gives more than it has", () => {
  expect(move({ hub: 0, bhiwandi: 90 })).toBeUndefined();
  expect(move({ hub: 0, bhiwandi: 100 })).toEqual([10, "bhiwandi", "hub"]);
  expect(move({ hub: 0, ncr: 80, bhiwandi: 79 })).toEqual([60, "ncr", "hub"]);
  expect(move({ hub: 0, ncr: 50, bhiwandi: 51 })).toEqual([11, "bhiwandi", "hub"]);
});

test("nothing is moved for channels that take from all, or sell nothing, nor from a warehouse that is not for picking", () => {
  expect(move({ hub: 0, bhiwandi: 400 }, [warehouse("hub"), warehouse("bhiwandi")])).toBeUndefined();
  expect(move({ hub: 0, bhiwandi: 400 }, warehouses, { ...sold, [`${today}#amazon`]: 0 })).toBeUndefined();
  const apart = warehouses.map((one) => (one._id === "bhiwandi" ? { ...one, not_for_picking: "yes" as const } : one));
  expect(move({ hub: 0, bhiwandi: 400 }, apart)).toBeUndefined();
});

test("a marketplace's shelf gets units as a channel's warehouse does, gives none, and holds 90 days of its own sales at most unnamed", () => {
  const shelf = warehouse("fba", { sells_for: "amazon" });
  const of = [shelf, warehouse("ncr"), warehouse("bhiwandi")];
  expect(move({ fba: 13, ncr: 20, bhiwandi: 400 }, of)).toEqual([47, "bhiwandi", "fba"]);
  expect(move({ fba: 14, ncr: 20, bhiwandi: 400 }, of)).toBeUndefined();
  // Thirty days of Flipkart's sales stay, and none of Amazon's.
  expect(move({ fba: 0, bhiwandi: 40 }, of)).toEqual([10, "bhiwandi", "fba"]);
  // Of two a day half a unit leaves the shelf: what Amazon sells from own warehouses stays in them.
  expect(move({ fba: 3, bhiwandi: 400 }, of, sold, 0.5)).toEqual([12, "bhiwandi", "fba"]);
  expect(move({ fba: 3, bhiwandi: 80 }, of, sold, 0.5)).toEqual([5, "bhiwandi", "fba"]);
  const amazons = [shelf, warehouse("own", { channels: { amazon: 1 } }), warehouse("bhiwandi")];
  expect(move({ fba: 90, own: 10, bhiwandi: 400 }, amazons, sold, 0.5)).toEqual([35, "bhiwandi", "own"]);
  const hub = [shelf, warehouse("hub", { channels: { flipkart: 1 } })];
  expect(move({ fba: 400, hub: 0 }, hub)).toBeUndefined();
  // What its shelf never sold is for the warehouse that Amazon's picklists take from.
  expect(
    move({ fba: 0, own: 10, bhiwandi: 400 }, amazons, { [`${today}#amazon`]: 9, [`${today}#flipkart`]: 0 }, 0),
  ).toEqual([80, "bhiwandi", "own"]);
  // Two a day, or one a week, whatever was sold on the last three days.
  const beyond = (units: number, fromShelves?: number) => unitsBeyond(units, shelf, fromShelves);
  expect([beyond(180, 2), beyond(181, 2), beyond(10, 1 / 7), beyond(10, 0), beyond(10)]).toEqual([0, 1, 0, 10, 0]);
  expect(unitsBeyond(181, warehouse("ncr"), 2), "of no shelf").toBe(0);
});
