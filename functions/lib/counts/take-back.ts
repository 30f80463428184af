// Takes back units that a late entry and a count both took from stock, or both added: a correction of one product, once for
// each entry.
import type { TakeBackForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { countReversed, takenBackAlready } from "#shared/reversal.ts";
import { counts, movements, stocks, type UserRow } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { markIfUnreversed, post } from "../ledger/post.ts";
import { checkStock } from "../ledger/stock-updates.ts";
import { lateUnits, settledProducts } from "./late.ts";
import { readCorrections, readCounted } from "./review.ts";

export const takeBack = async (
  { user, now }: { user: UserRow; now: Date },
  id: string,
  { movement, product }: TakeBackForm,
): Promise<Movement> => {
  const row = await counts.get(id);
  const { counted } = await readCounted(row);
  // Names count, pair and entry, so that a second press gets the answer to the first.
  const key = `take-back#${id}#${product}#${movement}`;
  const by = idFromKey(user._id, key);
  return post({ user, now, key }, async () => {
    const [entry, corrections] = await Promise.all([movements.get(movement), readCorrections(row)]);
    // Nothing is left of it to be late.
    if (entry.reversed_by) throw new Failure("CONFLICT", { message: "The entry was reversed" });
    const settled = settledProducts(counted, corrections);
    const late = lateUnits(entry, row.warehouse, settled).find((one) => one.product === product);
    if (row.state !== "applied" || !late) throw new Failure("RESOURCE_NOT_FOUND");
    const [first] = corrections;
    if (first?.reversed_by) throw new Failure("CONFLICT", { message: countReversed });
    const place = placeOf(product, row.warehouse);
    if (entry.taken_back?.[place]) throw new Failure("CONFLICT", { message: takenBackAlready });
    const lines: Movement["lines"] = [[product, row.warehouse, -late.delta]];
    await checkStock(lines);
    return {
      kind: "adjustment" as const,
      reason: "Correction",
      remarks: `Count ${row.number}, posted later`,
      lines,
      stockRows: await stocks.findAll([product]),
      extraActions: [
        markTakenBack(entry, place, by),
        // The corrections of the count cannot be reversed before this one is; a reversal begins with the first chunk.
        ...(first ? [markTakenBack(first, `${movement}#${place}`, by)] : []),
      ],
    };
  });
};

const markTakenBack = (original: Movement, what: string, by: string) =>
  markIfUnreversed(original, { taken_back: { ...original.taken_back, [what]: by } });
