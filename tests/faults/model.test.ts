// Random histories of everything that moves stock, under faults, against a model of the books.
// Replay one: SEED=<seed> REPLAY=<path> npx vitest run --project node tests/faults/model.test.ts
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Answer } from "#tests/support/world.ts";
import { type Books, type Effect, type Meant, without } from "./books.ts";
import { expected } from "./expected.ts";
import { type Delivery, histories, type Step, width } from "./history.ts";
import { befall, hurtIn, newBooks, note, pass, runJob, send, spare } from "./stage.ts";
import { effectOf, owedNow, reported, shownNow, shownOn, soldNow, sorted, stored } from "./told.ts";

afterEach(spare);

const replay = {
  seed: Number(process.env.SEED ?? 20_261_120),
  ...(process.env.REPLAY && { path: process.env.REPLAY }),
};

test("in every history stock equals the ledger, sales, transit and closed days follow it, and nothing is below zero", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (rounds) => {
      const books = await newBooks(width, width);
      for (const round of rounds) {
        if ("days" in round) await pass(round, books);
        else
          await play(
            round.filter(({ step }) => exists(step, books)),
            books,
          );
        expect(await stored(books)).toEqual(without(books.held));
      }
      expect(await shownNow(books)).toEqual(books.shown(books.held, books.today));
      expect(await owedNow(books)).toEqual(books.outstanding);
      expect(await soldNow(books)).toEqual(without(books.sold));
      await runJob();
      expect(await soldNow(books)).toEqual(without(books.sold));
      const [first, ...rest] = books.closes;
      for (const [day, close] of first ? [first, rest.at(-1) ?? first] : [])
        expect([day, await shownOn(day, books)]).toEqual([day, books.shown(close, day)]);
    }),
    { numRuns: 8, ...replay },
  );
});

/** There must be something to receive, to reverse, to delete, and to take the place of. */
const exists = (step: Step, books: Books): boolean => {
  const { original, container, thing } = books.meant(step);
  if (step.kind === "reverse") return original !== undefined;
  if (step.kind === "receive") return container !== undefined;
  return (step.kind !== "delete" && step.kind !== "replace") || thing !== undefined || container !== undefined;
};

const play = async (round: Delivery[], books: Books): Promise<void> => {
  const [only] = round;
  if (only && round.length === 1) await alone(only, books);
  else await together(round, books);
};

/** One request alone: the model says what must come of it. */
const alone = async (delivery: Delivery, books: Books): Promise<void> => {
  const { step } = delivery;
  const meant = books.meant(step);
  const { status, ...wanted } = expected(step, books, meant);
  const answer = await deliver(delivery, books, meant);
  expect([step, answer.status]).toEqual([step, status]);
  const { moves, closed } = await settle(step, answer, books, meant);
  expect([step, sorted(moves), closed]).toEqual([step, sorted(wanted.moves), wanted.closed]);
};

/** Requests at the same time: whatever order they took, what was answered is what happened. */
const together = async (round: Delivery[], books: Books): Promise<void> => {
  const meant = round.map(({ step }) => books.meant(step));
  const asked = round.map((one, index) => deliver({ ...one, hurt: undefined }, books, meant[index] ?? {}));
  for (const [index, answer] of (await Promise.all(asked)).entries()) {
    expect([201, 204, 400, 404, 409, 422]).toContain(answer.status);
    await settle((round[index] as Delivery).step, answer, books, meant[index] ?? {});
  }
  expect(Math.min(0, ...Object.values(books.held))).toBe(0);
};

/** Writes into the books what was answered, and gives what the ledger says of it. */
const settle = async (step: Step, answer: Answer, books: Books, meant: Meant): Promise<Effect> => {
  const nothing: Effect = { moves: [], closed: [] };
  if (answer.status >= 300) return nothing;
  note(step, answer, books, meant);
  if (!answer.body?.movement) return nothing;
  const { movement, data } = answer.body;
  const effect = await effectOf(movement);
  if (data) expect(sorted(reported(data))).toEqual(sorted(effect.moves));
  books.apply(movement, step, effect, meant);
  return effect;
};

/** Sends a request as often as it arrives, under its faults, and then once more without: all that know agree. */
const deliver = async ({ step, times, fates, hurt }: Delivery, books: Books, meant: Meant): Promise<Answer> => {
  // What has no key is done once all the same, but a second request for it finds it done.
  const isKeyed = step.kind !== "delete" && step.kind !== "replace";
  if (isKeyed && hurt) hurtIn(hurt);
  else befall(fates);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: times }, () => send(step, books, meant, key)));
  spare();
  const done = answers.filter(({ status }) => status < 300);
  if (!isKeyed) expect(done.length).toBeLessThan(2);
  const last = isKeyed ? await send(step, books, meant, key) : (done[0] ?? (answers[0] as Answer));
  for (const answer of done) expect(answer).toMatchObject({ status: last.status, body: last.body });
  return last;
};
