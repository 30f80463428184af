// Every call that changes stock, with its Lambda killed in each call to the engines, or each transaction left unanswered
// or in progress, and then retried with the same key: its effect happens once, and never in part.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { maxProducts } from "#shared/limits.ts";
import { expected } from "./expected.ts";
import { type Outage, outages, type Step, type Wanted } from "./history.ts";
import { type Counts, type Moves, withoutZeros } from "./model.ts";
import {
  additionIn,
  dashboardSales,
  effectOf,
  entriesOf,
  inTransitNow,
  movesInAnswer,
  movesOf,
  sorted,
  stored,
} from "./observed.ts";
import {
  clearFaults,
  during,
  injectFaults,
  injectOutage,
  newModel,
  passDays,
  record,
  runJob,
  send,
  world,
} from "./run-steps.ts";

afterEach(clearFaults);

/** More than one chunk of a batch. */
const severalChunks = maxProducts + 2;
const model = await newModel(severalChunks, 2);
await passDays({ days: 90, job: true }, model);

const all = (quantity: number): Wanted[] =>
  Array.from({ length: severalChunks }, (_, product) => ({ product, quantity }));
const into = (product: number, warehouse: number, quantity: number) => (): Step => ({
  kind: "in",
  product,
  warehouse,
  quantity,
});
const out = (): Step => ({ kind: "out", product: 0, warehouse: 0, quantity: 3 });
const transfer = (): Step => ({ kind: "transfer", from: 0, to: 1, list: [{ product: 0, quantity: 4 }] });
const picklist = (): Step => ({
  kind: "picklist",
  list: [
    { product: 0, quantity: 5 },
    { product: 1, quantity: 2 },
  ],
  channel: "amazon",
});
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
const countOfToday = (): Step => ({
  kind: "count",
  daysAgo: 0,
  list: [{ product: 2, warehouse: 0, quantity: 0 }],
});
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

const stories: [what: string, ...steps: (() => Step)[]][] = [
  ["a stock-in, a stock-out and its reversal", into(0, 0, 5), out, reverse],
  ["a transfer that is reversed", into(0, 0, 5), transfer, reverse],
  ["a picklist from two warehouses that is cancelled", into(0, 0, 2), into(0, 1, 3), into(1, 0, 2), picklist, reverse],
  [`a container of ${severalChunks} products, received short and reversed`, announce, receive, reverse],
  ["a count of today", countOfToday],
  [`a count of ${severalChunks} products on a closed day that is reversed`, count, reverse],
  [
    "a picklist, more of which is taken from another warehouse",
    into(0, 0, 9),
    into(1, 0, 2),
    into(0, 1, 9),
    picklist,
    correct(7, 1),
  ],
];

const runStory = async (_: string, ...steps: (() => Step)[]): Promise<void> => {
  for (const how of outages)
    for (let call = 0, within = true; within; call++) {
      within = false;
      for (const step of steps) within = (await runTwice(step(), { call, how })) || within;
    }
  expect(await inTransitNow(model)).toEqual(model.outstanding);
  expect(await dashboardSales(model, model.today)).toEqual(withoutZeros(model.sold));
  await runJob();
};

const guarantee =
  "%s happens once and whole, wherever the Lambda is killed, loses an answer or meets a transaction in progress";
test.each(stories.slice(0, 1))(guarantee, runStory);
test.each(stories.slice(1))(guarantee, { tags: "exhaustive" }, runStory);

test("a closed day counted by two people at once is corrected once", async () => {
  const step = count();
  const [target, { moves }] = [model.target(step), expected(step, model, {})];
  const ask = () => send(step, model, target, randomUUID());
  const [one, other] = await during(ask, ask);
  expect([one.body, other.body]).toMatchObject([{ changed: 0 }, { changed: moves.length }]);
  model.apply(other.body.movement, step, { moves, closed: [] }, target, await effectOf(other.body.movement));
  expect(await stored(model)).toEqual(withoutZeros(model.held));
});

test("a retried receipt of a whole container reports all of it, also when its first run stopped half way", async () => {
  const announced = announce();
  record(announced, await send(announced, model, {}, randomUUID()), model, {});
  const step: Step = { ...receive(), list: undefined, close: false };
  const target = model.target(step);
  const [wanted, key] = [expected(step, model, target), randomUUID()];
  const ask = () => send(step, model, target, key);
  const cutOff = () => {
    injectFaults(["forward", "deny"]);
    return ask().finally(clearFaults);
  };
  // Holds the retry after it has found nothing posted with its key, and before it reads the container.
  const container = (operation: string, body: string) =>
    operation === "GetItem" && body.includes(`"${world.env.SHIPMENTS_TABLE}"`);
  const [again, first] = await during(ask, cutOff, container);
  expect([first.status, again.status]).toEqual([500, 201]);
  expect(sorted(movesInAnswer(again.body.data))).toEqual(sorted(wanted.moves));
  model.apply(again.body.movement, step, wanted, target, await effectOf(again.body.movement));
  expect(await stored(model)).toEqual(withoutZeros(model.held));
});

/** Sends a step with an outage, then again without; false when the step made no such call. */
const runTwice = async (step: Step, where: Outage): Promise<boolean> => {
  const target = model.target(step);
  const wanted = expected(step, model, target);
  const key = randomUUID();
  const before = withoutZeros(model.held);
  const within = injectOutage(where);
  await send(step, model, target, key);
  const reached = within();
  clearFaults();
  const left = await stored(model);
  const answer = await send(step, model, target, key);
  expect([step.kind, answer.status]).toEqual([step.kind, 201]);
  record(step, answer, model, target);
  const { movement } = answer.body;
  const addition = additionIn(answer);
  const chunks = movement ? await entriesOf(movement) : [];
  const added = addition ? (await entriesOf(addition)).flatMap(movesOf) : [];
  const effect = { moves: chunks.flatMap(movesOf), closed: chunks.flatMap(({ closed = [] }) => closed) };
  expect(sorted([...effect.moves, ...added])).toEqual(sorted(wanted.moves));
  expect(effect.closed).toEqual(wanted.closed);
  if (movement) model.apply(movement, step, effect, target, await effectOf(movement));
  if (addition) model.applyAddition(addition, { moves: added, closed: [] }, step, target, await effectOf(addition));
  expect(await stored(model)).toEqual(withoutZeros(model.held));
  // Before the retry, the stock is the sum of some number of whole movements. A correction and its addition are one.
  expect(states(before, addition ? [wanted.moves] : chunks.map(movesOf))).toContainEqual(left);
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
