// Orders all chosen lines by one press: an order for each supplier, which waits on this device until it is answered, and one Undo.
import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router-dom";
import { staleAfter } from "#shared/call-facts.ts";
import { Failure } from "#shared/failure.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { unitsOf } from "../../domain/entry-kinds.ts";
import { setQuantities, useOrder } from "../../domain/order-draft.ts";
import { dropLines } from "../../domain/order-progress.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt } from "../../lib/api/client.ts";
import { submit, ticketedForm } from "../../lib/api/download.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { refusalText } from "../../lib/api/result.ts";
import { countText, today } from "../../lib/format.ts";
import { asideOf } from "../../lib/outbox/entry.ts";
import { useEntries } from "../../lib/outbox/outbox.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { toast } from "../../lib/toast.ts";
import { ordersOf } from "./order-forms.ts";
import type { SupplierOrder } from "./order-lines.ts";

const route = "POST /v1/purchase-orders";

/** Within some seconds of a press a browser opens one tab. */
const downloadSheet = async (order: string): Promise<void> => {
  const form = await ticketedForm(`/v1/purchase-orders/${order}/export`);
  if (form.ok && navigator.userActivation?.isActive !== false) submit(form.answer);
};

/** The products of orders on this device that are not answered. */
function useWaitingProducts(): ReadonlySet<string> {
  const entries = useEntries();
  return useMemo(() => {
    const waiting = entries.filter((entry) => entry.route === route && asideOf(entry)?.is !== "refused");
    return new Set(waiting.flatMap(unitsOf).map(([product]) => product));
  }, [entries]);
}

export function useOrderAll() {
  const offer = useOfferUndo();
  const refresh = useRefresh();
  const press = useRef<{ orders: number; made: PurchaseOrder[] }>({ orders: 0, made: [] });
  const create = usePosting(route, {
    messages: ["Ordering", "Ordered"],
    answered: (order, _, isLate) => {
      const { orders } = press.current;
      const made = [...press.current.made, order];
      press.current = { orders, made };
      // A browser lets one press download one file.
      if (orders === 1 && !isLate) void downloadSheet(order._id);
      const text = `Ordered: ${made.map(({ _id, supplier = "" }) => `${_id} ${supplier}`.trim()).join(", ")}`;
      return offer({ action: order._id, text: orders === 1 ? text : withSheets(text), undo: () => takeBack(made) });
    },
    refused: (failure, isLate, { body: { supplier = "", list } }) => {
      // A late one is corrected in the outbox.
      if (isLate) return false;
      setQuantities(list);
      toast.error(`Not ordered${supplier && ` from ${supplier}`}: ${refusalText(failure)}`, `order ${supplier}`);
      return true;
    },
  });

  const waiting = useWaitingProducts();
  const draft = useOrder();
  useEffect(() => {
    const again = [...waiting].filter((product) => draft[product]?.chosen);
    if (create.busy || again.length === 0) return;
    // They would be ordered twice.
    dropLines(new Set(again));
    toast.info(`Ordered already: ${countText(again.length, "line")} wait on this device`, "waiting");
  }, [create.busy, draft, waiting]);

  const takeBack = async (orders: readonly PurchaseOrder[]) => {
    const failures: string[] = [];
    const left: PurchaseOrder[] = [];
    for (const order of orders) {
      const result = await attempt("DELETE /v1/purchase-orders/{id}", { path: { id: order._id } });
      // Deleted already: the answer to the first deletion was lost.
      if (result.ok || (result.failure instanceof Failure && result.failure.code === "RESOURCE_NOT_FOUND"))
        left.push(order);
      else failures.push(`${order._id}: ${refusalText(result.failure)}`);
    }
    setQuantities(
      left.flatMap(({ items }) => items.map(({ product, quantity }) => ({ product: product._id, quantity }))),
    );
    refresh(staleAfter["DELETE /v1/purchase-orders/{id}"]);
    return failures.length === 0
      ? { ok: true, text: "Undone: nothing is ordered" }
      : { ok: false, text: failures.join(", ") };
  };

  /** All are stored before one is awaited: a server that does not answer keeps none from being kept. */
  const orderAll = async (suppliers: readonly SupplierOrder[]): Promise<void> => {
    const bodies = ordersOf(suppliers, today());
    press.current = { orders: bodies.length, made: [] };
    for (const body of bodies) {
      const products = new Set(body.list.map(({ product }) => product));
      await new Promise<void>((stored) => {
        const onStored = () => {
          dropLines(products);
          stored();
        };
        void create.run({ body }, { apart: true, handover: { onStored } }).finally(stored);
      });
    }
  };
  return { orderAll, busy: create.busy, waiting };
}

const withSheets = (text: string) => (
  <>
    {text}. <Link to="/intransit/orders">The sheets are under Orders</Link>
  </>
);
