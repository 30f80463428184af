// Random histories of orders and containers of one product, and a model that knows each unit of a container: its order, or "", in
// the order of announcement. What is tested must take and refuse the same steps, and come to the same figures.
import { expect } from "vitest";
import { type Random, seededRandom } from "#demo/random.ts";
import type { FromOrder } from "#shared/shipment-item.ts";

export type Step =
  | { kind: "order"; quantity: number }
  | { kind: "edit"; order: string; quantity: number }
  | { kind: "close" | "reopen"; order: string }
  | { kind: "announce"; quantity: number; from: FromOrder[] }
  | { kind: "change"; container: string; quantity: number; from?: FromOrder[] }
  | { kind: "receive" | "take back"; container: string; quantity: number; short: number }
  | { kind: "remove"; container: string }
  | { kind: "delete" | "restore" };

/** Of each order the units ordered, announced, closed and open; of each open container those of each order; what the plan counts. */
export interface Figures {
  orders: Record<string, number[]>;
  from: Record<string, Record<string, number>>;
  /** In transit and on order; undefined while the product is deleted. */
  coming: number[] | undefined;
}

export interface Tested {
  /** The id of a new order or container, or any other text; undefined if the step is refused. */
  take: (step: Step) => Promise<string | undefined>;
  figures: () => Promise<Figures>;
}

interface Box {
  units: string[];
  received: number;
  short: number;
  receipts: { quantity: number; short: number }[];
  isGone?: true;
}

const countOf = (units: readonly string[], order: string): number => units.filter((one) => one === order).length;
const tagged = (from: readonly FromOrder[]): string[] => from.flatMap(([order, of]) => Array<string>(of).fill(order));

/** Units of each order. */
export const sumByOrder = (from: readonly FromOrder[] = []): Record<string, number> => {
  const units = tagged(from);
  return Object.fromEntries([...new Set(units)].map((order) => [order, countOf(units, order)]));
};

const outstanding = ({ units, received, short }: Box): number => Math.max(0, units.length - received - short);

export const newModel = () => {
  const orders = new Map<string, { quantity: number; closed: number }>();
  const boxes = new Map<string, Box>();
  let isDeleted = false;
  const announced = (order: string) => [...boxes.values()].reduce((sum, { units }) => sum + countOf(units, order), 0);
  const open = (order: string) => {
    const { quantity, closed } = orders.get(order) ?? { quantity: 0, closed: 0 };
    return quantity - closed - announced(order);
  };

  /** The container with another quantity; undefined if it is refused. */
  const changed = (box: Box, quantity: number, from?: FromOrder[]): Box | undefined => {
    const { units, received } = box;
    if (quantity < Math.min(received, units.length)) return undefined;
    const short = Math.min(box.short, Math.max(0, quantity - received));
    const own = tagged(from ?? []);
    if (own.length > quantity) return undefined;
    const room = from ? [...own, ...Array<string>(quantity - own.length).fill("")] : [...units];
    // Each unit keeps its place if there is room for one more of its order; units that are added follow.
    const next = [...units, ...own].filter((one) => room.includes(one) && room.splice(room.indexOf(one), 1));
    const after = [...next, ...Array<string>(quantity).fill("")].slice(0, quantity);
    const stay = units.slice(0, received + short);
    const isRight = (order: string) =>
      order === "" ||
      (countOf(after, order) >= countOf(stay, order) && countOf(after, order) - countOf(units, order) <= open(order));
    return [...units, ...own].every(isRight) && quantity > received + short
      ? { ...box, units: after, short }
      : undefined;
  };

  const take = (step: Step, id = ""): boolean => {
    const box = "container" in step ? boxes.get(step.container) : undefined;
    const put = (next: Box | undefined): boolean =>
      !!next && !!boxes.set(box && "container" in step ? step.container : id, next);
    const order = "order" in step ? orders.get(step.order) : undefined;
    switch (step.kind) {
      case "order":
        return !isDeleted && !!orders.set(id, { quantity: step.quantity, closed: 0 });
      case "announce":
        return !isDeleted && put(changed({ units: [], received: 0, short: 0, receipts: [] }, step.quantity, step.from));
      case "change":
        return !!box && outstanding(box) > 0 && put(changed(box, step.quantity, step.from));
      case "receive":
      case "take back": {
        const [sign, receipts] =
          step.kind === "receive" ? [1, [...(box?.receipts ?? []), step]] : [-1, box?.receipts.slice(0, -1) ?? []];
        const short = (box?.short ?? 0) + sign * step.short;
        return (
          !!box && put({ ...box, received: box.received + sign * step.quantity, short: Math.max(0, short), receipts })
        );
      }
      case "remove":
        return !!box && put({ ...box, units: box.units.slice(0, box.received + box.short), isGone: true });
      case "edit":
        if (!order || step.quantity < announced(step.order)) return false;
        order.closed = Math.min(order.closed, step.quantity - announced(step.order));
        order.quantity = step.quantity;
        return true;
      case "close":
        if (order) order.closed += open(step.order);
        return true;
      case "reopen":
        if (order && !isDeleted) order.closed = 0;
        return true;
      default:
        if (step.kind === "delete") for (const [one, row] of orders) row.closed += open(one);
        isDeleted = step.kind === "delete";
        return true;
    }
  };

  const figures = (): Figures => {
    const standing = [...boxes].filter(([, { isGone }]) => !isGone);
    const inTransit = standing.reduce((sum, [, box]) => sum + outstanding(box), 0);
    const onOrder = [...orders.keys()].reduce((sum, one) => sum + open(one), 0);
    return {
      orders: Object.fromEntries(
        [...orders].map(([one, row]) => [one, [row.quantity, announced(one), row.closed, open(one)]]),
      ),
      from: Object.fromEntries(
        standing.map(([one, { units }]) => [one, sumByOrder(units.flatMap((order) => (order ? [[order, 1]] : [])))]),
      ),
      coming: isDeleted ? undefined : [inTransit, onOrder],
    };
  };
  return { orders, boxes, open, take, figures, isDeleted: () => isDeleted };
};

/** Mostly a step that can be taken. */
const nextStep = (random: Random, { orders, boxes, open, isDeleted }: ReturnType<typeof newModel>): Step => {
  const standing = [...boxes].filter(([, { isGone }]) => !isGone);
  const chosen = random.pick(standing);
  const order = random.pick([...orders.keys()]);
  const more = [...orders.keys()].flatMap((one): FromOrder[] => {
    const units = random.between(0, open(one) + Number(random.happens(0.05)));
    return units > 0 && random.happens(0.5) ? [[one, units]] : [];
  });
  const added = tagged(more).length + random.between(0, 2);
  const kind = random.between(0, 15);
  if (isDeleted() && (kind === 3 || random.happens(0.2))) return { kind: "restore" };
  if (!order || kind === 0) return { kind: "order", quantity: random.between(1, 9) };
  if (kind === 1) return { kind: "edit", order, quantity: random.between(1, 12) };
  if (kind === 2) return { kind: random.happens(0.5) ? "close" : "reopen", order };
  if (kind === 3) return { kind: "delete" };
  if (!chosen || kind < 7) return { kind: "announce", quantity: Math.max(1, added), from: more };
  const [container, box] = chosen;
  const { units, receipts } = box;
  const held = units.flatMap((one): FromOrder[] => (one && random.happens(0.95) ? [[one, 1]] : []));
  if (kind < 10) return { kind: "change", container, quantity: units.length + added, from: [...held, ...more] };
  if (kind < 12) return { kind: "change", container, quantity: random.between(1, units.length + 2) };
  if (kind === 12) return { kind: "remove", container };
  const last = receipts.at(-1);
  if (last && !isDeleted() && (kind === 13 || outstanding(box) === 0)) return { kind: "take back", container, ...last };
  if (outstanding(box) === 0) return { kind: "remove", container };
  const quantity = isDeleted() ? 0 : random.between(0, outstanding(box));
  const isShort = quantity === 0 || random.happens(0.2);
  return { kind: "receive", container, quantity, short: isShort ? outstanding(box) - quantity : 0 };
};

export const compare = async (seed: number, steps: number, { take, figures }: Tested): Promise<void> => {
  const [random, model] = [seededRandom(seed), newModel()];
  for (let at = 0; at < steps; at++) {
    const step = nextStep(random, model);
    const id = await take(step);
    const isTaken = model.take(step, id);
    const context = `seed ${seed}, step ${at}: ${JSON.stringify(step)}`;
    expect([id !== undefined, await figures()], context).toEqual([isTaken, model.figures()]);
  }
};
