// The order that is put together in the plan: chosen products and edited quantities, kept on this device for each user until
// it is announced or cleared, or until the sign-out, which clears all drafts.
import { useSyncExternalStore } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { session } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";

export interface OrderLine {
  chosen: boolean;
  /** As edited; without it the plan's own. */
  quantity?: number;
}

/** By the product's id. */
export type OrderDraft = Readonly<Record<string, OrderLine>>;

/** As edited, else as planned; at least a carton, since a chosen line is one to order. */
export const quantityOf = ({ quantity, pack = 1 }: PlanRow, line: OrderLine | undefined): number =>
  line?.quantity ?? (line?.chosen && quantity === 0 ? pack : quantity);

const changes = newEmitter();
const place = (): string => `draft ${session().user?._id} order`;
let known: { text: string; order: OrderDraft } = { text: "{}", order: {} };

/** The same objects as long as the stored text is the same. */
const read = (): OrderDraft => {
  const text = localStorage.getItem(place()) ?? "{}";
  if (text !== known.text) known = { text, order: JSON.parse(text) };
  return known.order;
};

const write = (order: OrderDraft): void => {
  const text = JSON.stringify(order);
  known = { text, order };
  if (text === "{}") localStorage.removeItem(place());
  else localStorage.setItem(place(), text);
  changes.emit();
};

/** Changes in this tab and in others. */
const subscribe = (listener: () => void): (() => void) => {
  const end = changes.subscribe(listener);
  addEventListener("storage", listener);
  return () => {
    end();
    removeEventListener("storage", listener);
  };
};

export const useOrder = (): OrderDraft => useSyncExternalStore(subscribe, read);

export const useOrderLine = (product: string): OrderLine | undefined =>
  useSyncExternalStore(subscribe, () => read()[product]);

/** Editing a quantity chooses its line. */
export const setQuantity = (product: string, quantity: number): void =>
  write({ ...read(), [product]: { chosen: true, quantity } });

export const chooseLines = (products: readonly string[], chosen: boolean): void => {
  const order = read();
  write({ ...order, ...Object.fromEntries(products.map((product) => [product, { ...order[product], chosen }])) });
};

export const forgetLines = (products: readonly string[]): void => {
  const gone = new Set(products);
  write(Object.fromEntries(Object.entries(read()).filter(([product]) => !gone.has(product))));
};

export const clearOrder = (): void => write({});
