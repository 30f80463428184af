// Applies a count: posts the chosen differences as one batch of corrections, in steps. The first step closes the count, so
// that its lines stay as they are; each group checks its products again when it is posted.
import type { CountApplyForm, CountApplyStep } from "#shared/count.ts";
import {
  certaintyOf,
  certaintyOfUncounted,
  isExplained,
  leftOutText,
  type PairMovement,
  readMargin,
} from "#shared/count-certainty.ts";
import type { Counted } from "#shared/counted.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { reversedMeanwhile } from "#shared/reversal.ts";
import { toUserTag } from "#shared/user.ts";
import { readProductTags } from "../catalogue/tags.ts";
import { backoff } from "../db/dynamo.ts";
import {
  type CountRow,
  counts,
  type StockRow,
  staleWrite,
  stocks,
  type UserRow,
  warehouses,
  writeAll,
} from "../db/tables.ts";
import { findBatch } from "../ledger/batch.ts";
import { setsOf } from "../ledger/net-until.ts";
import type { Draft } from "../ledger/post.ts";
import { applyGroups, postGroup } from "../ledger/steps.ts";
import { closeCount, closedAlready, notCounted } from "./counts.ts";
import {
  batchOf,
  type Decision,
  newDecision,
  postingKey,
  putDecision,
  readDecision,
  type StockCorrection,
} from "./decision.ts";
import { readPairMovements } from "./pair-movements.ts";
import { isDeleted, readCounted, toStock } from "./review.ts";

interface ApplyRequest {
  user: UserRow;
  now: Date;
}

type LeftOut = { product: string; message: string };

export const applyCount = async (request: ApplyRequest, id: string, form: CountApplyForm): Promise<CountApplyStep> => {
  const row = await close(request, await counts.get(id), form);
  const decision = await readDecision(id);
  const groups = decision.groups.length;
  const situation = await readSituation(row);
  const { step } = await applyGroups(groups, form.from, (group) =>
    applyGroup(request, row, decision, group, situation),
  );
  if (step.next === undefined) await finish(row, decision, situation, request.now);
  const product = await readProductTags(step.left_out.map((one) => one.product));
  return {
    ...step,
    left_out: step.left_out.map((one) => ({ product: product(one.product), message: one.message })),
    ...(groups > 0 && { movement: batchOf(row, decision) }),
  };
};

/** Stores the decision and closes the count, if it is still open. */
const close = async (request: ApplyRequest, row: CountRow, form: CountApplyForm): Promise<CountRow> => {
  if (row.state === "cancelled") throw closedAlready();
  if (row.state !== "open") return row;
  if (form.from > 0) throw new Failure("BAD_REQUEST", { field: "from", message: "The groups before it come first" });
  const decision = await putDecision(row._id, newDecision(toUserTag(request.user), form));
  try {
    await writeAll([...closeCount(row, { state: "applying" }, request), { action: decision, failure: staleWrite() }]);
  } catch (error) {
    // Somebody else has closed it, or asked for a recount.
    const now = error instanceof Failure ? await counts.get(row._id) : row;
    if (now.state === "open") throw error;
    return close(request, now, form);
  }
  return counts.get(row._id);
};

/** The counted products, and the movements of the warehouse. It is the longest read of a step, so it is made once. */
interface Situation {
  counted: Map<string, Counted>;
  /** Products with a line of any round. */
  seen: Set<string>;
  movements: Map<string, PairMovement[]>;
  /** Movements from this instant on are to be read again. */
  readUntil: string;
}

const readSituation = async (row: CountRow): Promise<Situation> => {
  const readUntil = new Date(Date.now() - readMargin).toISOString();
  const [{ lines, counted }, movements] = await Promise.all([readCounted(row), readPairMovements(row)]);
  return { counted, seen: new Set(lines.flatMap(({ product }) => product ?? [])), movements, readUntil };
};

const applyGroup = async (
  { now }: ApplyRequest,
  row: CountRow,
  decision: Decision,
  group: number,
  situation: Situation,
): Promise<{ written: number; left_out: LeftOut[] }> => {
  const corrections = decision.groups[group] ?? [];
  let reasons = new Map<string, string>();
  const posting = postGroup(
    { user: decision.by, now, key: postingKey(row) },
    group,
    decision.groups.length,
    async () => {
      const { draft, leftOut } = await draftGroup(row, corrections, situation);
      reasons = leftOut;
      return draft;
    },
  );
  const movement = await posting.catch((error) => {
    if (isReversedMeanwhile(error)) return undefined;
    throw error;
  });
  if (!movement)
    return { written: 0, left_out: corrections.map(({ product }) => ({ product, message: reversedMeanwhile })) };
  return { written: movement.lines.length, left_out: leftOutOf(movement, corrections, reasons) };
};

const isReversedMeanwhile = (error: unknown): boolean =>
  error instanceof Failure && error.details.some(({ message }) => message === reversedMeanwhile);

/** The products that a chunk left out. If another request posted it, the reason is known only if it still holds. */
const leftOutOf = (
  { left_out = [] }: Movement,
  corrections: readonly StockCorrection[],
  reasons: ReadonlyMap<string, string>,
) =>
  left_out.flatMap((index) => {
    const { product = "" } = corrections[index] ?? {};
    return product ? [{ product, message: reasons.get(product) ?? changedMeanwhile }] : [];
  });

const changedMeanwhile = "Stock has changed meanwhile";

/** Reads of a group's stock and movements until they agree: the ledger's index is some milliseconds behind. */
const maxReads = 3;

/** The corrections of a group that are still as the reviewer saw them. */
const draftGroup = async (
  row: CountRow,
  corrections: readonly StockCorrection[],
  situation: Situation,
): Promise<{ draft: Draft; leftOut: Map<string, string> }> => {
  const place = await warehouses.find(row.warehouse);
  const isThere = place !== undefined && !place.deleted_at;
  const gone = !isThere ? "The warehouse was deleted meanwhile" : place.sells_for && notCounted(place);
  for (let attempt = 1; ; attempt++) {
    const recent = await readPairMovements(row, situation.readUntil);
    const stockRows = await stocks.findAll(corrections.map(({ product }) => product));
    const movementsOf = (product: string): PairMovement[] => [
      ...(situation.movements.get(product) ?? []).filter(({ created_at }) => created_at < situation.readUntil),
      ...(recent.get(product) ?? []),
    ];
    const verdicts = corrections.map((change) =>
      gone ? gone : verdictOn(row, change, situation, movementsOf(change.product), stockRows.get(change.product)),
    );
    if (verdicts.includes(unexplained) && attempt < maxReads) {
      await backoff(attempt);
      continue;
    }
    const left_out = verdicts.flatMap((verdict, index) => (verdict ? [index] : []));
    const set = corrections.flatMap(({ product }, index) => {
      const at = situation.counted.get(product)?.arrived_at ?? row.closed_at ?? row.created_at;
      return verdicts[index] ? [] : [{ product, warehouse: row.warehouse, at }];
    });
    return {
      draft: {
        kind: "adjustment",
        remarks: `Count ${row.number}`,
        rows: corrections.length,
        count: row._id,
        lines: corrections.flatMap(({ product, counted = 0, held }, index): Line[] =>
          verdicts[index] ? [] : [[product, row.warehouse, counted - held]],
        ),
        ...(left_out.length > 0 && { left_out }),
        stockRows,
        onlyIfUnchanged: true,
        sets: setsOf(set, place ? [place] : []),
        ...(isThere && { extraActions: [warehouses.exists(row.warehouse).action] }),
      },
      leftOut: new Map(
        corrections.flatMap(({ product }, index) => (verdicts[index] ? [[product, verdicts[index]]] : [])),
      ),
    };
  }
};

const unexplained = "Stock is just changing";

const verdictOn = (
  row: CountRow,
  { product, counted, held, flagged }: StockCorrection,
  situation: Situation,
  movements: readonly PairMovement[],
  stock: StockRow | undefined,
): string | undefined => {
  const now = stock?.held[row.warehouse] ?? 0;
  const deleted = !stock || isDeleted(stock);
  const found = situation.counted.get(product);
  if (counted === undefined) {
    if (deleted) return leftOutText.deleted;
    if (situation.seen.has(product)) return "It was counted meanwhile";
    if (now !== held) return changedMeanwhile;
    const { flag } = certaintyOfUncounted(row.created_at, new Date().toISOString(), movements);
    return flag && !flagged ? leftOutText[flag.kind] : undefined;
  }
  if (found?.counted !== counted || found.held !== held) return "It was counted differently meanwhile";
  const { flag, left_out } = certaintyOf(found, movements, toStock(found, now, deleted));
  if (left_out) return leftOutText[left_out];
  if (flag) return flagged ? undefined : leftOutText[flag.kind];
  return isExplained(found, movements, { held: now, heldThen: held }) ? undefined : unexplained;
};

/** Stores the result of the count, once all groups are posted. */
const finish = async (row: CountRow, decision: Decision, { counted }: Situation, now: Date): Promise<void> => {
  if (row.state === "applied") return;
  const movement = decision.groups.length > 0 ? batchOf(row, decision) : undefined;
  const posted = movement ? await findBatch(movement) : [];
  // The rest of a batch that was reversed half way is never posted.
  if (posted.length < decision.groups.length && !posted[0]?.reversed_by) return;
  const deltas = posted.flatMap(({ lines }) => lines.map(([, , delta]) => delta));
  const sum = (units: number[]): number => units.reduce((total, one) => total + Math.abs(one), 0);
  const result = {
    counted: counted.size,
    agreed: [...counted.values()].filter((one) => one.counted === one.held).length,
    missing: sum(deltas.filter((delta) => delta < 0)),
    surplus: sum(deltas.filter((delta) => delta > 0)),
  };
  const fields = { state: "applied" as const, result, ...(movement && { movement }) };
  try {
    await writeAll([counts.update(row._id, fields, now.toISOString(), { state: "applying" })]);
  } catch (error) {
    // Another request has finished it.
    if (!(error instanceof Failure && error.code === "CONFLICT")) throw error;
  }
};
