// Reverses a movement by another one: units go back, a sale leaves its day, a receipt's units are outstanding again.
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { alreadyReversed, mayReverse, notYourMovement, partlyReversed, reversalIsFinal } from "#shared/reversal.ts";
import { movements, type StockRow, stocks, type UserRow } from "../db/tables.ts";
import { recordBackDated, recordReversedSale } from "./back-dated.ts";
import { type Batch, findBatch, postBatch } from "./batch.ts";
import { chunkId, type Draft, type PostingRequest, post } from "./post.ts";
import { revertReceipt } from "./shipment.ts";
import { checkStockRows } from "./stock-updates.ts";

interface ReversalRequest extends PostingRequest {
  user: UserRow;
  today: string;
  /** Id of the movement or of the whole batch to reverse. */
  id: string;
  remarks?: string;
}

/** Reverses a movement, or the chunks of a batch that were not reversed yet. */
export const reverse = async (request: ReversalRequest): Promise<Movement[]> => {
  const originals = await findBatch(request.id);
  const [first] = originals;
  if (first && first.chunks === undefined) return [await post(request, () => validatedDraft(request, originals))];
  const batch: Batch = {
    validate: async () => {
      await validate(request, await readAgain(originals));
      return originals.length;
    },
    draftChunk: async (index, isRetry, before) => {
      // A chunk that was posted after `originals` was read is found by its id.
      const original = await movements.find(originals[index]?._id ?? chunkId(request.id, index));
      const rows = await stocks.findAll(original ? productsOf([original]) : []);
      try {
        if (isRetry && original && !original.reversed_by) checkStockRows(inverseLines(original), rows);
        return await draftReversal(request, original, rows, before);
      } catch (error) {
        throw before.some(({ reverses }) => reverses) ? asPartlyReversed(error) : error;
      }
    },
  };
  return postBatch(request, batch);
};

/** Adds to the error that earlier chunks were reversed; a new reversal continues with the rest. */
const asPartlyReversed = (error: unknown): unknown =>
  error instanceof Failure
    ? new Failure(error.code, { message: partlyReversed }, ...error.details).withCause(error.cause)
    : error;

/** The current movements: another user may have reversed some since they were read. */
const readAgain = async (originals: Movement[]): Promise<Movement[]> => {
  const rows = await movements.findAll(originals.map(({ _id }) => _id));
  return originals.map((original) => rows.get(original._id) ?? original);
};

const productsOf = (originals: readonly Movement[]): string[] =>
  originals.flatMap(({ lines }) => lines.map(([product]) => product));

const inverseLines = ({ lines }: Movement): Line[] =>
  lines.map(([product, warehouse, delta]) => [product, warehouse, -delta]);

/** Throws whatever prevents the reversal, before anything is written; returns the stock rows that it read. */
const validate = async ({ user, today }: ReversalRequest, originals: Movement[]): Promise<Map<string, StockRow>> => {
  const left = originals.filter(({ reversed_by }) => !reversed_by);
  const [first] = originals;
  if (!first) throw new Failure("RESOURCE_NOT_FOUND");
  if (!mayReverse(user, first.user._id, first.day, today)) throw new Failure("FORBIDDEN", { message: notYourMovement });
  if (first.kind === "reversal") throw new Failure("CONFLICT", { message: reversalIsFinal });
  if (left.length === 0) throw new Failure("CONFLICT", { message: alreadyReversed });
  const rows = await stocks.findAll(productsOf(left));
  checkStockRows(left.flatMap(inverseLines), rows);
  return rows;
};

const validatedDraft = async (request: ReversalRequest, originals: Movement[]): Promise<Draft> => {
  const current = await readAgain(originals);
  const rows = await validate(request, current);
  return draftReversal(request, current[0], rows);
};

/** The reversal of one movement; without lines if another user has reversed it meanwhile. */
const draftReversal = async (
  request: ReversalRequest,
  original: Movement | undefined,
  rows: ReadonlyMap<string, StockRow>,
  before: readonly Movement[] = [],
): Promise<Draft> => {
  const common = { kind: "reversal" as const, reason: "Correction", remarks: request.remarks };
  if (!original || original.reversed_by) return { ...common, lines: [] };
  const { channel, day, shipment, as_of } = original;
  // The reversal of an adjustment of a closed day adjusts that day, too.
  const isBackDated = as_of !== undefined && as_of < day;
  const sale = `${day}#${channel}`;
  // Stock rows keep sales of recent days only.
  const withSale = [...rows].filter(([, { sold }]) => sold[sale] !== undefined).map(([product]) => product);
  return {
    ...common,
    lines: inverseLines(original),
    stockRows: rows,
    reverses: original._id,
    ...(isBackDated && { as_of }),
    ...(channel && { reversedSale: { sale, products: new Set(withSale) } }),
    extraActions: [
      ...(channel ? [recordReversedSale(original)] : []),
      ...(shipment ? [await revertReceipt(shipment, original)] : []),
      ...(isBackDated ? recordBackDated(request, as_of, before) : []),
    ],
  };
};
