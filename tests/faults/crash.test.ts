// Every call that changes stock, with its Lambda killed in each call to the engines, or each transaction left unanswered
// or in progress, and then retried with the same key: its effect happens once, and never in part.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { maxProducts } from "#shared/limits.ts";
import { expected } from "./expected.ts";
import { type Outage, outages, type Step, type Wanted } from "./history.ts";
import { type Counts, type Moves, withoutZeros } from "./model.ts";
import * as observed from "./observed.ts";
import * as run from "./run-steps.ts";

afterEach(run.clearFaults);

/** More than one chunk of a batch. */
const severalChunks = maxProducts + 2;
const model = await run.newModel(severalChunks, 2);
await run.passDays({ days: 90, job: true }, model);

/** So many units of the first products. */
const wanted = (...units: number[]): Wanted[] => units.map((quantity, product) => ({ product, quantity }));
const all = (quantity: number) => wanted(...Array<number>(severalChunks).fill(quantity));
const into = (product: number, warehouse: number, quantity: number) => (): Step => ({
  kind: "in",
  product,
  warehouse,
  quantity,
});
const out = (): Step => ({ kind: "out", product: 0, warehouse: 0, quantity: 3 });
const transfer = (): Step => ({ kind: "transfer", from: 0, to: 1, list: wanted(4) });
const picklist = (): Step => ({ kind: "picklist", list: wanted(5, 2), channel: "amazon" });
const announce = (): Step => ({ kind: "announce", list: all(3) });
/** A receipt of the latest container; the rest is closed short. */
const receive = () => ({
  kind: "receive" as const,
  container: model.containers.length - 1,
  warehouse: 1,
  list: all(2),
  close: true,
});
let daysAgo = 0;
/** A count of an ever earlier day, which no count has changed yet. */
const count = (): Step => ({
  kind: "count",
  daysAgo: ++daysAgo,
  list: all(daysAgo).map((line) => ({ ...line, warehouse: 1 })),
});
const none = { product: 2, warehouse: 0, quantity: 0 };
const countOfToday = (): Step => ({ kind: "count", daysAgo: 0, list: [none] });
/** The reversal of the latest movement. */
const reverse = (): Step => ({ kind: "reverse", movement: model.posted.length - 1 });

/** A correction of the latest movement, of so many units, into or out of a warehouse. */
const correct = (quantity: number, warehouse?: number) => (): Step => ({
  kind: "correct",
  movement: model.posted.length - 1,
  line: 0,
  quantity,
  warehouse,
});

const plenty = [into(0, 0, 9), into(1, 0, 2), into(0, 1, 9)];
const stories: [what: string, ...steps: (() => Step)[]][] = [
  ["a stock-in, a stock-out and its reversal", into(0, 0, 5), out, reverse],
  ["a transfer that is reversed", into(0, 0, 5), transfer, reverse],
  ["a picklist from two warehouses that is cancelled", into(0, 0, 2), into(0, 1, 3), into(1, 0, 2), picklist, reverse],
  [`a container of ${severalChunks} products, received short and reversed`, announce, receive, reverse],
  ["a count of today", countOfToday],
  [`a count of ${severalChunks} products on a closed day that is reversed`, count, reverse],
  ["a picklist, more of which is taken from another warehouse", ...plenty, picklist, correct(7, 1)],
];

const runStory = async (_: string, ...steps: (() => Step)[]): Promise<void> => {
  for (const how of outages)
    for (let call = 0, within = true; within; call++) {
      within = false;
      for (const step of steps) within = (await runTwice(step(), { call, how })) || within;
    }
  expect(await observed.inTransitNow(model)).toEqual(model.outstanding);
  expect(await observed.dashboardSales(model, model.today)).toEqual(withoutZeros(model.sold));
  await run.runJob();
};

const guarantee =
  "%s happens once and whole, wherever the Lambda is killed, loses an answer or meets a transaction in progress";
test.each(stories.slice(0, 1))(guarantee, runStory);
test.each(stories.slice(1))(guarantee, { tags: "exhaustive" }, runStory);

test("a closed day counted by two people at once is corrected once", async () => {
  const step = count();
  const [target, { moves }] = [model.target(step), expected(step, model, {})];
  const ask = () => run.send(step, model, target, randomUUID());
  const [one, other] = await run.during(ask, ask);
  expect([one.body, other.body]).toMatchObject([{ changed: 0 }, { changed: moves.length }]);
  model.apply(other.body.movement, step, { moves, closed: [] }, target, await observed.effectOf(other.body.movement));
  expect(await observed.stored(model)).toEqual(withoutZeros(model.held));
});

test("a retried receipt of a whole container reports all of it, also when its first run stopped half way", async () => {
  const announced = announce();
  run.record(announced, await run.send(announced, model, {}, randomUUID()), model, {});
  const step: Step = { ...receive(), list: undefined, close: false };
  const target = model.target(step);
  const [wanted, key] = [expected(step, model, target), randomUUID()];
  const ask = () => run.send(step, model, target, key);
  const cutOff = () => {
    run.injectFaults(["forward", "deny"]);
    return ask().finally(run.clearFaults);
  };
  // Holds the retry after it has found nothing posted with its key, and before it reads the container.
  const container = (operation: string, body: string) =>
    operation === "GetItem" && body.includes(`"${run.world.env.SHIPMENTS_TABLE}"`);
  const [again, first] = await run.during(ask, cutOff, container);
  expect([first.status, again.status]).toEqual([500, 201]);
  expect(observed.sorted(observed.movesInAnswer(again.body.data))).toEqual(observed.sorted(wanted.moves));
  model.apply(again.body.movement, step, wanted, target, await observed.effectOf(again.body.movement));
  expect(await observed.stored(model)).toEqual(withoutZeros(model.held));
});

/** Sends a step with an outage, then again without; false when the step made no such call. */
const runTwice = async (step: Step, where: Outage): Promise<boolean> => {
  const target = model.target(step);
  const wanted = expected(step, model, target);
  const key = randomUUID();
  const before = withoutZeros(model.held);
  const within = run.injectOutage(where);
  await run.send(step, model, target, key);
  const reached = within();
  run.clearFaults();
  const left = await observed.stored(model);
  const answer = await run.send(step, model, target, key);
  expect([step.kind, answer.status]).toEqual([step.kind, 201]);
  run.record(step, answer, model, target);
  const { movement } = answer.body;
  const addition = observed.additionIn(answer);
  const chunks = movement ? await observed.entriesOf(movement) : [];
  const added = addition ? (await observed.entriesOf(addition)).flatMap(observed.movesOf) : [];
  const effect = { moves: chunks.flatMap(observed.movesOf), closed: chunks.flatMap(({ closed = [] }) => closed) };
  expect(observed.sorted([...effect.moves, ...added])).toEqual(observed.sorted(wanted.moves));
  expect(effect.closed).toEqual(wanted.closed);
  if (movement) model.apply(movement, step, effect, target, await observed.effectOf(movement));
  if (addition)
    model.applyAddition(addition, { moves: added, closed: [] }, step, target, await observed.effectOf(addition));
  expect(await observed.stored(model)).toEqual(withoutZeros(model.held));
  // Before the retry, the stock is the sum of some number of whole movements. A correction and its addition are one.
  expect(states(before, addition ? [wanted.moves] : chunks.map(observed.movesOf))).toContainEqual(left);
  return reached;
};

/** Holdings before the first movement, after it, and so on. */
const states = (held: Counts, chunks: Moves[]): Counts[] => {
  const all = [held];
  for (const moves of chunks) {
    const next = { ...all.at(-1) };
    for (const [pair, units] of moves) next[pair] = (next[pair] ?? 0) + units;
    all.push(withoutZeros(next));
  }
  return all;
};
