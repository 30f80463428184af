// What has been done with the lines of an order: they are exported, ordered, and announced as containers.
import { today } from "../lib/format.ts";
import { draft, type OrderLine } from "./order-draft.ts";

export const clearOrder = (): void => draft.set({});

/** The quantities of an order sheet: a line that is edited afterwards is open again. */
export const markExported = (lines: readonly { _id: string; ordered: number }[]): void => {
  const order = { ...draft.get() };
  for (const { _id, ordered } of lines) order[_id] = { chosen: true, ...order[_id], exported: ordered };
  draft.set(order);
};

const mark = (products: readonly string[], done: Pick<OrderLine, "announced" | "ordered">): void => {
  const isOver = ({ chosen, announced = "", ordered }: OrderLine) => {
    const day = ordered?.day ?? announced;
    return !chosen && day !== "" && day !== today();
  };
  const order = Object.fromEntries(Object.entries(draft.get()).filter(([, line]) => !isOver(line)));
  for (const product of products) if (order[product]) order[product] = { chosen: false, ...done };
  draft.set(order);
};

/** The products of an announced container are no longer chosen; they are told as announced until the day is over. */
export const markAnnounced = (products: readonly string[]): void => mark(products, { announced: today() });

/** The same of the products of an order; `number`: "" while it waits to be sent. */
export const markOrdered = (products: readonly string[], number: string): void =>
  mark(products, { ordered: { number, day: today() } });
