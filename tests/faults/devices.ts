// Devices that keep the catalogue and ask at random moments what has changed of it, while a random history runs, the
// index lags and requests are held between their date and their commit. In the end their lists are those of the API.
import assert from "node:assert/strict";
import fc from "fast-check";
import { seededRandom } from "#demo/random.ts";
import { lambdasNow, setSkew } from "#tests/support/clock.ts";
import { listsOfApi, newDevice, putOtherProducts } from "#tests/support/device.ts";
import { changeForm } from "#tests/support/fixtures.ts";
import { type Delivery, delivery, perHistory, weighted } from "./history.ts";
import type { StockModel } from "./model.ts";
import { alone, aloneDuring } from "./run-history.ts";
import { advance, clearFaults, during, hideFromIndex, newModel, root, setTime, signIn, world } from "./run-steps.ts";

/** Seconds by which entries of a history appear in the index after they are dated. */
type Lag = "short" | "sometimes long";

type Round =
  | { kind: "post"; delivery: Delivery; held: number }
  | { kind: "edit"; what: "product" | "warehouse" | "container"; number: number }
  | { kind: "ask"; device: number }
  | { kind: "ask and post"; device: number; delivery: Delivery }
  | { kind: "wait"; seconds: number };

interface History {
  lag: Lag;
  atNight: boolean;
  /** Of the random lags. */
  seed: number;
  rounds: Round[];
}

const devices = 3;

/** Milliseconds by which the clocks of Lambdas differ from that of the test. */
const skew = 5_000;

/** Without changes of warehouses, after which everything is sent again; among the edits are some of them. */
const posted = delivery.filter(({ step }) => !("noun" in step && step.noun === "warehouse"));

const device = fc.nat({ max: devices - 1 });

const rounds: fc.Arbitrary<Round> = fc.oneof(
  weighted(6, "post", { delivery: posted, held: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 27 })) }),
  weighted(2, "edit", {
    what: fc.constantFrom("product", "product", "warehouse", "container"),
    number: fc.nat({ max: 20 }),
  }),
  // Something is posted while it is answered: after the logs were asked, before their answer.
  weighted(2, "ask and post", { device, delivery: posted }),
  weighted(6, "ask", { device }),
  weighted(3, "wait", { seconds: fc.oneof(fc.nat(40), fc.nat(900)) }),
);

const history: fc.Arbitrary<History> = fc.record({
  lag: fc.constantFrom("short", "sometimes long"),
  atNight: fc.boolean(),
  seed: fc.nat(),
  rounds: fc.array(rounds, { minLength: 6, maxLength: 14 }),
});

let seeding: Promise<void> | undefined;

const edit = async ({ what, number }: Extract<Round, { kind: "edit" }>, model: StockModel): Promise<void> => {
  if (what === "product") {
    const { _id } = model.products[number % perHistory] ?? {};
    await root().patch(`/v1/products/${_id}`, changeForm({ name: `Bath Towel ${number}` }));
  } else if (what === "warehouse" && number < 2) {
    const { _id } = model.warehouses[number % perHistory] ?? {};
    await root().patch(`/v1/warehouses/${_id}`, { name: `Hub ${number}` });
  } else if (what === "container") {
    const { id } = model.containers[number % Math.max(1, model.containers.length)] ?? {};
    await root().patch(`/v1/shipments/${id}`, { expected_delivery: `2027-01-${String(10 + number).padStart(2, "0")}` });
  }
};

const isLogRead = (operation: string, body: string): boolean => operation === "Query" && body.includes('"byDay"');

/** Milliseconds after its date at which an entry is in the index. */
const lagOf = (id: string, lag: Lag, seed: number): number => {
  const text = [...id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, seed);
  const random = seededRandom(text).next();
  if (random < 0.3) return 0;
  if (random < 0.6) return 2_000 * random;
  return lag === "short" || random < 0.7 ? 90_000 * random : 1_200_000 * random;
};

const run = async ({ lag, atNight, seed, rounds }: History): Promise<void> => {
  clearFaults();
  seeding ??= putOtherProducts(world);
  await seeding;
  const model = await newModel(perHistory, perHistory);
  if (atNight) {
    setTime("23:40");
    await signIn();
  }
  // Containers are found by their index, so it may lag no longer than the four minutes of entries that name them.
  const lagOn = (index: string) => (index === "open" ? "short" : lag);
  hideFromIndex((id, createdAt, index) => lambdasNow() < createdAt + lagOf(id, lagOn(index), seed));
  const all = Array.from({ length: devices }, newDevice);
  for (const device of all) await device.ask(root());
  const ask = async (device: number) => all[device]?.ask(root());
  for (const round of rounds) {
    if (round.kind === "wait") await advance(round.seconds, model);
    else if (round.kind === "ask") await ask(round.device);
    else if (round.kind === "edit") await edit(round, model);
    else if (round.kind === "ask and post") {
      const post = () => aloneDuring(round.delivery.step, model, async () => undefined);
      await during(() => ask(round.device), post, isLogRead);
    } else if (round.held === 0) await alone(round.delivery, model);
    // A device asks between the date of an entry and its commit.
    else
      await aloneDuring(round.delivery.step, model, async () => {
        await advance(round.held, model);
        await ask(0);
      });
  }
  await advance(95, model);
  if (lag === "sometimes long") {
    for (const device of all) await device.ask(root());
    await advance(3_700, model);
  }
  for (const device of all) await device.ask(root());
  hideFromIndex(undefined);
  const lists = await listsOfApi(root());
  for (const device of all) assert.deepEqual(device.lists(), lists);
};

/** Short histories: a later change of the same product would hide a missed one. */
export const deviceDifferenceOf = async (seed: number): Promise<string | undefined> => {
  setSkew(skew);
  const details = await fc.check(fc.asyncProperty(history, run), { seed, numRuns: 3, endOnFailure: true });
  setSkew(0);
  return details.failed ? `${details.errorInstance}\n${fc.defaultReportMessage(details)}` : undefined;
};
