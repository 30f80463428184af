// Which units come from orders to suppliers: asked when a container is announced, and when units are added to one.
import { useState } from "react";
import type { ProductQuantity } from "#shared/allocation.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import type { OrderUnits } from "#shared/purchase-order-item.ts";
import type { Shipment } from "#shared/shipment.ts";
import { fitFrom } from "#shared/shipment-item.ts";
import { sumBy } from "#shared/sum.ts";
import { unitsText } from "../../domain/line-editor/lines.ts";
import { openUnitsOf } from "../../domain/purchase-orders.ts";
import { bySupplier } from "../../domain/suppliers.ts";
import { attempt } from "../../lib/api/client.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText } from "../../lib/format.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";

type Lines = readonly ProductQuantity[];

/** Those of the open units that these lines take. */
const unitsOfOrders = (list: Lines, open: readonly OrderUnits[]): OrderUnits[] =>
  list.flatMap(({ product, quantity }) => {
    let left = quantity;
    return open.flatMap((one) => {
      const units = one.product === product ? Math.min(left, one.quantity) : 0;
      left -= units;
      return units > 0 ? { ...one, quantity: units } : [];
    });
  });

/** What is more in a list than in another one. */
export const moreThan = (list: Lines, others: Lines): ProductQuantity[] =>
  list.flatMap(({ product, quantity }) => {
    const more = quantity - sumBy(others, (one) => (one.product === product ? one.quantity : 0));
    return more > 0 ? { product, quantity: more } : [];
  });

/** Units of orders that a container keeps by a new list. */
export const keptBy = (list: Lines, { items }: Pick<Shipment, "items"> = { items: [] }): OrderUnits[] =>
  items.flatMap(({ product: { _id: product }, from }) => {
    const line = list.find((one) => one.product === product);
    return fitFrom(from, line?.quantity ?? 0).map(([order, quantity]) => ({ order, product, quantity }));
  });

/** A question with two answers; undefined goes back to the form. */
export function useChoice() {
  const confirm = useConfirm();
  return async ({ other, ...question }: Omit<Question, "other"> & { other: string | false | undefined }) => {
    let choice = "action";
    const run = () => {
      choice = "other";
    };
    const yes = await confirm({ ...question, ...(other && { other: { action: other, run } }) });
    return yes ? (choice as "action" | "other") : undefined;
  };
}

const back = { cancel: "Back to the form", harmless: true } as const;

/**
 * Asks which units of a list come from orders. Those of `opened`, which the form was opened with, do; of what they leave over the
 * person is asked. Undefined goes back to the form.
 */
export function useFromOrders(opened: readonly OrderUnits[] = []) {
  const { data, retry } = useData("GET /v1/purchase-orders", { query: {} });
  const confirm = useConfirm();
  const choose = useChoice();
  return async (list: Lines): Promise<OrderUnits[] | undefined> => {
    const own = unitsOfOrders(list, opened);
    const rest = moreThan(list, own);
    if (rest.length === 0) return own;
    const read = data ? undefined : await attempt("GET /v1/purchase-orders", { query: {} });
    const orders = data ?? (read?.ok ? read.answer : undefined);
    if (!orders) {
      const text = `${unitsText(rest)} may have been ordered. The plan would count them twice.`;
      const question = { title: "The orders cannot be read", text, action: "Save without an order", ...back };
      return (await confirm(question)) ? own : undefined;
    }
    // If they have changed since, the next press asks of what is open then.
    retry();
    const isOpened = ({ order }: OrderUnits) => opened.some((one) => one.order === order);
    const open = openUnitsOf(orders).filter((one) => !isOpened(one) && rest.some((of) => of.product === one.product));
    let from = unitsOfOrders(rest, open);
    if (from.length === 0) return own;
    const ids = new Set(open.map(({ order }) => order));
    const take = (chosen: readonly string[]) => {
      from = unitsOfOrders(
        rest,
        open.filter(({ order }) => chosen.includes(order)),
      );
      return from;
    };
    const answer = await choose({
      title: `From ${[...ids].join(", ")}?`,
      text: `${unitsText(from)} of these products are open in ${countText(ids.size, "order")}.`,
      detail: (
        <OrderBoxes
          orders={orders.filter(({ _id }) => ids.has(_id))}
          chosen={from.map(({ order }) => order)}
          take={take}
        />
      ),
      action: "From orders",
      other: "No",
      ...back,
    });
    return answer && [...own, ...(answer === "other" ? [] : from)];
  };
}

interface BoxesProps {
  orders: readonly PurchaseOrder[];
  /** The ids of those that are chosen at first. */
  chosen: readonly string[];
  take: (chosen: readonly string[]) => readonly OrderUnits[];
}

/** A box for each order, supplier by supplier, with the units that come from it. */
function OrderBoxes({ orders, chosen: first, take }: BoxesProps) {
  const [chosen, setChosen] = useState(first);
  const units = take(chosen);
  return bySupplier(orders).flatMap(({ supplier, rows }) =>
    rows.map(({ _id }) => (
      <Checkbox
        key={_id}
        label={[_id, supplier, unitsText(units.filter(({ order }) => order === _id))].filter(Boolean).join(" · ")}
        checked={chosen.includes(_id)}
        onChange={(isChosen) => setChosen(isChosen ? [...chosen, _id] : chosen.filter((one) => one !== _id))}
      />
    )),
  );
}
