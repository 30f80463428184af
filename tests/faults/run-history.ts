// Runs one history against the product and compares it, after each round and at the end, with the model.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { addDays } from "#shared/day.ts";
import type { Answer } from "#tests/support/world.ts";
import { hasLines } from "./correction.ts";
import { expected, pairOf } from "./expected.ts";
import {
  type Delivery,
  histories,
  type Midnight,
  perHistory,
  type Round,
  type Step,
  type Together,
} from "./history.ts";
import { type Effect, type StockModel, type Target, withoutZeros } from "./model.ts";
import * as observed from "./observed.ts";
import * as run from "./run-steps.ts";

/** Rejects at the first difference. At the end it compares the closes of some days, or of all. */
export const runHistory = async (rounds: readonly Round[], compared: "some" | "all" = "some"): Promise<void> => {
  run.clearFaults();
  const model = await run.newModel(perHistory, perHistory);
  for (const round of rounds) {
    await runRound(round, model);
    const held = await observed.stored(model);
    assert.deepEqual(held, withoutZeros(model.held));
    // Of a count and a correction at once, either may be first.
    if (round.kind === "together") Object.assign(model.shelf, model.held);
    assert.deepEqual(held, withoutZeros(model.shelf));
  }
  await compareAnswers(model);
  await run.runJob();
  const { pastDays, busyMidnights } = model;
  await compareDays(compared === "all" ? pastDays : [pastDays.at(0), busyMidnights.at(-1), pastDays.at(-1)], model);
};

/** Milliseconds for which a failing history is shortened. */
const shrinkTime = 120_000;

/** Runs the history of a seed; returns the difference of product and model, in the fewest rounds found in that time. */
export const differenceOf = async (seed: number): Promise<string | undefined> => {
  let deadline = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(histories, async (rounds) => {
    if (Date.now() > deadline) return;
    await runHistory(rounds).catch((error) => {
      deadline = Math.min(deadline, Date.now() + shrinkTime);
      throw error;
    });
  });
  const details = await fc.check(property, { seed, numRuns: 1 });
  return details.failed ? `${details.errorInstance}\n${fc.defaultReportMessage(details)}` : undefined;
};

const runRound = async (round: Round, model: StockModel): Promise<void> => {
  switch (round.kind) {
    case "alone":
      return alone(round.delivery, model);
    case "together":
      return together(round, model);
    case "days":
      return run.passDays(round, model);
    case "midnight":
      return midnight(round, model);
  }
};

const compareAnswers = async (model: StockModel): Promise<void> => {
  assert.deepEqual(await observed.listedStock(model), model.shown(model.held, model.today));
  assert.deepEqual(await observed.inTransitNow(model), model.outstanding);
  assert.deepEqual(await observed.dashboardSales(model), withoutZeros(model.sold));
};

/** After the nightly job, compares sales and the stock reports of closed days. */
const compareDays = async (days: readonly (string | undefined)[], model: StockModel): Promise<void> => {
  assert.deepEqual(await observed.dashboardSales(model), withoutZeros(model.sold));
  for (const day of new Set(days))
    if (day)
      assert.deepEqual([day, await observed.reportedStock(day, model)], [day, model.shown(model.closeOf(day), day)]);
};

/** Whether there is anything to receive, reverse, delete or replace. */
const exists = (step: Step, model: StockModel): boolean => {
  const { original, container, entity } = model.target(step);
  if (step.kind === "reverse") return original !== undefined;
  if (step.kind === "correct") return hasLines(original);
  if (step.kind === "receive") return container !== undefined;
  return (step.kind !== "delete" && step.kind !== "replace") || entity !== undefined || container !== undefined;
};

/** False for a row that is deleted and restored at the same time: either may come last. */
const isDecided = ({ step }: Delivery, round: readonly Delivery[], model: StockModel): boolean => {
  const { entity } = model.target(step);
  return (
    step.kind !== "restore" ||
    !round.some((other) => other.step.kind === "delete" && model.target(other.step).entity === entity)
  );
};

/** One request alone: the model predicts its result. `beforeRetry` is called before its last copy is sent. */
export const alone = async (delivery: Delivery, model: StockModel, beforeRetry?: () => void): Promise<void> => {
  const { step } = delivery;
  if (!exists(step, model)) return;
  run.tick();
  const target = model.target(step);
  const { status, ...wanted } = expected(step, model, target);
  const answer = await deliver(delivery, model, target, beforeRetry);
  assert.deepEqual([step, answer.status], [step, status]);
  const { moves, closed } = await settle(step, answer, model, target);
  assert.deepEqual([step, observed.sorted(moves), closed], [step, observed.sorted(wanted.moves), wanted.closed]);
};

/** One request alone; something else happens between its date and its commit. */
export const aloneDuring = async (step: Step, model: StockModel, meanwhile: () => Promise<void>): Promise<void> => {
  if (!exists(step, model)) return;
  const target = model.target(step);
  const [answer] = await run.during(() => run.send(step, model, target, randomUUID()), meanwhile);
  // Held for long, it may have no time left to try again.
  assert.ok(answer.status < 500 || answer.status === 503, `${answer.status}`);
  await settle(step, answer, model, target);
};

/** Parallel requests: in whatever order they ran, their effects agree with their answers. */
const together = async ({ deliveries, job }: Together, model: StockModel): Promise<void> => {
  run.tick();
  const sent = deliveries
    .filter((delivery) => exists(delivery.step, model) && isDecided(delivery, deliveries, model))
    .map(({ outage: _, ...delivery }) => ({ delivery, target: model.target(delivery.step) }));
  // A schedule may fire twice.
  const nights = job ? [run.startJob(), run.startJob()] : [];
  const delivered = sent.map(({ delivery, target }) => deliver({ ...delivery, outage: undefined }, model, target));
  // All end before the first failure is reported, since the next history begins after it.
  await Promise.allSettled([...delivered, ...nights]);
  await Promise.all(nights);
  const answers = await Promise.all(delivered);
  const counted = sent.flatMap(({ delivery, target }, index) =>
    countsIn(delivery.step, target, answers[index] as Answer, model),
  );
  for (const [index, { delivery, target }] of sent.entries()) {
    const answer = answers[index] as Answer;
    assert.ok([200, 201, 204, 400, 404, 409, 422].includes(answer.status), `${answer.status}`);
    await settle(delivery.step, answer, model, target);
  }
  assert.ok(Object.values(model.held).every((units) => units >= 0));
  for (const [pair, own] of Map.groupBy(counted, ({ pair }) => pair)) checkCounts(pair, own, model);
};

/** One request's count of the close of an earlier day; without a quantity if the outcome is unknown. */
interface CountOfPair {
  day: string | undefined;
  pair: string;
  quantity?: number;
}

const countsIn = (step: Step, { original }: Target, { status, body }: Answer, model: StockModel): CountOfPair[] => {
  if (status !== 201) return [];
  if (step.kind === "reverse" && original?.corrects)
    return original.moves.map(([pair]) => ({ day: original.corrects, pair }));
  if (step.kind !== "count" || step.daysAgo === 0) return [];
  const day = addDays(model.today, -step.daysAgo);
  return step.list.map(({ product, warehouse, quantity }) => ({
    day,
    pair: pairOf(model, product, warehouse),
    ...(body.left_out.length === 0 && { quantity }),
  }));
};

/** A closed day that several people counted at the same time holds what one of them counted. */
const checkCounts = (pair: string, counts: CountOfPair[], model: StockModel): void => {
  const [{ day = "" } = {}] = counts;
  if (counts.some((count) => count.quantity === undefined || count.day !== day)) return;
  const quantities = counts.map(({ quantity }) => quantity);
  assert.ok(quantities.includes(model.closeOf(day)[pair] ?? 0), `${pair} on ${day}: not one of ${quantities}`);
};

const midnight = async ({ before, after, late, job }: Midnight, model: StockModel): Promise<void> => {
  const [day, next] = [model.today, addDays(model.today, 1)];
  model.busyMidnights.push(day);
  run.setTime("23:50", day);
  await run.signIn();
  // A count names its day, so a count of today cannot be repeated after midnight.
  await alone(before, model, before.step.kind === "count" ? undefined : () => run.setTime("00:05", next));
  run.setTime("00:05", next);
  model.setDay(next, day);
  await alone(after, model);
  if (job) await run.runJob();
  run.setTime("23:56", day);
  model.setDay(day);
  await alone(late, model);
  model.setDay(next);
  await run.beginDay(next);
};

/** Records an answered step in the model, and returns its effect by the ledger. */
const settle = async (step: Step, answer: Answer, model: StockModel, target: Target): Promise<Effect> => {
  const nothing: Effect = { moves: [], closed: [] };
  if (answer.status >= 300) return nothing;
  run.record(step, answer, model, target);
  if (!answer.body?.movement) return nothing;
  const { movement, data } = answer.body;
  const { day, at, ...effect } = await observed.effectOf(movement);
  model.apply(movement, step, effect, target, { day, at });
  const addition = observed.additionIn(answer);
  if (addition) {
    const added = await observed.effectOf(addition);
    model.applyAddition(addition, added, step, target, added);
    effect.moves = [...effect.moves, ...added.moves];
  }
  const takeBack = observed.takeBackIn(answer);
  if (takeBack) {
    const back = await observed.effectOf(takeBack);
    model.applyTakeBack(takeBack, back, target, back);
    effect.moves = [...effect.moves, ...back.moves];
  }
  if (data) assert.deepEqual(observed.sorted(observed.movesInAnswer(data)), observed.sorted(effect.moves));
  return effect;
};

/** Sends all copies of a request under its faults, and one more without: all successful answers agree. */
const deliver = async (
  { step, times, outcomes, outage }: Delivery,
  model: StockModel,
  target: Target,
  beforeRetry?: () => void,
): Promise<Answer> => {
  // Further copies of a deletion are refused.
  const isRepeatable = step.kind !== "delete";
  if (isRepeatable && outage) run.injectOutage(outage);
  else run.injectFaults(outcomes);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: times }, () => run.send(step, model, target, key)));
  run.clearFaults();
  const done = answers.filter(({ status }) => status < 300);
  if (!isRepeatable) assert.ok(done.length < 2);
  beforeRetry?.();
  const last = isRepeatable ? await run.send(step, model, target, key) : (done[0] ?? (answers[0] as Answer));
  // A restored product is answered with its stock, and a container with its products, which others change meanwhile.
  const isState = step.kind === "restore" || step.kind === "announce";
  const compared = ({ status, body }: Answer) => [status, isState ? body?._id : body];
  for (const answer of done) assert.deepEqual(compared(answer), compared(last));
  return last;
};
