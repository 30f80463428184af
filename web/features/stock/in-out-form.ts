// The form of a stock update: its schema, and what its direction and its next round do to it.
import { useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { type Action, reasonsIn, reasonsOut, StockIn, StockOut } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import { signedQuantity } from "../../domain/describe-movement.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import type { Change, Posting } from "./post-stock.ts";

type Typed = v.InferInput<typeof StockIn> | v.InferInput<typeof StockOut>;

const schema = v.lazy(
  (form): v.GenericSchema<Typed, Change> => ((form as Typed).action === "STOCK_OUT" ? StockOut : StockIn),
);

export const reasons: Record<Action, readonly string[]> = { STOCK_IN: reasonsIn, STOCK_OUT: reasonsOut };

const blank = (product = "", warehouse = ""): Typed => ({
  action: "STOCK_IN",
  product,
  warehouse,
  quantity: 1,
  reason: reasonsIn[0],
  remarks: "",
});

/** `of` is the id of a product, or of a stock record: the product's and the warehouse's joined by a dash. */
export const useStockForm = (of: string) =>
  useForm({ schema, start: blank(...of.split("-")), draft: `update stock ${of}` });

type StockForm = ReturnType<typeof useStockForm>;

/** The form that asks for this. */
export const formOf = (asked: Partial<Change> = {}): Typed => ({ ...blank(), ...asked }) as Typed;

/** What a movement of so many units adds to the stock; undefined while it is no quantity. */
export const signed = (action: Action, quantity: number): number | undefined =>
  quantity > 0 ? signedQuantity({ action, quantity }) : undefined;

/** Units in that warehouse; undefined until both are chosen and the stock is known. */
export function useHeld(stock: readonly StockRecord[] | undefined, product: string, warehouse: string) {
  return useMemo(() => {
    if (!product || !warehouse || !stock) return undefined;
    return stock.find((record) => record.product._id === product && record.warehouse._id === warehouse)?.quantity ?? 0;
  }, [stock, product, warehouse]);
}

/** Turning the direction replaces a reason that the other one does not have, and says so. */
export function useDirection(form: StockForm) {
  const action = form.watch("action") ?? "STOCK_IN";
  const [note, setNote] = useState("");
  const turn = (to: Action) => {
    if (to === action) return;
    form.setValue("action", to as "STOCK_IN", { shouldDirty: true });
    form.clearErrors();
    const reason = form.getValues("reason") ?? "";
    if (reasons[to].includes(reason)) return setNote("");
    const [usual = ""] = reasons[to];
    form.setValue("reason", usual as (typeof reasonsIn)[0], { shouldDirty: true });
    setNote(`Changed to ${usual}: ${reason} is no reason for ${to === "STOCK_IN" ? "stock in" : "stock out"}.`);
  };
  return { action, turn, note, forget: () => setNote("") };
}

/** Submits and starts over, in the same direction and warehouse; a next round that has begun meanwhile goes on. */
export function useAgain(form: StockForm, posting: Posting) {
  const [chosen, setChosen] = useState(false);
  const begun = useRef(false);
  /** A product is chosen while the one before is on its way: of that is no more than its direction and place. */
  const begin = () => {
    if (!chosen) return;
    begun.current = true;
    form.setValue("quantity", 1, { shouldDirty: true });
  };
  const start = (_: unknown, posted: Change) => {
    const { action, warehouse, reason, quantity, remarks = "" } = form.getValues();
    if (begun.current || quantity !== posted.quantity) {
      if (remarks.trim() === (posted.remarks ?? "")) form.setValue("remarks", "");
      return;
    }
    form.restart(formOf({ action, warehouse, reason } as Partial<Change>));
    form.setFocus("product");
  };
  const submit = form.submit((change) => {
    begun.current = false;
    setChosen(true);
    return posting.post(change).finally(() => setChosen(false));
  }, start);
  return { submit, begin, busy: chosen && posting.busy };
}
