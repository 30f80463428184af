// Orders all chosen lines by one press: one order for each supplier, all or none of a request, with Undo.
import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Answer } from "#shared/api.ts";
import { Failure } from "#shared/failure.ts";
import type { PurchaseOrdersForm } from "#shared/purchase-order.ts";
import { setQuantity } from "../../domain/order-draft.ts";
import { dropLines } from "../../domain/order-progress.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt } from "../../lib/api/client.ts";
import { submit, ticketedForm } from "../../lib/api/download.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { useQuietData } from "../../lib/api/use-data.ts";
import { today, useToday } from "../../lib/format.ts";
import { asideOf } from "../../lib/outbox/entry.ts";
import { useEntries } from "../../lib/outbox/outbox.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { failureText } from "../../lib/toast.ts";
import type { MadeOrder, SupplierOrder } from "./order-lines.ts";
import { requestsOf } from "./order-requests.ts";

type Made = Answer<"POST /v1/purchase-orders">["orders"];

/** Within some seconds of a press a browser opens one tab. */
const downloadSheet = async (order: string): Promise<void> => {
  const form = await ticketedForm(`/v1/purchase-orders/${order}/export`);
  if (form.ok && navigator.userActivation?.isActive !== false) submit(form.answer);
};

/** The orders that anybody made today, and those that wait on this device. */
export function useMadeOrders(): MadeOrder[] {
  const day = useToday();
  const orders = useQuietData("GET /v1/purchase-orders", { query: { start: day, end: day } }) ?? [];
  const waiting = useEntries()
    .filter((entry) => entry.route === "POST /v1/purchase-orders" && !asideOf(entry))
    .flatMap(({ input }) => (input.body as Partial<PurchaseOrdersForm>).orders ?? []);
  return [
    ...orders.map(({ _id, supplier, items }) => ({ supplier, number: _id, count: items.length })),
    ...waiting.map(({ supplier, list }) => ({ supplier, count: list.length })),
  ];
}

export function useOrderAll() {
  const offer = useOfferUndo();
  const refresh = useRefresh();
  /** Of the last press, which may take several requests. */
  const made = useRef<Made>([]);
  const create = usePosting("POST /v1/purchase-orders", {
    messages: ["Ordering", "Ordered"],
    answered: ({ _id, orders }, _, isLate) => {
      made.current = [...made.current, ...orders];
      const all = made.current;
      dropLines(productsOf(orders));
      if (!isLate && all.length === 1) void downloadSheet(_id);
      const named = all.map((order) => [order._id, order.supplier].filter(Boolean).join(" "));
      const text = `Ordered: ${named.join(", ")}`;
      // A browser lets one press download one file.
      const several = (
        <>
          {text}. <Link to="/intransit/orders">The sheets are under Orders</Link>
        </>
      );
      return offer({ action: _id, text: all.length === 1 ? text : several, undo: () => takeBack(all) });
    },
  });

  const takeBack = async (orders: Made) => {
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
    made.current = [];
    for (const orders of requestsOf(suppliers, today())) {
      const result = await create.run({ body: { orders } });
      if (!result.ok) return;
      // Without a network it waits, and is not to be pressed again.
      if ("kept" in result) dropLines(orders.flatMap(({ list }) => list.map(({ product }) => product)));
    }
  };
  return { orderAll, busy: create.busy };
}

const productsOf = (orders: Made): string[] => orders.flatMap(({ items }) => items.map(({ product }) => product._id));
