// Closed days are counted and their sales reversed while people sell and the nightly job closes another day: afterwards
// stock, ledger, sales and the reports of every closed day agree.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { channels } from "#shared/channel.ts";
import { type Delivery, perHistory, type Round, type Step, type Wanted } from "#tests/faults/history.ts";
import { runHistory } from "#tests/faults/run-history.ts";

const histories = Array.from({ length: 20 }, (_, index) => index + 1);

/** Days, and the parallel actions of each. */
const days = 6;
const atOnce = 12;

const roundsOf = (seed: number): Round[] => {
  const chance = seededRandom(seed).next;
  const upTo = (most: number) => Math.floor(chance() * (most + 1));
  const lastIndex = perHistory - 1;
  const list = (): Wanted[] =>
    Array.from({ length: 1 + upTo(lastIndex) }, (_, product) => ({ product, quantity: 1 + upTo(5) }));
  const stocked = (product: number, warehouse: number): Round => ({
    kind: "alone",
    delivery: delivery({ kind: "in", product, warehouse, quantity: 60 }),
  });
  const pairs = Array.from({ length: perHistory ** 2 }, (_, pair) => [
    pair % perHistory,
    Math.floor(pair / perHistory),
  ]);
  const countedList = () =>
    pairs
      .filter(() => chance() < 0.3)
      .map(([product = 0, warehouse = 0]) => ({ product, warehouse, quantity: 30 + upTo(40) }));
  const step = (): Step => {
    const kind = chance();
    const count = countedList();
    if (kind < 0.35 && count.length > 0) return { kind: "count", daysAgo: 1 + upTo(2), list: count };
    if (kind < 0.65) return { kind: "reverse", movement: pairs.length + upTo(60) };
    if (kind < 0.75) return { kind: "transfer", from: upTo(lastIndex), to: upTo(lastIndex), list: list() };
    return { kind: "picklist", list: list(), channel: channels[upTo(channels.length - 1)] ?? "amazon" };
  };
  const day = (): Round[] => [
    { kind: "together", deliveries: Array.from({ length: atOnce }, () => delivery(step())), job: true },
    { kind: "days", days: 1, job: false },
  ];
  return [
    ...pairs.map(([product = 0, warehouse = 0]) => stocked(product, warehouse)),
    ...Array.from({ length: days }, day).flat(),
  ];
};

const delivery = (step: Step): Delivery => ({ step, times: 1, outcomes: [], outage: undefined });

test.each(histories)("the books agree after days that were corrected while they closed (%i)", async (seed) => {
  await expect(runHistory(roundsOf(seed), "all")).resolves.toBeUndefined();
});
