// What a correction or reversal leaves of stock that was counted after its entry was posted. If the entry was wrong, the count
// has found what really is there: what is returned or added is taken back in the same transaction.
import { dayText } from "#shared/day.ts";
import { Failure, firstDetails } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { type Line, type Movement, placeOf, type ReturnCause } from "#shared/movement.ts";
import { inverse, sumLines } from "#shared/posting-effect.ts";
import { isTold } from "#shared/sale-day.ts";
import type { CountedPlace, FindCounted } from "../counts/counted-after.ts";
import { type StockRow, warehouses } from "../db/tables.ts";
import { saleOnlyLines } from "./net-until.ts";
import type { Draft, PostingRequest } from "./post.ts";

export interface CountedAnswer extends Pick<PostingRequest, "made_at"> {
  counted?: ReturnCause;
  seen?: string[];
}

/** Of a movement: what takes units back, if any, and what then is moved in all. */
export interface Kept extends Pick<Draft, "takenBack" | "saleOnly" | "netUntil" | "onlyIfUnchanged"> {
  net: Line[];
}

/** What a count does not know of a movement if it is later: of an addition that was taken back, as for what it adds to. */
export const countedFrom = ({ counted_from, created_at }: Movement): string => counted_from ?? created_at;

/**
 * For the lines by which each of the movements changes. Asks once by a 422 if the person has not seen a count, unless the
 * request has waited and nobody is there to answer. Goods that moved while a device had no network were counted where they
 * lie since: only an earlier count does not know of them.
 */
export const keepCounted = async (
  { counted, seen, made_at }: CountedAnswer,
  usual: ReturnCause,
  changes: readonly (readonly [original: Movement, lines: readonly Line[]])[],
  rows: ReadonlyMap<string, StockRow>,
  find: FindCounted,
): Promise<Kept[]> => {
  const isWrong = (counted ?? usual) === "entered_wrongly";
  const isAsked = seen !== undefined && made_at === undefined;
  const moved_at = !isWrong && counted ? made_at : undefined;
  const places = changes.flatMap(([{ kind }, lines]) => (isTold(kind) ? lines.map(([, warehouse]) => warehouse) : []));
  const shelves = await warehouses.findAll(places);
  const parts = changes.map(([original, lines]) => {
    const from = countedFrom(original);
    const since = moved_at && moved_at > from ? moved_at : from;
    const all = sumLines(lines);
    if (!isTold(original.kind)) return { kept: { net: all }, since };
    // A shelf's own stock sheets are no counts to be asked about.
    const { only, netUntil } = saleOnlyLines(original, all, rows, shelves);
    return { kept: { net: all.filter((line) => !only.has(line)), saleOnly: inverse([...only]), netUntil }, since };
  });
  if (!isWrong && !isAsked && !moved_at) return parts.map(({ kept }) => kept);
  const [since = ""] = parts.map((part) => part.since).sort();
  const all = parts.flatMap(({ kept }) => kept.net);
  const last = new Map((await find(all, since, rows)).map((one) => [placeOf(one.product, one.warehouse), one]));
  const checked = parts.map(({ kept, since }) => {
    const countOf = ([product, warehouse]: Line) => {
      const one = last.get(placeOf(product, warehouse));
      return one && one.at > since ? [one] : [];
    };
    return { kept, since, found: kept.net.flatMap(countOf), isCounted: (line: Line) => countOf(line).length > 0 };
  });
  if (isAsked)
    askUnlessSeen(
      checked.flatMap(({ found }) => found),
      new Set(seen),
    );
  return checked.map(({ kept: before, since, found, isCounted }) => {
    // What is counted after it was read changes these holdings, and all is drafted again.
    const kept = { ...before, onlyIfUnchanged: true as const };
    if (found.length === 0 || (!isWrong && isAsked)) return kept;
    const lines = inverse(kept.net.filter(isCounted));
    const of = [...new Map(found.flatMap(({ set }) => (set ? [[set._id, set] as const] : []))).values()];
    const days = [...new Set(found.map(({ day }) => day))].sort();
    const remarks = `Counted since, on ${days.map(dayText).join(", ")}`;
    const takenBack = { lines, remarks, of, since };
    return { ...kept, net: kept.net.filter((line) => !isCounted(line)), takenBack };
  });
};

/** Names all places, and first one of each new time: the answer has seen all even if not all are named. */
const askUnlessSeen = (found: readonly CountedPlace[], seen: ReadonlySet<string>): void => {
  const unseen = new Map(found.flatMap((one) => (seen.has(one.at) ? [] : [[one.at, one] as const])));
  if (unseen.size === 0) return;
  const details = [...new Set([...unseen.values(), ...found])].map(({ product, warehouse, at, day, units }) => {
    const message = `Counted since, on ${dayText(day)}: ${numberText(units)}`;
    return { field: "counted", product, _id: warehouse, message, counted_on: day, counted_at: at };
  });
  throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(details));
};
