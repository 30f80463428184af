// The movements in a counted warehouse by product, with the times at which units of picklists were ticked off.
import { type PairMovement, relevantSince } from "#shared/count-certainty.ts";
import { dayOf } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { type CountRow, picked } from "../db/tables.ts";
import { readEntriesFrom } from "../ledger/entries.ts";

/** The movements of each product in the warehouse that matter to the count, or those since an instant. */
export const readPairMovements = async (
  { warehouse, created_at }: CountRow,
  since = relevantSince(created_at),
): Promise<Map<string, PairMovement[]>> => {
  const entries = await readEntriesFrom(since, dayOf(new Date()), fields);
  const own = entries.flatMap((entry) => {
    const lines = entry.lines.filter(([, id]) => id === warehouse);
    return lines.length > 0 ? [{ ...entry, lines }] : [];
  });
  const ticks = await picked.findAll(own.filter(isUnreversedPicklist).map(({ _id }) => _id));
  const found = new Map<string, PairMovement[]>();
  for (const { _id, kind, reason, adds_to, lines, made_at, created_at, ...state } of own) {
    const left = new Set(linesLeft({ lines, ...state }).map(([product, id]) => placeOf(product, id)));
    for (const [product, , delta] of lines) {
      const tick = ticks.get(_id)?.places[placeOf(product, warehouse)];
      const picked_at = tick?.off ? undefined : tick?.at;
      const movement = {
        kind,
        reason,
        delta,
        made_at: made_at ?? created_at,
        created_at,
        reversed: !left.has(placeOf(product, warehouse)),
        ...(adds_to && { adds_to }),
        ...(picked_at && { picked_at }),
      };
      const earlier = found.get(product);
      if (earlier) earlier.push(movement);
      else found.set(product, [movement]);
    }
  }
  return found;
};

const isUnreversedPicklist = ({ kind, reversed_by }: Movement): boolean =>
  factsOf(kind).picked === true && !reversed_by;

const fields = ["_id", "kind", "reason", "adds_to", "lines", "made_at", "created_at", "reversed_by", "now"];
