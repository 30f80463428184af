// The orders of all chosen lines, cut to what an order and a request may hold.
import { addDays } from "#shared/day.ts";
import type { PurchaseOrdersForm } from "#shared/purchase-order.ts";
import { maxOrdersMade } from "#shared/purchase-order-item.ts";
import { maxItems } from "#shared/shipment-item.ts";
import type { SupplierOrder } from "./order-lines.ts";

/** Lines of a request, which holds 256 KB: with its day each takes 80 bytes at most. */
const maxLines = 3_000;

const portions = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** The requests that order all lines: an order for each supplier, or several where one has more products than an order may have. */
export const requestsOf = (
  suppliers: readonly Pick<SupplierOrder, "supplier" | "lines">[],
  day: string,
): PurchaseOrdersForm["orders"][] => {
  const orders = suppliers.flatMap(({ supplier, lines }) =>
    portions(lines, maxItems).map((some) => ({
      supplier,
      expected_delivery: addDays(day, Math.max(...some.map(({ lead_time }) => lead_time))),
      list: some.map(({ _id, ordered, lead_time }) => ({
        ...{ product: _id, quantity: ordered },
        expected_delivery: addDays(day, lead_time),
      })),
    })),
  );
  const requests: PurchaseOrdersForm["orders"][] = [];
  let lines = 0;
  for (const order of orders) {
    const last = requests.at(-1);
    lines += order.list.length;
    if (last && last.length < maxOrdersMade && lines <= maxLines) last.push(order);
    else {
      requests.push([order]);
      lines = order.list.length;
    }
  }
  return requests;
};
