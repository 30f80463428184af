// Random histories: the steps of people on several days, how often each request arrives, and its faults.
import fc from "fast-check";
import { type Channel, channels } from "#shared/channel.ts";
import type { ReturnCause } from "#shared/movement.ts";
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

/** A number names an earlier movement or container; beyond the end of the list it wraps round. */
export type Step =
  | { kind: "in" | "out"; product: number; warehouse: number; quantity: number }
  | { kind: "picklist"; list: Wanted[]; channel: Channel }
  | { kind: "transfer"; from: number; to: number; list: Wanted[] }
  | { kind: "announce"; list: Wanted[] }
  | { kind: "receive"; container: number; warehouse: number; list: Wanted[] | undefined; close: boolean }
  | { kind: "reverse"; movement: number; counted?: ReturnCause | undefined }
  /** One line gets another quantity, and perhaps another warehouse: of a transfer, the one that it goes to. */
  | {
      kind: "correct";
      movement: number;
      line: number;
      quantity: number;
      warehouse: number | undefined;
      /** What is answered where the product was counted since. */
      counted?: ReturnCause | undefined;
    }
  | { kind: "count"; daysAgo: number; list: Counted[] }
  | { kind: "delete"; noun: "product" | "warehouse" | "container"; number: number }
  /** A new product or warehouse with the code of a deleted one. */
  | { kind: "replace"; noun: "product" | "warehouse"; number: number }
  /** Even if it is not deleted, or another one has its code. */
  | { kind: "restore"; noun: "product" | "warehouse"; number: number };

export interface Delivery {
  step: Step;
  /** How many copies of the request arrive at once. */
  times: number;
  /** Outcomes of the first transactions, if there is no outage. */
  outcomes: Outcome[];
  outage: Outage | undefined;
}

/**
 * The number of the request to AWS in which the Lambda is killed, or of the transaction whose answer is lost or is "in progress",
 * before or after its commit.
 */
export interface Outage {
  call: number;
  how: (typeof outages)[number];
}

export const outages = ["killed", "unanswered", "in progress", "committed, in progress"] as const;

/** A request alone: the model predicts its result. */
interface Alone {
  kind: "alone";
  delivery: Delivery;
}

/** Requests at the same time, perhaps while the nightly job runs. */
export interface Together {
  kind: "together";
  deliveries: Delivery[];
  job: boolean;
}

/** Days that pass, and whether the nightly job runs at their end. */
interface DaysPassed {
  kind: "days";
  days: number;
  job: boolean;
}

/** Requests around a midnight: the first is repeated after it, and the last meets a clock that is nine minutes slow. */
export interface Midnight {
  kind: "midnight";
  before: Delivery;
  after: Delivery;
  late: Delivery;
  /** Whether the nightly job runs while the day before is still open. */
  job: boolean;
}

export type Round = Alone | Together | DaysPassed | Midnight;

const number = fc.nat({ max: perHistory - 1 });
const quantity = fc.integer({ min: 1, max: 12 });
/** More units come in than go out at a time, so that most steps find enough stock. */
const plenty = fc.integer({ min: 1, max: 40 });
const list = fc.array(fc.record({ product: number, quantity }), { minLength: 1, maxLength: 3 });
const counted = fc.uniqueArray(fc.record({ product: number, warehouse: number, quantity: fc.nat({ max: 20 }) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ product, warehouse }) => `${product} ${warehouse}`,
});
const earlier = fc.nat({ max: 50 });
const noun = fc.constantFrom("product", "warehouse");
const job = fc.boolean();
const cause = fc.constantFrom<ReturnCause | undefined>(undefined, "entered_wrongly", "moved_now");

/** A kind of step or round, as often as its weight says. */
export const weighted = <Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => {
  const arbitrary = fc.record({ kind: fc.constant(kind), ...fields });
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<Fields & { kind: Kind }> };
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(5, "in", { product: number, warehouse: number, quantity: plenty }),
  weighted(2, "out", { product: number, warehouse: number, quantity }),
  weighted(4, "picklist", { list, channel: fc.constantFrom(...channels) }),
  weighted(2, "transfer", { from: number, to: number, list }),
  weighted(2, "announce", { list }),
  weighted(4, "receive", { container: earlier, warehouse: number, list: maybe(list), close: fc.boolean() }),
  weighted(4, "reverse", { movement: earlier, counted: cause }),
  weighted(5, "correct", {
    ...{ movement: earlier, line: fc.nat({ max: 8 }), quantity: fc.nat({ max: 14 }) },
    ...{ warehouse: maybe(number), counted: cause },
  }),
  weighted(3, "count", { daysAgo: fc.nat({ max: 3 }), list: counted }),
  // Mostly of what has just been posted, which then is corrected.
  weighted(3, "count", { daysAgo: fc.constant(0), list: counted }),
  weighted(3, "delete", { noun: fc.constantFrom("product", "warehouse", "container"), number: earlier }),
  weighted(3, "replace", { noun, number }),
  weighted(2, "restore", { noun, number: earlier }),
);

const outcome = fc.constantFrom<Outcome>(
  "forward",
  "forward",
  "lose request",
  "lose answer",
  "in progress",
  "committed, in progress",
  "conflict",
  "throttle",
  "fail",
);

export const delivery: fc.Arbitrary<Delivery> = fc.record({
  step,
  times: fc.integer({ min: 1, max: 2 }),
  outcomes: fc.array(outcome, { maxLength: 3 }),
  outage: fc.option(fc.record({ call: fc.nat({ max: 15 }), how: fc.constantFrom(...outages) }), {
    freq: 2,
    nil: undefined,
  }),
});

const several = fc.array(delivery, { minLength: 2, maxLength: 4 });

const round: fc.Arbitrary<Round> = fc.oneof(
  weighted(16, "alone", { delivery }),
  weighted(4, "together", { deliveries: several, job }),
  weighted(3, "days", { days: fc.integer({ min: 1, max: 4 }), job }),
  weighted(1, "midnight", { before: delivery, after: delivery, late: delivery, job }),
);

export const histories = fc.array(round, { minLength: 12, maxLength: 30 });
