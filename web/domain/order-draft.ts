// The draft of an order from the plan: chosen products and edited quantities, stored on this device for each user until
// the order is announced or cleared, or the user signs out.
import { useSyncExternalStore } from "react";
import type { ProductQuantity } from "#shared/allocation.ts";
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { session } from "../lib/api/session.ts";
import { painted } from "../lib/painted.ts";
import { storedValue } from "../lib/preference.ts";
import { isFlag, isNumber, isOptional, isRecord, isShape } from "../lib/stored.ts";

export interface OrderLine {
  chosen: boolean;
  /** The edited quantity; by default the plan's. */
  quantity?: number;
  /** The quantity on the order sheet that was exported. */
  exported?: number;
  /** The day on which its container was announced. */
  announced?: string;
}

/** By the product's id. */
export type OrderDraft = Readonly<Record<string, OrderLine>>;

/** The edited or planned quantity; at least the smallest order, since a chosen line is to be ordered. */
export const quantityOf = ({ quantity, pack = 1, min_order = 1 }: PlanRow, line: OrderLine | undefined): number =>
  line?.quantity ?? (line?.chosen && quantity === 0 ? cartonsOf(min_order, pack) * pack : quantity);

// What has been done with a line is compared, and nothing else: it needs no guard.
const isLine = isShape<Pick<OrderLine, "chosen" | "quantity">>({ chosen: isFlag, quantity: isOptional(isNumber) });
const isOrder = (value: unknown): value is OrderDraft => isRecord(value) && Object.values(value).every(isLine);

export const draft = storedValue<OrderDraft>(() => `draft ${session().user?._id} order`, isOrder, {});

export const useOrder = draft.use;

export const useOrderLine = (product: string): OrderLine | undefined =>
  useSyncExternalStore(draft.subscribe, () => draft.get()[product]);

/** Editing a quantity chooses its line. */
export const setQuantities = (lines: readonly ProductQuantity[]): void => {
  const edited = lines.map(({ product, quantity }) => [product, { chosen: true, quantity }]);
  draft.set({ ...draft.get(), ...Object.fromEntries(edited) });
};

export const setQuantity = (product: string, quantity: number): void => setQuantities([{ product, quantity }]);

/** A line that is taken off the order was exported for another one. */
export const chooseLines = (products: readonly string[], chosen: boolean): void => {
  const order = draft.get();
  const lineOf = (product: string) => ({ ...order[product], chosen, ...(!chosen && { exported: undefined }) });
  draft.set({ ...order, ...Object.fromEntries(products.map((product) => [product, lineOf(product)])) });
};

/** The press is painted before the hundreds of lines that it changes. */
export const chooseAll = async (products: readonly string[]): Promise<void> => {
  await painted();
  chooseLines(products, true);
};
