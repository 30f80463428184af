// Every path that changes stock, its Lambda killed in each of its calls to the engines, or each of its transactions
// unanswered; then asked again under the same key: what it does is done once, and nothing is left by halves.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { maxProducts } from "#shared/allocation.ts";
import { type Counts, type Moves, without } from "./books.ts";
import { expected } from "./expected.ts";
import type { Hurt, Step, Wanted } from "./history.ts";
import { befall, during, hurtIn, newBooks, note, pass, runJob, send, spare, world } from "./stage.ts";
import { entriesOf, movesOf, owedNow, reported, soldNow, sorted, stored } from "./told.ts";

afterEach(spare);

/** More than one chunk of a batch. */
const wide = maxProducts + 2;
const books = await newBooks(wide, 2);
await pass({ days: 90, job: true }, books);

const all = (quantity: number): Wanted[] => Array.from({ length: wide }, (_, product) => ({ product, quantity }));
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
/** Of the latest container; the rest is closed short. */
const receive = () => ({
  kind: "receive" as const,
  container: books.containers.length - 1,
  warehouse: 1,
  list: all(2),
  close: true,
});
const counts = 0;
let daysAgo = 0;
/** Every time of an earlier day: it has not been spoken of. */
const count = (): Step => ({
  kind: "count",
  daysAgo: ++daysAgo,
  list: all(daysAgo).map((line) => ({ ...line, warehouse: 1 })),
});
const countOfToday = (): Step => ({
  kind: "count",
  daysAgo: 0,
  list: [{ product: 2, warehouse: 0, quantity: counts }],
});
/** The latest movement. */
const reverse = (): Step => ({ kind: "reverse", movement: books.posted.length - 1 });

const stories: [what: string, ...steps: (() => Step)[]][] = [
  ["what comes in, goes out and back", into(0, 0, 5), out, reverse],
  ["a transfer that is undone", into(0, 0, 5), transfer, reverse],
  ["a picklist from two warehouses that is cancelled", into(0, 0, 2), into(0, 1, 3), into(1, 0, 2), picklist, reverse],
  [`a container of ${wide} products, received short and undone`, announce, receive, reverse],
  ["a count of today", countOfToday],
  [`a count of ${wide} products on a closed day that is undone`, count, reverse],
];

test.each(stories)("%s: once and whole, wherever the Lambda is killed or loses an answer", async (_, ...steps) => {
  for (const how of ["killed", "unanswered"] as const)
    for (let call = 0, within = true; within; call++) {
      within = false;
      for (const step of steps) within = (await hurt(step(), { call, how })) || within;
    }
  expect(await owedNow(books)).toEqual(books.outstanding);
  expect(await soldNow(books, books.today)).toEqual(without(books.sold));
  await runJob();
});

test("a closed day that two people count at once is corrected once", async () => {
  const step = count();
  const [meant, { moves }] = [books.meant(step), expected(step, books, {})];
  const ask = () => send(step, books, meant, randomUUID());
  const [one, other] = await during(ask, ask);
  expect([one.body, other.body]).toMatchObject([{ changed: 0 }, { changed: moves.length }]);
  books.apply(other.body.movement, step, { moves, closed: [] }, meant);
  expect(await stored(books)).toEqual(without(books.held));
});

test("a whole container that is received again while its first run comes half way is answered whole", async () => {
  const announced = announce();
  note(announced, await send(announced, books, {}, randomUUID()), books, {});
  const step: Step = { ...receive(), list: undefined, close: false };
  const meant = books.meant(step);
  const [wanted, key] = [expected(step, books, meant), randomUUID()];
  const ask = () => send(step, books, meant, key);
  const cutOff = () => {
    befall(["forward", "deny"]);
    return ask().finally(spare);
  };
  // Held where it has seen that nothing is posted under its key, and has not seen the container.
  const container = (operation: string, body: string) =>
    operation === "GetItem" && body.includes(`"${world.env.SHIPMENTS_TABLE}"`);
  const [again, first] = await during(ask, cutOff, container);
  expect([first.status, again.status]).toEqual([500, 201]);
  expect(sorted(reported(again.body.data))).toEqual(sorted(wanted.moves));
  books.apply(again.body.movement, step, wanted, meant);
  expect(await stored(books)).toEqual(without(books.held));
});

/** Plays a step that is hurt in a call, and plays it again; false when it came to no such call. */
const hurt = async (step: Step, where: Hurt): Promise<boolean> => {
  const meant = books.meant(step);
  const wanted = expected(step, books, meant);
  const key = randomUUID();
  const was = without(books.held);
  const within = hurtIn(where);
  await send(step, books, meant, key);
  const cameSoFar = within();
  spare();
  const left = await stored(books);
  const answer = await send(step, books, meant, key);
  expect([step.kind, answer.status]).toEqual([step.kind, 201]);
  note(step, answer, books, meant);
  const { movement } = answer.body;
  const chunks = movement ? await entriesOf(movement) : [];
  const effect = { moves: chunks.flatMap(movesOf), closed: chunks.flatMap(({ closed = [] }) => closed) };
  expect(sorted(effect.moves)).toEqual(sorted(wanted.moves));
  expect(effect.closed).toEqual(wanted.closed);
  if (movement) books.apply(movement, step, effect, meant);
  expect(await stored(books)).toEqual(without(books.held));
  // What stood in between is as many whole movements as had been posted.
  expect(states(was, chunks.map(movesOf))).toContainEqual(left);
  return cameSoFar;
};

/** What is held before the first movement, after it, and so on. */
const states = (held: Counts, chunks: Moves[]): Counts[] => {
  const all = [held];
  for (const moves of chunks) {
    const next = { ...all.at(-1) };
    for (const [pair, units] of moves) next[pair] = (next[pair] ?? 0) + units;
    all.push(without(next));
  }
  return all;
};
