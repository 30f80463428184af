// Random histories of everything that changes stock, under faults, compared with a simple model.
// Replay one: SEED=<seed> REPLAY=<path> npx vitest run --project node tests/faults/model.test.ts
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Answer } from "#tests/support/world.ts";
import { expected } from "./expected.ts";
import { type Delivery, histories, perHistory, type Step } from "./history.ts";
import { type Effect, type StockModel, type Target, withoutZeros } from "./model.ts";
import {
  dashboardSales,
  effectOf,
  inTransitNow,
  listedStock,
  movesInAnswer,
  reportedStock,
  sorted,
  stored,
} from "./observed.ts";
import { clearFaults, injectFaults, injectOutage, newModel, passDays, record, runJob, send } from "./run-steps.ts";

afterEach(clearFaults);

const replay = {
  seed: Number(process.env.SEED ?? 20_261_120),
  ...(process.env.REPLAY && { path: process.env.REPLAY }),
};

test("in every history stock, sales, transit and closed days agree with the ledger, and nothing falls below zero", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (rounds) => {
      const model = await newModel(perHistory, perHistory);
      for (const round of rounds) {
        if ("days" in round) await passDays(round, model);
        else
          await runRound(
            round.filter(({ step }) => exists(step, model)),
            model,
          );
        expect(await stored(model)).toEqual(withoutZeros(model.held));
      }
      expect(await listedStock(model)).toEqual(model.shown(model.held, model.today));
      expect(await inTransitNow(model)).toEqual(model.outstanding);
      expect(await dashboardSales(model)).toEqual(withoutZeros(model.sold));
      await runJob();
      expect(await dashboardSales(model)).toEqual(withoutZeros(model.sold));
      const [first, ...rest] = model.closes;
      for (const [day, close] of first ? [first, rest.at(-1) ?? first] : [])
        expect([day, await reportedStock(day, model)]).toEqual([day, model.shown(close, day)]);
    }),
    { numRuns: 8, ...replay },
  );
});

/** Whether there is anything to receive, reverse, delete or replace. */
const exists = (step: Step, model: StockModel): boolean => {
  const { original, container, entity } = model.target(step);
  if (step.kind === "reverse") return original !== undefined;
  if (step.kind === "receive") return container !== undefined;
  return (step.kind !== "delete" && step.kind !== "replace") || entity !== undefined || container !== undefined;
};

const runRound = async (round: Delivery[], model: StockModel): Promise<void> => {
  const [only] = round;
  if (only && round.length === 1) await alone(only, model);
  else await together(round, model);
};

/** One request alone: the model predicts its result. */
const alone = async (delivery: Delivery, model: StockModel): Promise<void> => {
  const { step } = delivery;
  const target = model.target(step);
  const { status, ...wanted } = expected(step, model, target);
  const answer = await deliver(delivery, model, target);
  expect([step, answer.status]).toEqual([step, status]);
  const { moves, closed } = await settle(step, answer, model, target);
  expect([step, sorted(moves), closed]).toEqual([step, sorted(wanted.moves), wanted.closed]);
};

/** Requests at the same time: in whatever order they ran, their effects are those that were answered. */
const together = async (round: Delivery[], model: StockModel): Promise<void> => {
  const target = round.map(({ step }) => model.target(step));
  const sent = round.map((one, index) => deliver({ ...one, outage: undefined }, model, target[index] ?? {}));
  for (const [index, answer] of (await Promise.all(sent)).entries()) {
    expect([201, 204, 400, 404, 409, 422]).toContain(answer.status);
    await settle((round[index] as Delivery).step, answer, model, target[index] ?? {});
  }
  expect(Math.min(0, ...Object.values(model.held))).toBe(0);
};

/** Records an answered step in the model, and returns its effect by the ledger. */
const settle = async (step: Step, answer: Answer, model: StockModel, target: Target): Promise<Effect> => {
  const nothing: Effect = { moves: [], closed: [] };
  if (answer.status >= 300) return nothing;
  record(step, answer, model, target);
  if (!answer.body?.movement) return nothing;
  const { movement, data } = answer.body;
  const effect = await effectOf(movement);
  if (data) expect(sorted(movesInAnswer(data))).toEqual(sorted(effect.moves));
  model.apply(movement, step, effect, target);
  return effect;
};

/** Sends all copies of a request under its faults, and then one more without: all that succeed agree. */
const deliver = async (
  { step, times, outcomes, outage }: Delivery,
  model: StockModel,
  target: Target,
): Promise<Answer> => {
  // Without a key a request still takes effect once, but its copies are refused.
  const isKeyed = step.kind !== "delete" && step.kind !== "replace";
  if (isKeyed && outage) injectOutage(outage);
  else injectFaults(outcomes);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: times }, () => send(step, model, target, key)));
  clearFaults();
  const done = answers.filter(({ status }) => status < 300);
  if (!isKeyed) expect(done.length).toBeLessThan(2);
  const last = isKeyed ? await send(step, model, target, key) : (done[0] ?? (answers[0] as Answer));
  for (const answer of done) expect(answer).toMatchObject({ status: last.status, body: last.body });
  return last;
};
