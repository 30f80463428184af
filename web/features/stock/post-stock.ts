// Posts the forms of one product.
import { useRef } from "react";
import type * as v from "valibot";
import { Failure } from "#shared/failure.ts";
import { kinds } from "#shared/kinds.ts";
import { StockIn, StockOut, type Transaction } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { shortageText, useWaitingUnits } from "../../domain/waiting-units.ts";
import { findById } from "../../lib/find-by-id.ts";
import type { Handover } from "../../lib/forms/use-form.ts";
import type { Attempted } from "../../lib/outbox/post.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useConfirmQuantity } from "./use-confirm-quantity.ts";

/** The forms of one product, by the action that each has. */
export const forms = {
  STOCK_IN: { kind: "in", schema: StockIn, route: "POST /v1/transactions/in" },
  STOCK_OUT: { kind: "out", schema: StockOut, route: "POST /v1/transactions/out" },
} as const;
export type FormAction = keyof typeof forms;
export const formActions = Object.keys(forms) as FormAction[];
export type StockChange = v.InferOutput<(typeof forms)[FormAction]["schema"]>;

export const kindOfForm = (action: FormAction = "STOCK_IN") => forms[action].kind;

export const messages = ["Processing", "Stock updated successfully"] as const;

const rowsOf = (data: readonly (Transaction | object)[]): Transaction[] =>
  data.flatMap((row) => ("action" in row ? [row] : []));

/** Why units cannot leave a warehouse. `own`: the key of the posting that asks, whose units do not count as waiting. */
export function useShortage(stock: readonly StockRecord[] | undefined, own: string | undefined) {
  const { leaving } = useWaitingUnits(own);
  return (product: string, warehouse: string, quantity: number): string | undefined => {
    const record = findById(stock ?? [], `${product}-${warehouse}`);
    return shortageText(stock && (record?.quantity ?? 0), leaving(product, warehouse), quantity);
  };
}

export function usePostStock(stock: readonly StockRecord[] | undefined) {
  const offerUndo = useOfferUndo();
  const options = {
    messages,
    answered: ({ movement, data }: { movement: string; data: readonly (Transaction | object)[] }, title: string) =>
      offerUndo({ movement, title, text: describeMovement(rowsOf(data)) }),
    kept: (entry: string, title: string) => offerUndo({ entry, title }),
  };
  // Shared by both directions, so that a submit after a change of direction keeps its key.
  const attempted = useRef<Attempted>(undefined);
  const stockIn = usePosting(forms.STOCK_IN.route, options, attempted);
  const stockOut = usePosting(forms.STOCK_OUT.route, options, attempted);

  const confirmQuantity = useConfirmQuantity();
  const shortageOf = useShortage(stock, stockOut.key);
  const post = async (change: StockChange, _: unknown, handover: Handover) => {
    const isOut = kinds[kindOfForm(change.action)].moves === "out";
    const message = isOut && shortageOf(change.product, change.warehouse, change.quantity);
    if (message)
      return { ok: false as const, failure: new Failure("UNPROCESSABLE_CONTENT", { field: "quantity", message }) };
    // Asks above the stock for incoming units, above half of it for outgoing ones; never up to 1,000.
    if (!(await confirmQuantity([change], isOut ? 0.5 : 1))) return undefined;
    if (change.action === "STOCK_OUT") return stockOut.run({ body: change }, { handover });
    return stockIn.run({ body: change as StockIn }, { handover });
  };
  return { post, busy: stockIn.busy || stockOut.busy, key: stockOut.key };
}

export type StockPosting = ReturnType<typeof usePostStock>;
