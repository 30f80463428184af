// The orders of all chosen lines, as they are sent. Apart from the draft, which only a browser has.
import { addDays } from "#shared/day.ts";
import type { PurchaseOrderForm } from "#shared/purchase-order-form.ts";
import { maxItems } from "#shared/shipment-item.ts";
import type { SupplierOrder } from "./order-lines.ts";

/** An order for each supplier, or several where one has more products than an order may have. */
export const ordersOf = (
  suppliers: readonly Pick<SupplierOrder, "supplier" | "lines">[],
  day: string,
): PurchaseOrderForm[] =>
  suppliers.flatMap(({ supplier, lines }) =>
    [...Map.groupBy(lines.entries(), ([at]) => Math.floor(at / maxItems)).values()].map((some) => ({
      supplier,
      expected_delivery: addDays(day, Math.max(...some.map(([, { lead_time }]) => lead_time))),
      list: some.map(([, { _id, ordered, lead_time }]) => ({
        ...{ product: _id, quantity: ordered },
        expected_delivery: addDays(day, lead_time),
      })),
    })),
  );
