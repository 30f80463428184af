// Posts stock in or out of one product.
import { useRef } from "react";
import { Failure } from "#shared/failure.ts";
import type { StockIn, StockOut, Transaction } from "#shared/movement.ts";
import type { StockRecord } from "#shared/stock.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { shortageText, useWaitingUnits } from "../../domain/waiting-units.ts";
import { findById } from "../../lib/find-by-id.ts";
import type { Handover } from "../../lib/forms/use-form.ts";
import type { Attempted } from "../../lib/outbox/post.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useConfirmQuantity } from "./use-confirm-quantity.ts";

export type StockChange = StockIn | StockOut;

const isOut = (change: StockChange): change is StockOut => change.action === "STOCK_OUT";

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
  const stockIn = usePosting("POST /v1/transactions/in", options, attempted);
  const stockOut = usePosting("POST /v1/transactions/out", options, attempted);

  const confirmQuantity = useConfirmQuantity();
  const shortageOf = useShortage(stock, stockOut.key);
  const post = async (change: StockChange, _: unknown, handover: Handover) => {
    const message = isOut(change) && shortageOf(change.product, change.warehouse, change.quantity);
    if (message)
      return { ok: false as const, failure: new Failure("UNPROCESSABLE_CONTENT", { field: "quantity", message }) };
    // Asks above the stock for incoming units, above half of it for outgoing ones; never up to 1,000.
    if (!(await confirmQuantity([change], isOut(change) ? 0.5 : 1))) return undefined;
    return isOut(change) ? stockOut.run({ body: change }, { handover }) : stockIn.run({ body: change }, { handover });
  };
  return { post, busy: stockIn.busy || stockOut.busy, key: stockOut.key };
}

export type StockPosting = ReturnType<typeof usePostStock>;
