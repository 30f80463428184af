// Posting stock in or out of one product: by one of two routes, once, its outcome unknown until an answer arrives.
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

export const saying = ["Processing", "Stock updated successfully"] as const;

const rowsOf = (data: readonly (Transaction | object)[]): Transaction[] =>
  data.flatMap((row) => ("action" in row ? [row] : []));

export function usePostStock() {
  const merge = useApplyMovement();
  const offer = useOfferUndo();
  const common = { messages: saying, reload: affectedQueries.stock };
  const into = useMutation("POST /v1/transactions/in", { ...common, once: names.in, merge: ({ data }) => merge(data) });
  const out = useMutation("POST /v1/transactions/out", {
    ...common,
    once: names.out,
    merge: ({ data }) => merge(rowsOf(data)),
  });

  const post = async (change: Change): Promise<Result<unknown>> => {
    const result = await (isOut(change) ? out.run({ body: change }) : into.run({ body: change }));
    if (result.ok) offer({ movement: result.answer.movement, text: describeMovement(rowsOf(result.answer.data)) });
    return result;
  };
  const giveUp = () => {
    into.giveUp();
    out.giveUp();
  };
  const unsure = (into.unsure ?? out.unsure)?.body as Change | undefined;
  return { post, busy: into.busy || out.busy, waiting: into.waiting ?? out.waiting, unsure, giveUp };
}

export type Posting = ReturnType<typeof usePostStock>;
