// From which warehouses a channel takes: all, chosen ones in order, or none that is left.
import { expect, test } from "vitest";
import { warehousesFor } from "#shared/catalogue.ts";
import { channelsOnlyIn, channelsWithout } from "#shared/channel-warehouses.ts";
import type { Warehouse } from "#shared/warehouse.ts";

const warehouse = (_id: string, more: Partial<Warehouse & { deleted_at: string }> = {}) => ({
  ...{ _id, w_id: _id, name: _id, created_at: "", updated_at: "" },
  ...more,
});
const deleted_at = "2026-11-20T00:00:00.000Z";

test("a channel's warehouses are those with a place for it, in order, but for those not for picking", () => {
  const all = [
    warehouse("a", { channels: { amazon: 3, flipkart: 1 } }),
    warehouse("b", { channels: { amazon: 1 } }),
    warehouse("c", { channels: { amazon: 2 }, not_for_picking: "yes" }),
    warehouse("d"),
  ];
  expect(warehousesFor("amazon", all, [])).toEqual(["b", "a"]);
  expect(warehousesFor("flipkart", all, [])).toEqual(["a"]);
  expect(warehousesFor("jiomart", all, []), "takes from all").toBeUndefined();
  expect(warehousesFor("jiomart", all, ["jiomart"]), "has none left").toEqual([]);
  expect(channelsOnlyIn({ _id: "a" }, all)).toEqual(["flipkart"]);
  expect(channelsOnlyIn({ _id: "b" }, all)).toEqual([]);
});

test("a channel has none left if all that were chosen for it are deleted or not for picking", () => {
  const rows = [
    warehouse("a", { channels: { amazon: 1, firstcry: 1, jiomart: 1 }, deleted_at }),
    warehouse("b", { channels: { amazon: 2, flipkart: 1, jiomart: 2 }, not_for_picking: "yes" }),
    warehouse("c", { channels: { jiomart: 3 } }),
  ];
  expect(channelsWithout(rows)).toEqual(["amazon", "flipkart", "firstcry"]);
  expect(channelsWithout(rows.slice(2))).toEqual([]);
});
