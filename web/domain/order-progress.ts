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

/** The products of an announced container are no longer chosen; they are told as announced until the day is over. */
export const markAnnounced = (products: readonly string[]): void => {
  const isOver = ({ chosen, announced }: OrderLine) => !chosen && announced !== undefined && announced !== today();
  const order = Object.fromEntries(Object.entries(draft.get()).filter(([, line]) => !isOver(line)));
  for (const product of products) if (order[product]) order[product] = { chosen: false, announced: today() };
  draft.set(order);
};

/** Products that are ordered are no longer chosen. */
export const dropLines = (products: ReadonlySet<string>): void =>
  draft.set(Object.fromEntries(Object.entries(draft.get()).filter(([product]) => !products.has(product))));
