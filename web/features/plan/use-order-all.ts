// Orders all chosen lines by one press: one order for each supplier, all or none, with Undo.
import type { Answer } from "#shared/api.ts";
import { addDays } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { setQuantity } from "../../domain/order-draft.ts";
import { markOrdered } from "../../domain/order-progress.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt } from "../../lib/api/client.ts";
import { submit, ticketedForm } from "../../lib/api/download.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { today } from "../../lib/format.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { failureText } from "../../lib/toast.ts";
import type { SupplierOrder } from "./order-lines.ts";

/** Within some seconds of a press a browser opens one tab. */
const downloadSheet = async (order: string): Promise<void> => {
  const form = await ticketedForm(`/v1/purchase-orders/${order}/export`);
  if (form.ok && navigator.userActivation?.isActive !== false) submit(form.answer);
};

export function useOrderAll() {
  const offer = useOfferUndo();
  const refresh = useRefresh();
  const create = usePosting("POST /v1/purchase-orders", {
    messages: ["Ordering", "Ordered"],
    answered: ({ _id, orders }, _, isLate) => {
      for (const order of orders)
        markOrdered(
          order.items.map(({ product }) => product._id),
          order._id,
        );
      // A sheet for each; a browser lets one press download one file, and the list of orders has the others.
      if (!isLate && orders.length === 1) void downloadSheet(_id);
      const named = orders.map((order) => [order._id, order.supplier].filter(Boolean).join(" "));
      return offer({ action: _id, text: `Ordered: ${named.join(", ")}`, undo: () => takeBack(orders) });
    },
  });

  const takeBack = async (orders: Answer<"POST /v1/purchase-orders">["orders"]) => {
    const failures: string[] = [];
    for (const { _id, items } of orders) {
      const result = await attempt("DELETE /v1/purchase-orders/{id}", { path: { id: _id } });
      // Deleted already: the answer to the first deletion was lost.
      if (result.ok || (result.failure instanceof Failure && result.failure.code === "RESOURCE_NOT_FOUND"))
        for (const { product, quantity } of items) setQuantity(product._id, quantity);
      else failures.push(`${_id}: ${failureText(result.failure.message, result.failure.details)}`);
    }
    refresh(["/v1/purchase-orders", "/v1/plan", "/v1/plan/summary"]);
    return failures.length === 0
      ? { ok: true, text: "Undone: nothing is ordered" }
      : { ok: false, text: failures.join(", ") };
  };

  const orderAll = async (suppliers: readonly SupplierOrder[]): Promise<void> => {
    const orders = suppliers.map(({ supplier, lines }) => ({
      supplier,
      expected_delivery: addDays(today(), Math.max(...lines.map(({ lead_time }) => lead_time))),
      list: lines.map(({ _id, ordered, lead_time }) => ({
        ...{ product: _id, quantity: ordered },
        expected_delivery: addDays(today(), lead_time),
      })),
    }));
    const result = await create.run({ body: { orders } });
    // Without a network it waits, and is not to be pressed again.
    if ("kept" in result)
      markOrdered(
        orders.flatMap(({ list }) => list.map(({ product }) => product)),
        "",
      );
  };
  return { orderAll, busy: create.busy };
}
