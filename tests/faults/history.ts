// Random histories: what people do to stock on several days, how often each request arrives, and its faults.
import fc from "fast-check";
import { type Channel, channels } from "#shared/channel.ts";
import type { Outcome } from "#tests/support/proxy.ts";

/** Products, and warehouses, in a history; steps name them by number. */
export const perHistory = 3;

export interface Wanted {
  product: number;
  quantity: number;
}

interface Counted extends Wanted {
  warehouse: number;
}

/** Any number names an earlier movement or container: it wraps round at the end of the list. */
export type Step =
  | { kind: "in" | "out"; product: number; warehouse: number; quantity: number }
  | { kind: "picklist"; list: Wanted[]; channel: Channel }
  | { kind: "transfer"; from: number; to: number; list: Wanted[] }
  | { kind: "announce"; list: Wanted[] }
  | { kind: "receive"; container: number; warehouse: number; list: Wanted[] | undefined; close: boolean }
  | { kind: "reverse"; movement: number }
  | { kind: "count"; daysAgo: number; list: Counted[] }
  | { kind: "delete"; noun: "product" | "warehouse" | "container"; number: number }
  /** A new product or warehouse with the code of a deleted one. */
  | { kind: "replace"; noun: "product" | "warehouse"; number: number };

export interface Delivery {
  step: Step;
  /** How many copies of the request arrive at once. */
  times: number;
  /** Of the first transactions; without an outage. */
  outcomes: Outcome[];
  outage: Outage | undefined;
}

/** The number of the call in which the Lambda is killed, or of the transaction whose answer is lost. */
export interface Outage {
  call: number;
  how: "killed" | "unanswered";
}

/** Days that pass, and whether the nightly job runs at their end. */
export interface DaysPassed {
  days: number;
  job: boolean;
}

const number = fc.nat({ max: perHistory - 1 });
const quantity = fc.integer({ min: 1, max: 12 });
/** More comes in than goes out at a time, so that most steps find enough stock. */
const plenty = fc.integer({ min: 1, max: 40 });
const list = fc.array(fc.record({ product: number, quantity }), { minLength: 1, maxLength: 3 });
const counted = fc.uniqueArray(fc.record({ product: number, warehouse: number, quantity: fc.nat({ max: 20 }) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ product, warehouse }) => `${product} ${warehouse}`,
});
const earlier = fc.nat({ max: 50 });
const is = <K extends Step["kind"]>(kind: K) => fc.constant(kind);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: is("in"), product: number, warehouse: number, quantity: plenty }) },
  { weight: 2, arbitrary: fc.record({ kind: is("out"), product: number, warehouse: number, quantity }) },
  { weight: 4, arbitrary: fc.record({ kind: is("picklist"), list, channel: fc.constantFrom(...channels) }) },
  { weight: 2, arbitrary: fc.record({ kind: is("transfer"), from: number, to: number, list }) },
  { weight: 2, arbitrary: fc.record({ kind: is("announce"), list }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: is("receive"),
      container: earlier,
      warehouse: number,
      list: fc.option(list, { nil: undefined }),
      close: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: is("reverse"), movement: earlier }) },
  { weight: 3, arbitrary: fc.record({ kind: is("count"), daysAgo: fc.nat({ max: 3 }), list: counted }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: is("delete"),
      noun: fc.constantFrom("product" as const, "warehouse" as const, "container" as const),
      number: earlier,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: is("replace"),
      noun: fc.constantFrom("product" as const, "warehouse" as const),
      number,
    }),
  },
);

const outcome = fc.constantFrom<Outcome>(
  "forward",
  "forward",
  "lose request",
  "lose answer",
  "conflict",
  "throttle",
  "fail",
);

const delivery: fc.Arbitrary<Delivery> = fc.record({
  step,
  times: fc.integer({ min: 1, max: 2 }),
  outcomes: fc.array(outcome, { maxLength: 3 }),
  outage: fc.option(fc.record({ call: fc.nat({ max: 15 }), how: fc.constantFrom("killed", "unanswered") }), {
    freq: 2,
    nil: undefined,
  }),
});

const daysPassed: fc.Arbitrary<DaysPassed> = fc.record({ days: fc.integer({ min: 1, max: 4 }), job: fc.boolean() });

/** Rounds: one delivery alone, several at the same time, or days that pass. */
export const histories = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.tuple(delivery) },
    { weight: 2, arbitrary: fc.array(delivery, { minLength: 2, maxLength: 4 }) },
    { weight: 2, arbitrary: daysPassed },
  ),
  { minLength: 12, maxLength: 30 },
);
