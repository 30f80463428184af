// Undoing a movement by another one: units go back, sales leave their day, a container owes its goods again.
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { alreadyReversed, mayReverse, notYourMovement, partlyReversed, reversalIsFinal } from "#shared/reversal.ts";
import { undone } from "../days/daily-sales.ts";
import { movements, type StockRow, stocks, type UserRow } from "../db/tables.ts";
import { recordBackDated } from "./back-dated.ts";
import { type Batch, findBatch, postBatch } from "./batch.ts";
import { chunkId, type Draft, type PostingRequest, post } from "./post.ts";
import { revertReceipt } from "./shipment.ts";
import { checkStockRows } from "./stock-updates.ts";

interface Reversal extends PostingRequest {
  user: UserRow;
  today: string;
  /** Of the movement, or of the whole batch, to undo. */
  id: string;
  remarks?: string;
}

/** Reverses a movement or what is left of a batch, once. */
export const reverse = async (request: Reversal): Promise<Movement[]> => {
  const originals = await findBatch(request.id);
  const [first] = originals;
  if (first && first.chunks === undefined)
    return [await post(request, async () => validatedDraft(request, await reread(originals)))];
  const batch: Batch = {
    judge: async () => {
      await validate(request, await reread(originals));
      return originals.length;
    },
    chunk: async (index, again, before) => {
      // A chunk that was posted since the originals were read is found by its id.
      const original = await movements.find(originals[index]?._id ?? chunkId(request.id, index));
      const rows = await stocks.findAll(original ? productsOf([original]) : []);
      try {
        if (again && original && !original.reversed_by) checkStockRows(inverseLines(original), rows);
        return await draft(request, original, rows, before);
      } catch (error) {
        throw before.some(({ reverses }) => reverses) ? asPartlyReversed(error) : error;
      }
    },
  };
  return postBatch(request, batch);
};

/** A failure when chunks before were reversed: another reversal goes on with the rest. */
const asPartlyReversed = (error: unknown): unknown =>
  error instanceof Failure
    ? new Failure(error.code, { message: partlyReversed }, ...error.details).withCause(error.cause)
    : error;

/** Read again: somebody else may have reversed it. */
const reread = async (originals: Movement[]): Promise<Movement[]> => {
  const rows = await movements.findAll(originals.map(({ _id }) => _id));
  return originals.map((original) => rows.get(original._id) ?? original);
};

const productsOf = (originals: readonly Movement[]): string[] =>
  originals.flatMap(({ lines }) => lines.map(([product]) => product));

const inverseLines = ({ lines }: Movement): Line[] =>
  lines.map(([product, warehouse, delta]) => [product, warehouse, -delta]);

/** Everything that stands against the reversal, before anything is written. */
const validate = async ({ user, today }: Reversal, originals: Movement[]): Promise<Map<string, StockRow>> => {
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

const validatedDraft = async (request: Reversal, originals: Movement[]): Promise<Draft> => {
  const rows = await validate(request, originals);
  return draft(request, originals[0], rows);
};

/** A chunk that somebody else has reversed meanwhile is left as it is: a movement of nothing. */
const draft = async (
  request: Reversal,
  original: Movement | undefined,
  rows: ReadonlyMap<string, StockRow>,
  before: readonly Movement[] = [],
): Promise<Draft> => {
  const plain = { kind: "reversal" as const, reason: "Correction", remarks: request.remarks };
  if (!original || original.reversed_by) return { ...plain, lines: [] };
  const { channel, day, shipment, as_of } = original;
  // What spoke of a closed day is unsaid of it too.
  const unsaid = as_of !== undefined && as_of < day;
  const sale = `${day}#${channel}`;
  const still = [...rows].filter(([, { sold }]) => sold[sale] !== undefined).map(([product]) => product);
  return {
    ...plain,
    lines: inverseLines(original),
    reverses: original._id,
    ...(unsaid && { as_of }),
    ...(channel && { unsold: { sale, products: new Set(still) } }),
    also: [
      ...(channel ? [undone(original)] : []),
      ...(shipment ? [await revertReceipt(shipment, original)] : []),
      ...(unsaid ? recordBackDated(request, as_of, before) : []),
    ],
  };
};
