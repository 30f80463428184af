// Random histories of everything that moves stock, under faults, against a model of the books.
// Replay one: SEED=<seed> REPLAY=<path> npx vitest run --project node tests/faults/model.test.ts
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Answer } from "#tests/support/world.ts";
import { type StockModel, type Effect, type Target, withoutZeros } from "./model.ts";
import { expected } from "./expected.ts";
import { type Delivery, histories, type Step, perHistory } from "./history.ts";
import { injectFaults, injectOutage, newModel, record, passDays, runJob, send, clearFaults } from "./run-steps.ts";
import { effectOf, inTransitNow, movesInAnswer, listedStock, reportedStock, dashboardSales, sorted, stored } from "./observed.ts";

afterEach(clearFaults);

const replay = {
  seed: Number(process.env.SEED ?? 20_261_120),
  ...(process.env.REPLAY && { path: process.env.REPLAY }),
};

test("in every history stock equals the ledger, sales, transit and closed days follow it, and nothing is below zero", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (rounds) => {
      const model = await newModel(perHistory, perHistory);
      for (const round of rounds) {
        if ("days" in round) await passDays(round, model);
        else
          await play(
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

/** There must be something to receive, to reverse, to delete, and to take the place of. */
const exists = (step: Step, model: StockModel): boolean => {
  const { original, container, thing } = model.target(step);
  if (step.kind === "reverse") return original !== undefined;
  if (step.kind === "receive") return container !== undefined;
  return (step.kind !== "delete" && step.kind !== "replace") || thing !== undefined || container !== undefined;
};

const play = async (round: Delivery[], model: StockModel): Promise<void> => {
  const [only] = round;
  if (only && round.length === 1) await alone(only, model);
  else await together(round, model);
};

/** One request alone: the model says what must come of it. */
const alone = async (delivery: Delivery, model: StockModel): Promise<void> => {
  const { step } = delivery;
  const target = model.target(step);
  const { status, ...wanted } = expected(step, model, target);
  const answer = await deliver(delivery, model, target);
  expect([step, answer.status]).toEqual([step, status]);
  const { moves, closed } = await settle(step, answer, model, target);
  expect([step, sorted(moves), closed]).toEqual([step, sorted(wanted.moves), wanted.closed]);
};

/** Requests at the same time: whatever order they took, what was answered is what happened. */
const together = async (round: Delivery[], model: StockModel): Promise<void> => {
  const target = round.map(({ step }) => model.target(step));
  const asked = round.map((one, index) => deliver({ ...one, hurt: undefined }, model, target[index] ?? {}));
  for (const [index, answer] of (await Promise.all(asked)).entries()) {
    expect([201, 204, 400, 404, 409, 422]).toContain(answer.status);
    await settle((round[index] as Delivery).step, answer, model, target[index] ?? {});
  }
  expect(Math.min(0, ...Object.values(model.held))).toBe(0);
};

/** Writes into the books what was answered, and gives what the ledger says of it. */
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

/** Sends a request as often as it arrives, under its faults, and then once more without: all that know agree. */
const deliver = async ({ step, times, fates, hurt }: Delivery, model: StockModel, target: Target): Promise<Answer> => {
  // What has no key is done once all the same, but a second request for it finds it done.
  const isKeyed = step.kind !== "delete" && step.kind !== "replace";
  if (isKeyed && hurt) injectOutage(hurt);
  else injectFaults(fates);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: times }, () => send(step, model, target, key)));
  clearFaults();
  const done = answers.filter(({ status }) => status < 300);
  if (!isKeyed) expect(done.length).toBeLessThan(2);
  const last = isKeyed ? await send(step, model, target, key) : (done[0] ?? (answers[0] as Answer));
  for (const answer of done) expect(answer).toMatchObject({ status: last.status, body: last.body });
  return last;
};
