// Corrects lines of a movement: less goes back on the movement's own day, the same units may come from another warehouse, and
// what is more in all is added today. All of it is one transaction of two movements at most.
import { sumByProduct } from "#shared/allocation.ts";
import { type CorrectForm, correctionOf, type MovementLines, statedLines, usualCause } from "#shared/correction.ts";
import { Failure } from "#shared/failure.ts";
import { numberText } from "#shared/format.ts";
import { factsOf } from "#shared/kinds.ts";
import { maxCorrectedLines, maxCountedProducts, tooManyCounted } from "#shared/limits.ts";
import { batchId, type Line, type Movement } from "#shared/movement.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { checkReceipt } from "#shared/receipt.ts";
import {
  alreadyReversed,
  correctedInParts,
  correctedMeanwhile,
  notCorrectable,
  nothingCorrected,
} from "#shared/reversal.ts";
import { isTold, saleDay, soldOn, toldAt } from "#shared/sale-day.ts";
import { assertExists, readLineTagRows, readTags } from "../catalogue/tags.ts";
import { countedPlaceFinder } from "../counts/counted-after.ts";
import { stocks, type UserRow, warehouses } from "../db/tables.ts";
import { findBatch } from "./batch.ts";
import { countedFrom, type Kept, keepCounted } from "./keep-counted.ts";
import { type Draft, post, withCompanions } from "./post.ts";
import { checkMayReturn, checkNotTakenBack, draftReturn, type ReturnRequest } from "./reverse.ts";
import { readReceived } from "./shipment.ts";
import { checkStockRows } from "./stock-updates.ts";

interface CorrectionRequest extends ReturnRequest {
  form: CorrectForm;
}

/** Posts the correction, what it adds, and what it takes back. */
export const correct = async (request: CorrectionRequest): Promise<Movement[]> =>
  withCompanions([await post(request, () => draftCorrection(request))]);

const draftCorrection = async (request: CorrectionRequest): Promise<Draft> => {
  const { user, today, id, now: at, form, remarks } = request;
  const named = sumByProduct(form.list);
  // As for a reversal, the stock is read before the movement.
  const rows = await stocks.findAll(named.keys());
  const originals = await findBatch(id);
  checkCorrectable(user, today, originals);
  const original = chunkWith(originals, named);
  if (original.reversed_by) throw new Failure("CONFLICT", { message: alreadyReversed });
  if (correctionsOf(originals) !== form.corrections) throw new Failure("CONFLICT", { message: correctedMeanwhile });
  await checkNotTakenBack([original]);
  const before = linesLeft(original);
  const stated = statedLines(original, form.list);
  const { returned, added, now } = correctionOf(before, [
    ...before.filter(([product]) => !named.has(product)),
    ...stated,
  ]);
  if (returned.length + added.length === 0)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: nothingCorrected });
  if (Math.max(original.lines.length, now.length) > maxCorrectedLines)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: tooManyLines() });
  await checkPlaces(original, before, stated, added);
  if (original.shipment) await checkReceived(original.shipment, added, form, remarks);
  const find = countedPlaceFinder(countedFrom(original), at);
  const moved = [...returned, ...added];
  const usual = usualCause(original.kind);
  const [{ net, ...kept } = { net: moved }]: Kept[] = await keepCounted(
    request,
    usual,
    [[original, moved]],
    rows,
    find,
  );
  if (new Set(kept.takenBack?.lines.map(([product]) => product)).size > maxCountedProducts)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "counted", message: tooManyCounted });
  checkStockRows(net, rows);
  const { kind, reason, channel, shipment, container, closed, chunks = 1 } = original;
  const sold = isTold(kind) ? { ...soldOn(saleDay(original), today), told_at: toldAt(original) } : {};
  const addition = { kind, reason, channel, ...sold, shipment, container, remarks, lines: added };
  return {
    ...(await draftReturn(request, original, rows, { returned, added })),
    ...kept,
    correction: {
      now,
      // What a receipt closed short, and the other chunks of a batch, are left to a reversal.
      isWhole: now.length === 0 && !closed && chunks === 1,
      addition: added.length > 0 ? addition : undefined,
    },
  };
};

const checkCorrectable = (user: UserRow, today: string, originals: readonly Movement[]): Movement => {
  const first = checkMayReturn(user, today, originals);
  if (!factsOf(first.kind).correctable) throw new Failure("CONFLICT", { message: notCorrectable });
  return first;
};

const correctionsOf = (originals: readonly Movement[]): number =>
  originals.reduce((sum, { corrections = 0 }) => sum + corrections, 0);

/** The chunk with these products; a product that no chunk has is added to the first. 422 if they are in several. */
const chunkWith = (originals: readonly Movement[], products: ReadonlyMap<string, unknown>): Movement => {
  const [found, ...more] = originals.filter((chunk) => linesOf(chunk).some(([product]) => products.has(product)));
  const chunk = found ?? originals[0];
  if (!chunk || more.length > 0)
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", message: correctedInParts });
  return chunk;
};

/** Also those that corrections have returned: a product may be entered again. */
const linesOf = ({ lines, now = [] }: Movement): Line[] => [...lines, ...now];

const tooManyLines = () => `Movements of more than ${numberText(maxCorrectedLines)} lines cannot be corrected`;

/**
 * 404 names every warehouse that would have more of a line than before, and every product that is added, if it is deleted; 422 a
 * marketplace's shelf that others would sell from.
 */
const checkPlaces = async (
  { kind, channel }: Movement,
  before: readonly Line[],
  stated: readonly Line[],
  added: readonly Line[],
): Promise<void> => {
  const isCovered = ([product, warehouse, delta]: Line) =>
    before.some(([p, w, d]) => p === product && w === warehouse && (delta > 0 ? d >= delta : d <= delta));
  const more = stated.filter((line) => !isCovered(line));
  const rows = await readLineTagRows(more);
  assertExists("warehouse", [...new Set(more.map(([, warehouse]) => warehouse))], rows.warehouse, "list");
  assertExists("product", [...new Set(added.map(([product]) => product))], rows.product, "list");
  const shelves = await warehouses.findAll(channel ? more.map(([, warehouse]) => warehouse) : []);
  for (const [product, _id] of more) {
    const { name, sells_for } = shelves.get(_id) ?? {};
    if (!sells_for || (isTold(kind) && sells_for === channel)) continue;
    throw new Failure("UNPROCESSABLE_CONTENT", { field: "list", product, _id, message: `Nobody picks from ${name}` });
  }
};

/** The rule of receiving more than was announced. */
const checkReceived = async (
  shipment: string,
  added: readonly Line[],
  { over }: CorrectForm,
  remarks: string | undefined,
): Promise<void> => {
  const { items } = await readReceived(shipment);
  const list = added.map(([product, , quantity]) => ({ product, quantity }));
  checkReceipt(items, { warehouse: "", list, over, remarks });
};

/** What is left of a movement, line by line, to be corrected. */
export const readLines = async (user: UserRow, today: string, id: string): Promise<MovementLines> => {
  const originals = await findBatch(id);
  const first = checkCorrectable(user, today, originals);
  const lines = originals.flatMap(linesLeft);
  const tags = await readTags([{ ...first, lines }]);
  const into = new Map(lines.filter(([, , delta]) => delta > 0).map(([product, warehouse]) => [product, warehouse]));
  const isTransfer = factsOf(first.kind).moves === "both";
  return {
    _id: batchId(first._id),
    corrections: correctionsOf(originals),
    ...(first.orders && { orders: first.orders }),
    lines: lines
      .filter(([, , delta]) => !isTransfer || delta < 0)
      .map(([product, warehouse, delta]) => ({
        product: tags.product(product),
        warehouse: tags.warehouse(warehouse),
        ...(isTransfer && { to: tags.warehouse(into.get(product) ?? "") }),
        quantity: Math.abs(delta),
      })),
  };
};
