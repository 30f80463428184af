// Reverses a movement by another one: units go back, a sale leaves its day, a receipt's units are outstanding again.
//
// A batch is reversed chunk by chunk, in order, and each chunk of the reversal reverses one chunk of the batch under
// the condition that nobody has reversed it. Of several reversals at once, the one that reverses the first chunk goes
// on; the others have posted nothing and answer 409. A request that crashed, or was refused half way because stock was
// too low, leaves the rest to its retry or to a new reversal, which begins with the first chunk that is left. If these
// two run at once, the one that finds its next chunk reversed by the other stops with 409. So the one that reverses the
// last chunk has reversed all from its own first chunk on, and it alone answers 201.
import { firstOpenDay } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { factsOf } from "#shared/kinds.ts";
import { maxActions, tooManyCounted } from "#shared/limits.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { inverse, linesLeft } from "#shared/posting-effect.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import {
  alreadyReversed,
  goesWithSale,
  mayReverse,
  moreWasPosted,
  notYourMovement,
  partlyReversed,
  reversedElsewhere,
  takeBacksFirst,
} from "#shared/reversal.ts";
import { saleDay } from "#shared/sale-day.ts";
import { countedPlaceFinder, type FindCounted } from "../counts/counted-after.ts";
import { movements, type StockRow, stocks, type UserRow, warehouses } from "../db/tables.ts";
import { undoReceipt } from "../returns/store.ts";
import { recordBackDated } from "./back-dated.ts";
import { type Batch, findBatch, postBatch } from "./batch.ts";
import { idFromKey } from "./idempotency.ts";
import { type CountedAnswer, countedFrom, type Kept, keepCounted } from "./keep-counted.ts";
import { checkSetLast, netBefore } from "./net-before.ts";
import { chunkId, type Draft, type PostingRequest, post, withCompanions } from "./post.ts";
import { changeReceived, readReceived } from "./shipment.ts";
import { checkStockRows } from "./stock-updates.ts";

export interface ReturnRequest extends PostingRequest, CountedAnswer {
  user: UserRow;
  today: string;
  /** Id of the movement or of the whole batch to reverse or correct. */
  id: string;
  remarks?: string;
}

/** Reverses a movement, or the chunks of a batch that are not reversed yet. */
export const reverse = async (request: ReturnRequest): Promise<Movement[]> =>
  withCompanions(await postReversal(request));

const postReversal = async (request: ReturnRequest): Promise<Movement[]> => {
  const originals = await findBatch(request.id);
  const [first] = originals;
  if (!first) throw new Failure("RESOURCE_NOT_FOUND");
  const find = countedPlaceFinder(countedFrom(first), request.now);
  if (first.chunks === undefined) return [await post(request, () => draftOfOne(request, first, find))];
  let firstLeft = 0;
  const batch: Batch = {
    validate: async () => {
      const { left } = await validate(request, originals, find);
      firstLeft = left[0].chunk ?? 0;
      return left.length;
    },
    draftChunk: async (index, _, before) => {
      const [begun] = before;
      const number = index + (begun ? chunkNumber(begun.reverses) : firstLeft);
      try {
        // A chunk that was posted after `originals` was read is found by its id.
        const original = originals[number] ?? (await movements.get(chunkId(request.id, number)));
        const draft = await draftOfChunk(request, original, before, find);
        return number === 0 ? await endBatch(draft, request.id, originals) : draft;
      } catch (error) {
        throw begun?.reverses ? asPartlyReversed(error) : error;
      }
    },
  };
  return postBatch(request, batch);
};

/**
 * A batch that is still being posted, or was left half way, ends with the reversal of its first chunk: no chunk is posted
 * after that, and the reversal knows of all before it.
 */
const endBatch = async (draft: Draft, id: string, known: readonly Movement[]): Promise<Draft> => {
  if (known.length >= (known[0]?.chunks ?? 1)) return draft;
  const next = chunkId(id, known.length);
  if (await movements.find(next)) throw new Failure("CONFLICT", { message: moreWasPosted });
  return { ...draft, extraActions: [...(draft.extraActions ?? []), movements.absent(next)] };
};

const draftOfOne = async (request: ReturnRequest, original: Movement, find: FindCounted): Promise<Draft> => {
  const { left, rows, kept } = await validate(request, [original], find);
  return draftReversal(request, left[0], rows, kept[0]);
};

/** A reversal is mostly of goods that move back. */
const keepAll = (request: CountedAnswer, chunks: readonly Movement[], ...by: [Map<string, StockRow>, FindCounted]) => {
  const changes = chunks.map((one) => [one, inverse(linesLeft(one))] as const);
  return keepCounted(request, "moved_now", changes, ...by);
};

const draftOfChunk = async (
  request: ReturnRequest,
  original: Movement,
  before: readonly Movement[],
  find: FindCounted,
): Promise<Draft> => {
  const { current, rows, places } = await readCurrent([original]);
  const [now = original] = current;
  if (now.reversed_by)
    throw new Failure("CONFLICT", { message: before.length > 0 ? reversedElsewhere : alreadyReversed });
  await checkNotTakenBack(current);
  await checkSetLast(current, rows, places);
  // Once it has begun, nothing more is asked: its answer is that of the whole batch.
  const { seen: _, ...answered } = request;
  const [kept = { net: [] }] = await keepAll(before.length > 0 ? answered : request, [now], rows, find);
  checkStockRows(kept.net, rows);
  return draftReversal(request, now, rows, kept, before);
};

/** The number of the chunk with this id. */
const chunkNumber = (id = ""): number => Number(id.split(".")[1]);

/** Adds to the error that earlier chunks were reversed; a new reversal continues with the rest. */
const asPartlyReversed = (error: unknown): unknown =>
  error instanceof Failure
    ? new Failure(error.code, { message: partlyReversed }, ...error.details).withCause(error.cause)
    : error;

/**
 * The movements as they are now, and the stock of their products. The stock is read first: if nobody has reversed them
 * afterwards, nobody had when it was read.
 */
const readCurrent = async (originals: readonly Movement[]) => {
  const rows = await stocks.findAll(productsOf(originals));
  const set = originals.flatMap(({ replaced = {} }) => Object.keys(replaced).flatMap((one) => one.split("#")[1] ?? ""));
  const [found, places] = await Promise.all([
    movements.findAll(originals.map(({ _id }) => _id)),
    warehouses.findAll(set),
  ]);
  return { current: originals.map((original) => found.get(original._id) ?? original), rows, places };
};

const productsOf = (originals: readonly Movement[]): string[] =>
  originals.flatMap(({ lines, replaced = {} }) => [
    ...lines.map(([product]) => product),
    ...Object.keys(replaced).flatMap((place) => place.split("#")[0] ?? ""),
  ]);

/** The movement, or the first of its batch; 404 if there is none, 403 if the user may neither reverse nor correct it. */
export const checkMayReturn = (user: UserRow, today: string, [first]: readonly Movement[]): Movement => {
  if (!first) throw new Failure("RESOURCE_NOT_FOUND");
  if (!mayReverse(user, first.user._id, first.day, today)) throw new Failure("FORBIDDEN", { message: notYourMovement });
  return first;
};

/** Throws if the reversal is not allowed, before anything is written; returns the movements left to reverse, and their stock. */
const validate = async (request: ReturnRequest, originals: readonly Movement[], find: FindCounted) => {
  const first = checkMayReturn(request.user, request.today, originals);
  const { reversible } = factsOf(first.kind);
  if (typeof reversible === "string") throw new Failure("CONFLICT", { message: reversible });
  if (first.sale_only) throw new Failure("CONFLICT", { message: goesWithSale });
  const { current, rows, places } = await readCurrent(originals);
  await checkNotTakenBack(current);
  const [next, ...rest] = current.filter(({ reversed_by }) => !reversed_by);
  if (!next) throw new Failure("CONFLICT", { message: alreadyReversed });
  const left = [next, ...rest] as const;
  await checkSetLast(left, rows, places);
  const kept = await keepAll(request, left, rows, find);
  // Beside stock and what set it, a chunk changes up to five items.
  const isTooMuch = ({ net, takenBack }: Kept) =>
    takenBack && new Set(net.map(([product]) => product)).size + takenBack.of.length + 5 > maxActions;
  if (kept.some(isTooMuch)) throw new Failure("UNPROCESSABLE_CONTENT", { field: "counted", message: tooManyCounted });
  checkStockRows(
    kept.flatMap(({ net }) => net),
    rows,
  );
  return { left, rows, kept };
};

/**
 * 409 unless the corrections that took back units of these movements, or of entries later than a count, were reversed. What
 * was taken back of an addition as it was posted goes back with it.
 */
export const checkNotTakenBack = async (current: readonly Movement[]): Promise<void> => {
  const idsOf = ({ taken_back = {} }: Movement) => Object.values(taken_back);
  const corrections = await movements.findAll(current.flatMap(idsOf));
  const isDue = (back: Movement | undefined, { counted_from }: Movement) =>
    back && !back.reversed_by && !(counted_from && back.takes_back);
  if (current.some((one) => idsOf(one).some((id) => isDue(corrections.get(id), one))))
    throw new Failure("CONFLICT", { message: takeBacksFirst });
};

const draftReversal = async (
  request: ReturnRequest,
  original: Movement,
  rows: ReadonlyMap<string, StockRow>,
  { net: _, ...kept }: Kept = { net: [] },
  before: readonly Movement[] = [],
): Promise<Draft> => {
  const { day, as_of, closed, corrections, replaced, of_return } = original;
  // The reversal of an adjustment of a closed day adjusts that day, too.
  const isBackDated = as_of !== undefined && as_of < day;
  const undone = of_return ? await undoReceipt(request, of_return, original._id) : [];
  const { extraActions = [], ...draft } = await draftReturn(request, original, rows, {
    returned: inverse(linesLeft(original)),
    ...(closed && { reopened: closed }),
    ...(!corrections && { recorded: original._id }),
  });
  return {
    ...draft,
    ...kept,
    ...(replaced && { netUntil: await netBefore(original, rows) }),
    ...(isBackDated && { as_of }),
    extraActions: [
      ...extraActions,
      ...undone.map(({ action }) => action),
      ...(isBackDated ? recordBackDated(request, as_of, before) : []),
    ],
  };
};

interface Return {
  /** The lines that are posted against the movement. */
  returned: Line[];
  /** Lines that are posted beside it at the same time. */
  added?: Line[];
  /** Units that the receipt had closed short, and no longer does. */
  reopened?: Movement["closed"];
  /** What the day of a sale records as returned: by default this correction or reversal. */
  recorded?: string;
}

/** Units of a movement go back: a sale leaves its day, and what a container brought is outstanding again. */
export const draftReturn = async (
  { user, key, remarks, today, now }: ReturnRequest,
  original: Movement,
  rows: ReadonlyMap<string, StockRow>,
  { returned, added = [], reopened, recorded = idFromKey(user._id, key) }: Return,
): Promise<Draft> => {
  const { channel, shipment, container } = original;
  const day = saleDay(original);
  const sale = `${day}#${channel}`;
  // Stock rows keep all sales of recent days; of a day before they may have some, until they are pruned.
  const isRecent = day >= firstRecentDay(firstOpenDay(now));
  const withSale = [...rows].flatMap(([product, { sold }]) => (isRecent && sold[sale] !== undefined ? product : []));
  const changes = [
    { day: original.day, lines: returned },
    { day: today, lines: added },
  ];
  return {
    kind: "reversal",
    remarks,
    lines: returned,
    stockRows: rows,
    original,
    ...(shipment && { shipment, container }),
    ...(channel && { reversedSale: { sale, products: new Set(withSale) } }),
    ...(channel && { undone: { day, id: recorded, set: "undone" as const } }),
    extraActions: shipment ? [changeReceived(await readReceived(shipment), changes, reopened)] : [],
  };
};
