// The only writer of stock: posts a movement, all or nothing, once per idempotency key.
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { maxActions, tooManyCounted } from "#shared/limits.ts";
import { batchId, type Drafted, type Movement, type Posted, placeOf, toTransactions } from "#shared/movement.ts";
import { reasonsOf } from "#shared/movement-reason.ts";
import { reversedMeanwhile } from "#shared/reversal.ts";
import { toUserTag, type UserTag } from "#shared/user.ts";
import { readTags, type Tags } from "../catalogue/tags.ts";
import { type Action, backoff, Cancelled, transact } from "../db/dynamo.ts";
import { updateExpression } from "../db/expressions.ts";
import { movements } from "../db/tables.ts";
import { type DayRecord, recordOnDays } from "./day-records.ts";
import { withReversedChannels } from "./entries.ts";
import { idFromKey, type RequestHashes, sameRequest } from "./idempotency.ts";
import { type Sets, setNow } from "./net-until.ts";
import { type StockConditions, stockUpdates } from "./stock-updates.ts";

/** Who asks for a movement, when, and with which idempotency key. */
export interface PostingRequest extends RequestHashes {
  user: UserTag;
  key: string;
  now: Date;
  /** When it was entered, if not now. */
  made_at?: string;
  /** Number of this chunk in a batch. */
  chunk?: number;
}

export interface Draft extends Drafted, StockConditions {
  /** The movement that it reverses or corrects, as it was read. */
  original?: Movement;
  /** If it is corrected: what is left of it, and what is posted beside it. */
  correction?: { now: Movement["lines"]; isWhole: boolean; addition: Drafted | undefined };
  /** If it returns units of a sale: what the day of that sale records. */
  undone?: DayRecord;
  /** What it moves where its product was counted since is taken back, relying on the movements `of` that set stock then. */
  takenBack?: { lines: Movement["lines"]; remarks: string; of: Movement[]; since: string } | undefined;
  /** What gives units back to marketplaces' shelves, of lines that count as a sale only. */
  saleOnly?: Movement["lines"];
  /** Places whose stock it sets, and until when it is net of sales then. */
  sets?: Sets;
  /** Written in the same transaction. If one of their conditions fails, the movement is drafted again. */
  extraActions?: Action[];
}

/** Remarks of the adjustment that gives units back. */
const countsOnly = "Counted as a sale only: its stock is as of later";

/** Drafts the movement or throws a refusal. Called again, with fresh reads, after a condition of its last draft failed. */
type MakeDraft = (isRetry: boolean) => Promise<Draft>;

/** Milliseconds for which a movement is drafted again. Each round lost a race to another movement; a Lambda has 28 s. */
const retryTime = 20_000;

/** Movement, idempotency record and answer are one item, so its id derives from user and key. */
export const chunkId = (batch: string, chunk: number): string => `${batch}.${chunk}`;

/** The id of what a correction adds, which derives from its key, too. */
const additionId = (correction: string): string => idFromKey(correction, "more");

/** The id of what takes back units of a correction or reversal. */
const takeBackId = (returned: string): string => idFromKey(returned, "counted");

/** The id of what gives units back to a shelf, of what counts as a sale only. */
const saleOnlyId = (posted: string): string => idFromKey(posted, "only");

const companionsOf = ({ _id }: Movement): string[] => [additionId(_id), takeBackId(_id), saleOnlyId(_id)];

/** Corrections or reversals, with what each added and took back. */
export const withCompanions = async (returned: readonly Movement[]): Promise<Movement[]> => {
  const found = await movements.findAll(returned.flatMap(companionsOf));
  return returned.flatMap((one) => [one, ...companionsOf(one).flatMap((id) => found.get(id) ?? [])]);
};

const withReason = <D extends Drafted>(one: D) => ({ ...one, reason: one.reason ?? reasonsOf[one.kind][0] });

/**
 * Posts one movement. A retry with the same key returns the first movement and moves nothing; another request with that
 * key is 409. A refusal is thrown only after a later read has shown that no parallel request with this key was posted.
 */
export const post = async (request: PostingRequest, makeDraft: MakeDraft): Promise<Movement> => {
  const { user, key, sent, now, made_at, chunk } = request;
  const id = idFromKey(user._id, key);
  const _id = chunk === undefined ? id : chunkId(id, chunk);
  const at = { created_at: now.toISOString(), ...(made_at && { made_at }), day: dayOf(now) };
  const deadline = Date.now() + retryTime;
  for (let attempt = 0; ; attempt++) {
    try {
      const {
        extraActions = [],
        original,
        correction,
        undone,
        takenBack,
        saleOnly = [],
        sets,
        netUntil,
        reversedSale,
        stockRows = new Map(),
        onlyIfUnchanged,
        ...draft
      } = await makeDraft(attempt > 0);
      const by = { user: toUserTag(user), ...at };
      const { netUntil: left, ...setting } = sets?.size ? setNow(_id, sets, stockRows) : {};
      const movement: Movement = {
        _id,
        ...withReason(draft),
        ...setting,
        ...(original && { [correction ? "corrects" : "reverses"]: original._id }),
        ...(chunk !== undefined && { chunk }),
        ...by,
        sent,
      };
      const posted = [movement];
      if (original && correction?.addition)
        posted.push({
          _id: additionId(_id),
          ...withReason(correction.addition),
          adds_to: original._id,
          ...(takenBack && {
            counted_from: takenBack.since,
            taken_back: Object.fromEntries(takenBack.lines.map(([p, w]) => [placeOf(p, w), takeBackId(_id)])),
          }),
          ...by,
        });
      const adjustment = (lines: Movement["lines"], remarks: string) => ({
        ...withReason({ kind: "adjustment", remarks, lines }),
        takes_back: _id,
        ...by,
      });
      if (takenBack) posted.push({ _id: takeBackId(_id), ...adjustment(takenBack.lines, takenBack.remarks) });
      if (saleOnly.length > 0)
        posted.push({ _id: saleOnlyId(_id), ...adjustment(saleOnly, countsOnly), sale_only: true });
      const changes = { reversedSale, stockRows, onlyIfUnchanged, netUntil: left ?? netUntil };
      const updates = stockUpdates(posted, changes);
      const mark = original ? [markIfUnreversed(original, changeOf(original, movement, correction))] : [];
      const late = posted.flatMap(({ _id: id, sold_on: day }) => (day ? [{ day, id, set: "late" as const }] : []));
      const actions = [
        ...posted.map((movement) => movements.create(movement).action),
        ...recordOnDays([...late, ...(undone ? [undone] : [])]),
        ...updates,
        ...extraActions,
        ...mark,
        ...(takenBack?.of ?? []).map((set) => markRelied(set, takeBackId(_id))),
      ];
      if (takenBack && actions.length > maxActions)
        throw new Failure("UNPROCESSABLE_CONTENT", { field: "counted", message: tooManyCounted });
      await transact(actions);
      return movement;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof Cancelled)) throw error;
      const existing = await movements.find(_id);
      if (existing) return sameRequest(existing, request);
      if (error instanceof Failure) throw error;
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE").withCause(error);
      await backoff(attempt);
    }
  }
};

/** 409 if a batch was reversed before this chunk of it. The check holds in the chunk's own transaction too. */
export const checkNotReversed = async (batch: string, chunk: number): Promise<Action[]> => {
  if (chunk === 0) return [];
  const first = chunkId(batch, 0);
  if ((await movements.find(first))?.reversed_by) throw new Failure("CONFLICT", { message: reversedMeanwhile });
  return [ifNotReversed(first)];
};

export const ifNotReversed = (_id: string): Action => ({
  ConditionCheck: { TableName: movements.name, Key: { _id }, ConditionExpression: "attribute_not_exists(reversed_by)" },
});

/** How a movement changes when it is reversed or corrected. */
const changeOf = (
  { corrections = 0 }: Movement,
  { _id, created_at }: Movement,
  correction: Draft["correction"],
): Partial<Movement> => ({
  ...(correction && { now: correction.now, corrections: corrections + 1, corrected_at: created_at }),
  ...((!correction || correction.isWhole) && { reversed_by: _id }),
});

/**
 * Marks a movement in the transaction that reverses or corrects it, or that takes units of it back: a reversal only once. Fails
 * if it was reversed or corrected, or more of it was taken back, since it was read.
 */
export const markIfUnreversed = (
  { _id, taken_back, corrections }: Movement,
  fields: Pick<Movement, "reversed_by" | "taken_back" | "now" | "corrections" | "corrected_at">,
): Action => ({
  Update: {
    TableName: movements.name,
    Key: { _id },
    ...updateExpression(fields, { reversed_by: undefined, taken_back, corrections }),
  },
});

/** What set the stock is not reversed before what relies on it. */
const markRelied = (set: Movement, id: string): Action =>
  markIfUnreversed(set, { taken_back: { ...set.taken_back, [id]: id } });

/** The answer to a posting: the id of the movement or of the whole batch, and its transactions. */
export const postingAnswer = async (posted: readonly Movement[], tags?: Tags): Promise<Posted> => {
  const { product, warehouse } = tags ?? (await readTags(posted));
  const data = (await withReversedChannels(posted)).flatMap((movement) => toTransactions(movement, product, warehouse));
  return { movement: batchId(posted[0]?._id ?? ""), data };
};
