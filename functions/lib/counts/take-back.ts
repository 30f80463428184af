// Posts an adjustment that takes back units which a late entry and a count both took, or both added: one product, once for
// each entry, and again once it was reversed.
import type { TakeBackForm } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { countReversed, takenBackAlready } from "#shared/reversal.ts";
import { counts, movements, stocks, type UserRow } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { markIfUnreversed, post } from "../ledger/post.ts";
import { checkStock } from "../ledger/stock-updates.ts";
import { lateUnits, settledProducts } from "./late.ts";
import { readAdjustments, readCounted } from "./review.ts";

export const takeBack = async (
  { user, now }: { user: UserRow; now: Date },
  id: string,
  { movement, product }: TakeBackForm,
): Promise<Movement> => {
  const row = await counts.get(id);
  const { counted } = await readCounted(row);
  const key = await keyOf(user, `take-back#${id}#${product}#${movement}`);
  const takeBackId = idFromKey(user._id, key);
  return post({ user, now, key }, async () => {
    const [entry, adjustments] = await Promise.all([movements.get(movement), readAdjustments(row)]);
    // Nothing is left of it to be late.
    if (entry.reversed_by) throw new Failure("CONFLICT", { message: "The entry was reversed" });
    const settled = settledProducts(counted, adjustments);
    const late = lateUnits(entry, row.warehouse, settled).find((one) => one.product === product);
    if (row.state !== "applied" || !late) throw new Failure("RESOURCE_NOT_FOUND");
    const [first] = adjustments;
    if (first?.reversed_by) throw new Failure("CONFLICT", { message: countReversed });
    const place = placeOf(product, row.warehouse);
    const last = entry.taken_back?.[place];
    if (last && !(await movements.find(last))?.reversed_by)
      throw new Failure("CONFLICT", { message: takenBackAlready });
    const lines: Movement["lines"] = [[product, row.warehouse, -late.delta]];
    await checkStock(lines);
    return {
      kind: "adjustment" as const,
      remarks: `Count ${row.number}, posted later`,
      lines,
      stockRows: await stocks.findAll([product]),
      extraActions: [
        markTakenBack(entry, place, takeBackId),
        // The adjustments of the count cannot be reversed before this one is; a reversal begins with the first chunk.
        ...(first ? [markTakenBack(first, `${movement}#${place}`, takeBackId)] : []),
      ],
    };
  });
};

/**
 * Names count, product and entry, so that a second press gets the answer to the first; and if the user's last one was reversed,
 * that one, so that the next is another.
 */
const keyOf = async (user: UserRow, name: string, key = name): Promise<string> => {
  const done = await movements.find(idFromKey(user._id, key));
  return done?.reversed_by ? keyOf(user, name, `${name}#${done._id}`) : key;
};

const markTakenBack = (original: Movement, what: string, takeBackId: string) =>
  markIfUnreversed(original, { taken_back: { ...original.taken_back, [what]: takeBackId } });
