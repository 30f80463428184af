// Which units come from orders to suppliers: asked when a container is announced, and when units are added to one.
import { useState } from "react";
import type { ProductQuantity } from "#shared/allocation.ts";
import type { OrderUnits } from "#shared/purchase-order-item.ts";
import type { Shipment } from "#shared/shipment.ts";
import { fitFrom } from "#shared/shipment-item.ts";
import { sumBy } from "#shared/sum.ts";
import { unitsText } from "../../domain/line-editor/lines.ts";
import { openUnitsOf } from "../../domain/purchase-orders.ts";
import { useChoice } from "../../domain/use-choice.ts";
import { attempt } from "../../lib/api/client.ts";
import { useQuietData } from "../../lib/api/use-data.ts";
import { countText } from "../../lib/format.ts";

type Lines = readonly ProductQuantity[];

/** Those of the open units that these lines take. */
const unitsOfOrders = (list: Lines, open: readonly OrderUnits[]): OrderUnits[] => {
  const left = new Map(list.map(({ product, quantity }) => [product, quantity]));
  return open.flatMap((one) => {
    const wanted = left.get(one.product) ?? 0;
    const quantity = Math.min(wanted, one.quantity);
    left.set(one.product, wanted - quantity);
    return quantity > 0 ? { ...one, quantity } : [];
  });
};

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

/** What is decided before the form opens. */
export interface Decided {
  /** Units that come from orders. */
  from?: readonly OrderUnits[];
  /** Units that do not. */
  not?: Lines;
}

/** Of an order and a product, or all. */
const unitsIn = (units: readonly OrderUnits[], of?: OrderUnits): number =>
  sumBy(units, ({ order, product, quantity }) =>
    !of || (order === of.order && product === of.product) ? quantity : 0,
  );

const back = { cancel: "Back to the form", harmless: true } as const;

/** Asks which units of a list come from orders, unless that is decided. Undefined goes back to the form. */
export function useFromOrders({ from: opened = [], not = [] }: Decided) {
  const data = useQuietData("GET /v1/purchase-orders", { query: {} });
  const [reading, setReading] = useState(false);
  const choose = useChoice();
  const read = async () => {
    setReading(true);
    const result = await attempt("GET /v1/purchase-orders", { query: {} });
    setReading(false);
    return result.ok ? result.answer : undefined;
  };

  const ask = async (list: Lines): Promise<OrderUnits[] | undefined> => {
    if (list.length === 0) return [];
    const orders = data ?? (await read());
    const open = orders && openUnitsOf(orders);
    const own = unitsOfOrders(
      list,
      open ? opened.map((one) => ({ ...one, quantity: Math.min(one.quantity, unitsIn(open, one)) })) : opened,
    );
    const lost = unitsIn(unitsOfOrders(list, opened)) - unitsIn(own);
    if (lost > 0) {
      const text = `${countText(lost, "unit")} of the order have been announced or closed since.`;
      const question = { title: "Fewer units are open", text, action: "Save all the same", ...back };
      if (!(await choose(question))) return undefined;
    }
    const rest = moreThan(moreThan(list, own), not);
    if (rest.length === 0) return own;
    if (!open) {
      const text = `${unitsText(rest)} may have been ordered. The plan would count them twice.`;
      const question = { title: "The orders cannot be read", text, action: "Save without an order", ...back };
      return (await choose(question)) && own;
    }
    const others = open.map((one) => ({ ...one, quantity: one.quantity - unitsIn(own, one) }));
    const from = unitsOfOrders(rest, others);
    if (from.length === 0) return own;
    const ids = [...new Set(from.map(({ order }) => order))];
    const answer = await choose({
      title: `From ${ids.length > 3 ? countText(ids.length, "order") : ids.join(", ")}?`,
      text: `${unitsText(from)} of the container would come from ${ids.length === 1 ? "it" : "them"}. After No, the plan counts both.`,
      ...(ids.length > 1 && {
        detail: ids.map((id) => `${id}: ${unitsText(from.filter(({ order }) => order === id))}`).join(", "),
      }),
      action: ids.length === 1 ? `From ${ids[0]}` : "From these orders",
      other: "No",
      ...back,
    });
    return answer && [...own, ...(answer === "other" ? [] : from)];
  };
  return { ask, reading };
}
