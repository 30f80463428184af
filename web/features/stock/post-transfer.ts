// Posting a transfer: once, its outcome unknown until an answer arrives, its refusals named line by line.
import { Failure } from "#shared/failure.ts";
import type { TransferForm } from "#shared/transfer.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplyMovement } from "../../domain/apply-movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import type { Result } from "../../lib/api/client.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { saying } from "./post-stock.ts";
import { names } from "./unanswered-stock.ts";

/** What is said of a product belongs to its line. */
const byLine = ({ code, details }: Failure): Failure =>
  new Failure(code, ...details.map((detail) => (detail.product ? { ...detail, field: "list" } : detail)));

export function usePostTransfer() {
  const merge = useApplyMovement();
  const offer = useOfferUndo();
  const { run, busy, waiting, unsure, giveUp } = useMutation("POST /v1/transactions/transfer", {
    messages: saying,
    reload: affectedQueries.stock,
    once: names.transfer,
    merge: ({ data }) => merge(data),
  });
  const post = async (body: TransferForm): Promise<Result<unknown>> => {
    const result = await run({ body });
    if (result.ok) {
      const { movement, data } = result.answer;
      offer({ movement, text: describeMovement(data), rows: data });
      return result;
    }
    return { ok: false, failure: result.failure instanceof Failure ? byLine(result.failure) : result.failure };
  };
  return { post, busy, waiting, unsure: unsure?.body as TransferForm | undefined, giveUp };
}
