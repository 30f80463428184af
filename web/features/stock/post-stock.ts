// Posts stock in or out of one product, once: its outcome is unknown until an answer arrives.
import type { StockIn, StockOut, Transaction } from "#shared/movement.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplyMovement } from "../../domain/apply-movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import type { Result } from "../../lib/api/client.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { names } from "./unanswered-stock.ts";

export type Change = StockIn | StockOut;

const isOut = (change: Change): change is StockOut => change.action === "STOCK_OUT";

export const messages = ["Processing", "Stock updated successfully"] as const;

const rowsOf = (data: readonly (Transaction | object)[]): Transaction[] =>
  data.flatMap((row) => ("action" in row ? [row] : []));

export function usePostStock() {
  const applyMovement = useApplyMovement();
  const offerUndo = useOfferUndo();
  const common = { messages, reload: affectedQueries.stock };
  const stockIn = useMutation("POST /v1/transactions/in", {
    ...common,
    once: names.in,
    merge: ({ data }) => applyMovement(data),
  });
  const stockOut = useMutation("POST /v1/transactions/out", {
    ...common,
    once: names.out,
    merge: ({ data }) => applyMovement(rowsOf(data)),
  });

  const post = async (change: Change): Promise<Result<unknown>> => {
    const result = await (isOut(change) ? stockOut.run({ body: change }) : stockIn.run({ body: change }));
    if (result.ok) offerUndo({ movement: result.answer.movement, text: describeMovement(rowsOf(result.answer.data)) });
    return result;
  };
  const giveUp = () => {
    stockIn.giveUp();
    stockOut.giveUp();
  };
  const unsure = (stockIn.unsure ?? stockOut.unsure)?.body as Change | undefined;
  return { post, busy: stockIn.busy || stockOut.busy, waiting: stockIn.waiting ?? stockOut.waiting, unsure, giveUp };
}

export type Posting = ReturnType<typeof usePostStock>;
