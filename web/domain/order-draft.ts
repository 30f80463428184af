// The draft of an order from the plan: chosen products and edited quantities, stored on this device for each user until
// the order is announced or cleared, or the user signs out.
import { useSyncExternalStore } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { session } from "../lib/api/session.ts";
import { newEmitter } from "../lib/emitter.ts";
import { isNumber } from "../lib/guards.ts";
import { isFlag, isOptional, isRecord, isShape, readStored, readText, writeText } from "../lib/stored.ts";

export interface OrderLine {
  chosen: boolean;
  /** The edited quantity; by default the plan's. */
  quantity?: number;
}

/** By the product's id. */
export type OrderDraft = Readonly<Record<string, OrderLine>>;

/** The edited or planned quantity; at least the smallest order, since a chosen line is to be ordered. */
export const quantityOf = ({ quantity, pack = 1, min_order = 1 }: PlanRow, line: OrderLine | undefined): number =>
  line?.quantity ?? (line?.chosen && quantity === 0 ? cartonsOf(min_order, pack) * pack : quantity);

const isLine = isShape<OrderLine>({ chosen: isFlag, quantity: isOptional(isNumber) });
const isOrder = (value: unknown): value is OrderDraft => isRecord(value) && Object.values(value).every(isLine);

const changes = newEmitter();
const place = (): string => `draft ${session().user?._id} order`;
let known: { text: string; order: OrderDraft } = { text: "{}", order: {} };

/** The same objects as long as the stored text is the same. */
const read = (): OrderDraft => {
  const text = readText("localStorage", place()) ?? "{}";
  if (text !== known.text) known = { text, order: readStored("localStorage", place(), isOrder) ?? {} };
  return known.order;
};

const write = (order: OrderDraft): void => {
  const text = JSON.stringify(order);
  known = { text, order };
  writeText("localStorage", place(), text === "{}" ? undefined : text);
  changes.emit();
};

/** Changes in this tab and in other tabs. */
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
