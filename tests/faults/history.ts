// Random histories: what people do to stock, how often each request arrives, and what befalls it on the way.
import fc from "fast-check";
import { type Channel, channels } from "#shared/channel.ts";
import type { Fate } from "#tests/support/proxy.ts";

/** Products and warehouses by their number in a history. */
export const width = 3;

export interface Wanted {
  product: number;
  quantity: number;
}

/** Earlier movements and containers are named by any number: it is taken round the end of the list. */
export type Step =
  | { kind: "in" | "out"; product: number; warehouse: number; quantity: number }
  | { kind: "picklist"; list: Wanted[]; channel: Channel }
  | { kind: "transfer"; from: number; to: number; list: Wanted[] }
  | { kind: "announce"; list: Wanted[] }
  | { kind: "receive"; container: number; warehouse: number; list: Wanted[] | undefined }
  | { kind: "reverse"; movement: number };

export interface Delivery {
  step: Step;
  /** Times the request arrives, at once. */
  times: number;
  fates: Fate[];
}

const number = fc.nat({ max: width - 1 });
const quantity = fc.integer({ min: 1, max: 12 });
const list = fc.array(fc.record({ product: number, quantity }), { minLength: 1, maxLength: 4 });
const earlier = fc.nat({ max: 50 });
const is = <K extends Step["kind"]>(kind: K) => fc.constant(kind);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: is("in"), product: number, warehouse: number, quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: is("out"), product: number, warehouse: number, quantity }) },
  { weight: 4, arbitrary: fc.record({ kind: is("picklist"), list, channel: fc.constantFrom(...channels) }) },
  { weight: 2, arbitrary: fc.record({ kind: is("transfer"), from: number, to: number, list }) },
  { weight: 2, arbitrary: fc.record({ kind: is("announce"), list }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: is("receive"),
      container: earlier,
      warehouse: number,
      list: fc.option(list, { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: is("reverse"), movement: earlier }) },
);

const fate = fc.constantFrom<Fate>("forward", "forward", "lose request", "lose answer", "conflict", "throttle", "fail");

const delivery: fc.Arbitrary<Delivery> = fc.record({
  step,
  times: fc.integer({ min: 1, max: 3 }),
  fates: fc.array(fate, { maxLength: 3 }),
});

/** Rounds: one delivery after the other, or several at the same time. */
export const histories = fc.array(fc.array(delivery, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 10 });
