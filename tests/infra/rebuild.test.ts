// The rebuild drill, also alone as `npm run rebuild-drill`: after random histories all that is derived is deleted, made again, and
// equal to the last row. Marks of picked order lines are in no movement, and stay.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { histories, perHistory, type Round } from "#tests/faults/history.ts";
import { alone } from "#tests/faults/run-history.ts";
import * as run from "#tests/faults/run-steps.ts";
import { drill } from "#tests/support/derived.ts";
import { newPerson } from "#tests/support/fixtures.ts";
import { applyAll, csv, previewOf } from "#tests/support/imports.ts";
import { createProduct, newWarehouse } from "#tests/support/stock.ts";

const { world } = run;

/** Steps of a history, one after another and without faults. */
const live = async (seed: number, maxRounds?: number): Promise<string> => {
  const [rounds = []] = fc.sample(histories, { seed, numRuns: 1 });
  const model = await run.newModel(perHistory, perHistory);
  const deliveriesOf = (round: Round) =>
    round.kind === "alone" ? [round.delivery] : round.kind === "together" ? round.deliveries : [];
  for (const round of rounds.slice(0, maxRounds)) {
    for (const { step } of deliveriesOf(round)) await alone({ step, times: 1, outcomes: [], outage: undefined }, model);
    if (round.kind === "days") await run.passDays(round, model);
    if (round.kind === "midnight") await run.passDays({ days: 1, job: true }, model);
  }
  await run.passDays({ days: 1, job: true }, model);
  return model.first;
};

/** Rows of the other nouns with names, and of root users. */
const name = async (): Promise<void> => {
  const root = run.root();
  for (const name of ["Swaddles", "Bibs"]) await root.post("/v1/categories", { name });
  const [, bibs] = (await root.get("/v1/categories")).body;
  await root.delete(`/v1/categories/${bibs._id}`);
  const { _id } = await newPerson({ ...world, root }, "manager");
  await root.patch(`/v1/users/${_id}`, { role: "root", username: `Asha ${_id}` });
};

const guarantee = "all that is derived is made again from the ledger and the nouns, equal to the last row";

test(`after a history ${guarantee}`, async () => {
  const first = await live(1);
  await name();
  await drill(world, first);
});

test(`after 100 histories ${guarantee}`, { tags: "exhaustive", timeout: 1_200_000 }, async () => {
  for (let seed = 100; seed < 200; seed += 5) {
    // A rebuild takes as long as there are days.
    await world.empty();
    await run.signIn();
    const first = await live(seed, 16);
    for (let next = 1; next < 5; next++) await live(seed + next, 16);
    await name();
    await drill(world, first);
  }
});

test("a file that was picked yesterday is not picked again after the drill, and closed days keep what was not for picking", async () => {
  await world.empty();
  const day = "2030-01-05";
  await run.beginDay(day);
  const [{ _id: product, p_id }, warehouse] = [await createProduct(run.root()), await newWarehouse(run.root())];
  await run.root().post("/v1/transactions/in", { product, warehouse, quantity: 20 });
  const other = await newWarehouse(run.root());
  const mark = (not_for_picking: string) => run.root().patch(`/v1/warehouses/${other}`, { not_for_picking });
  await mark("yes");
  const file = csv([
    ["Order ID", "SKU", "Qty", "Status"],
    ["404-1", p_id, 2, "Unshipped"],
  ]);
  const preview = async () => (await previewOf(run.root(), "orders", file, { channel: "amazon" })).body;
  await applyAll(run.root(), (await preview())._id);
  await run.beginDay(addDays(day, 1));
  await run.runJob();
  await mark("");
  await run.beginDay(addDays(day, 2));
  await run.runJob();
  await drill(world, day);
  expect((await preview()).counts).toEqual({ picked: 1 });
  expect((await run.root().get("/v1/stocks")).body).toMatchObject([{ quantity: 18, warehouse: { _id: warehouse } }]);
});
