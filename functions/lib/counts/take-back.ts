// Takes back units that a late entry and the count before it both took from stock, or both added: a correction of one
// product, once for each entry.
import type { TakeBackForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { takenBackAlready } from "#shared/reversal.ts";
import { counts, movements, stocks, type UserRow } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { post } from "../ledger/post.ts";
import { checkStock } from "../ledger/stock-updates.ts";
import { lateUnits, markTakenBack } from "./late.ts";

export const takeBack = async (
  { user, now }: { user: UserRow; now: Date },
  id: string,
  { movement, product }: TakeBackForm,
): Promise<Movement> => {
  const row = await counts.get(id);
  // Names count, pair and entry, so that a second press gets the answer to the first.
  const key = `take-back#${id}#${product}#${movement}`;
  const by = idFromKey(user._id, key);
  return post({ user, now, key }, async () => {
    const entry = await movements.get(movement);
    const late = lateUnits(entry, id).find((one) => one.product === product);
    if (!late) throw new Failure("RESOURCE_NOT_FOUND");
    if (entry.reversed_by) throw new Failure("CONFLICT", { message: "The entry was reversed" });
    if (entry.taken_back?.[placeOf(product, late.warehouse)])
      throw new Failure("CONFLICT", { message: takenBackAlready });
    const lines: Movement["lines"] = [[product, late.warehouse, -late.delta]];
    await checkStock(lines);
    return {
      kind: "adjustment" as const,
      reason: "Correction",
      remarks: `Count ${row.number}, posted later`,
      lines,
      stockRows: await stocks.findAll([product]),
      extraActions: [markTakenBack(entry, product, late.warehouse, by)],
    };
  });
};
