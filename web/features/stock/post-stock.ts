// Posts stock in or out of one product.
import type { StockIn, StockOut, Transaction } from "#shared/movement.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplyMovement } from "../../domain/apply-movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useUsualQuantities } from "../../domain/use-usual-quantities.ts";
import type { Handover } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";

export type Change = StockIn | StockOut;

const isOut = (change: Change): change is StockOut => change.action === "STOCK_OUT";

export const messages = ["Processing", "Stock updated successfully"] as const;

const rowsOf = (data: readonly (Transaction | object)[]): Transaction[] =>
  data.flatMap((row) => ("action" in row ? [row] : []));

export function usePostStock() {
  const applyMovement = useApplyMovement();
  const offerUndo = useOfferUndo();
  const options = {
    messages,
    reload: affectedQueries.stock,
    merge: ({ data }: { data: readonly (Transaction | object)[] }) => applyMovement(rowsOf(data)),
    answered: ({ movement, data }: { movement: string; data: readonly (Transaction | object)[] }) =>
      offerUndo({ movement, text: describeMovement(rowsOf(data)) }),
    kept: (key: string) => offerUndo({ entry: key }),
  };
  const stockIn = usePosting("POST /v1/transactions/in", options);
  const stockOut = usePosting("POST /v1/transactions/out", options);

  const isUsual = useUsualQuantities();
  const post = async (change: Change, _: unknown, handover: Handover) => {
    // Units that arrive may be as many again as there are; of those that leave half are many.
    if (!(await isUsual([change], isOut(change) ? 0.5 : 1))) return undefined;
    return isOut(change) ? stockOut.run({ body: change }, { handover }) : stockIn.run({ body: change }, { handover });
  };
  return { post, busy: stockIn.busy || stockOut.busy };
}

export type StockPosting = ReturnType<typeof usePostStock>;
