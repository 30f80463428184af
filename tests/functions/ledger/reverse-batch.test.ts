// Several reversals of one batch: whoever completes it answers 201, everybody else 409, and each unit returns once.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { maxProducts } from "#shared/limits.ts";
import type { Transaction } from "#shared/movement.ts";
import { alreadyReversed, partlyReversed, reversedElsewhere } from "#shared/reversal.ts";
import { putProducts } from "#tests/support/engine.ts";
import { countByStatus, countForm, inParallel, recentTransactions, today, unique } from "#tests/support/fixtures.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { heldOf, newProduct, newWarehouse, reverse } from "#tests/support/stock.ts";
import "#tests/support/to-fail-with.ts";
import { type Answer, proxiedWorld } from "#tests/support/world.ts";

const { databaseProxy: proxy, ...here } = await proxiedWorld();
const { root, manager, executive, invoke } = here;

const isPosting = (operation: string): boolean => operation === "TransactWriteItems";

/** A new warehouse in which two units of each of so many products were counted. */
const countedBatch = async (products: number) => {
  const code = unique("Batch");
  const w_id = unique("W");
  const warehouse = await newWarehouse(manager, w_id);
  const ids = Array.from({ length: products }, (_, n) => `${code}-${n}`);
  await putProducts(here, ids);
  const file = ["P.ID/SKU/BC,W.ID,Quantity", ...ids.map((_id) => `${_id},${w_id},2`)].join("\n");
  const { status, body } = await root.post("/v1/dev/stock-adjustment", countForm(today(), file));
  expect([status, body.changed]).toEqual([201, products]);
  const units = () => heldOf(manager, warehouse);
  const reversals = async (): Promise<Transaction[]> =>
    (await manager.get(recentTransactions())).body.filter((row: Transaction) => row.reverses === body.movement);
  return { id: body.movement as string, units, reversals };
};

/** Two chunks. */
const several = maxProducts + 2;

/** Holds calls, and lets each through when the test says so. */
const gate = () => {
  const waiting: (() => void)[] = [];
  let arrived = () => {};
  return {
    hold: (): Promise<Outcome> =>
      new Promise((go) => {
        waiting.push(() => go("forward"));
        arrived();
      }),
    /** Resolves when so many calls wait. */
    until: (calls: number): Promise<void> =>
      new Promise((done) => {
        arrived = () => waiting.length >= calls && done();
        arrived();
      }),
    open: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
};

const expectOneReversal = async (answers: Answer[], { units, reversals }: Awaited<ReturnType<typeof countedBatch>>) => {
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: answers.length - 1 });
  for (const answer of answers.filter(({ status }) => status === 409))
    expect(answer).toFailWith("CONFLICT", { message: alreadyReversed });
  const won = answers.find(({ status }) => status === 201);
  const rows = await reversals();
  expect([await units(), rows.length, won?.body.data.length]).toEqual([0, several, several]);
  expect(new Set(rows.map(({ movement }) => movement))).toEqual(new Set([won?.body.movement]));
};

test("of three reversals at once, of two people, one reverses the whole batch and the others have posted nothing", async () => {
  const batch = await countedBatch(several);
  const door = gate();
  // All three have found everything in order before any of them posts.
  proxy.decide = (operation) => (isPosting(operation) ? door.hold() : "forward");
  const asked = [reverse(root, batch.id), reverse(manager, batch.id), reverse(manager, batch.id)];
  await door.until(3);
  proxy.decide = () => "forward";
  door.open();
  await expectOneReversal(await Promise.all(asked), batch);
});

test("a reversal that finds another one half way takes over the rest, and the other one says so, also when it is repeated", async () => {
  const { id, units, reversals } = await countedBatch(several);
  const door = gate();
  let postings = 0;
  proxy.decide = (operation) => (isPosting(operation) && ++postings === 2 ? door.hold() : "forward");
  const key = randomUUID();
  const slow = reverse(root, id, key);
  await door.until(1);
  const fast = await reverse(manager, id);
  expect([fast.status, fast.body.data.length]).toEqual([201, several - maxProducts]);
  door.open();
  const half = [{ message: partlyReversed }, { message: reversedElsewhere }];
  expect(await slow).toFailWith("CONFLICT", ...half);
  expect(await reverse(root, id, key)).toFailWith("CONFLICT", ...half);
  expect(await reverse(manager, id)).toFailWith("CONFLICT", { message: alreadyReversed });
  expect([await units(), (await reversals()).length]).toEqual([0, several]);
});

test("a reversal that was cut off is continued by its retry, while another person's reversal of the batch is refused", async () => {
  const batch = await countedBatch(several);
  const key = randomUUID();
  let postings = 0;
  proxy.decide = (operation) => (isPosting(operation) && ++postings > 1 ? "deny" : "forward");
  expect((await reverse(root, batch.id, key)).status).toBe(500);
  proxy.decide = () => "forward";
  const again = await reverse(root, batch.id, key);
  const answers = [again, await reverse(manager, batch.id), await reverse(root, batch.id)];
  await expectOneReversal(answers, batch);
  expect(await reverse(root, batch.id, key)).toEqual({ ...again, headers: expect.anything() });
});

test("a cut-off reversal is completed once when its retry and another's meet", { tags: "exhaustive" }, async () => {
  const { id, units, reversals } = await countedBatch(several);
  const key = randomUUID();
  let postings = 0;
  proxy.decide = (operation) => (isPosting(operation) && ++postings > 1 ? "deny" : "forward");
  await reverse(root, id, key);
  const door = gate();
  proxy.decide = (operation) => (isPosting(operation) ? door.hold() : "forward");
  const asked = [reverse(root, id, key), reverse(manager, id), reverse(manager, id)];
  await door.until(3);
  proxy.decide = () => "forward";
  door.open();
  expect(countByStatus(await Promise.all(asked))).toEqual({ 201: 1, 409: 2 });
  expect([await units(), (await reversals()).length]).toEqual([0, several]);
});

test("a reversal that lost its answer is answered when it is repeated, and everybody else gets 409", async () => {
  const batch = await countedBatch(several);
  const key = randomUUID();
  let postings = 0;
  // The product repeats the transaction by itself, and the browser repeats the request.
  proxy.decide = (operation) => (isPosting(operation) && ++postings === 1 ? "lose answer" : "forward");
  const answers = await Promise.all([reverse(root, batch.id, key), reverse(root, batch.id, key)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  const others = [await reverse(manager, batch.id), await reverse(root, batch.id)];
  await expectOneReversal([answers[0] as Answer, ...others], batch);
});

test("of three reversals at once of a container's receipt, or of a stock-in whose units are all there is, two are 409", async () => {
  const [product, warehouse] = [await newProduct(manager), await newWarehouse(manager)];
  const form = { container: unique("MSKU"), expected_delivery: today(), list: [{ product, quantity: 4 }] };
  const shipment = (await executive.post("/v1/shipments", form)).body._id;
  const received = await executive.post(`/v1/shipments/${shipment}/receive`, { warehouse });
  const line = { product: await newProduct(manager), warehouse, quantity: 7 };
  const stocked = await executive.post("/v1/transactions/in", line);
  for (const posted of [received, stocked]) {
    const answers = await inParallel(3, () => reverse(manager, posted.body.movement));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 2 });
    expect(answers.flatMap(({ body }) => body.data ?? [])).toHaveLength(1);
  }
  expect(await heldOf(manager, warehouse)).toBe(0);
});

test("after all of this the books agree", async () => {
  expect(await invoke("snapshot", { pause: 0, whole: true })).toMatchObject({ mismatches: 0 });
});
