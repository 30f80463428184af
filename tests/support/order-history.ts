// Random histories of orders and containers of one product, and a model that knows each unit of a container: its order, or "", in
// the order of announcement. What is tested must take and refuse the same steps, and come to the same figures.
import { expect } from "vitest";
import { type Random, seededRandom } from "#demo/random.ts";
import type { OrderItem } from "#shared/purchase-order-item.ts";
import type { FromOrder } from "#shared/shipment-item.ts";

type OfOrders = "order" | "edit" | "close" | "reopen";
type OfContainers = "announce" | "change" | "receive" | "take back" | "remove";

/** What happens to an order or a container, to a new one, or to the product. */
export interface Step {
  kind: OfOrders | OfContainers | "delete" | "restore";
  id: string;
  quantity: number;
  /** Units that a receipt closes short. */
  short: number;
  from?: FromOrder[];
}

/** Of each order the units ordered, announced, closed and open; of each container those of each order; in transit and on order. */
export interface Figures {
  orders: Record<string, number[]>;
  from: Record<string, Record<string, number>>;
  /** Undefined while the product is deleted. */
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
  receipts: Step[];
}

const countOf = (units: readonly string[], order: string): number => units.filter((one) => one === order).length;
const tagged = (from: readonly FromOrder[]): string[] => from.flatMap(([order, of]) => Array<string>(of).fill(order));

/** Units of each order. */
export const sumByOrder = (from: readonly FromOrder[] = []): Record<string, number> => {
  const units = tagged(from);
  return Object.fromEntries([...new Set(units)].map((order) => [order, countOf(units, order)]));
};

/** Units ordered, announced, closed and open. */
export const figuresOf = ({ quantity, announced = 0, closed = 0 }: Omit<OrderItem, "product">): number[] => {
  return [quantity, announced, closed, quantity - announced - closed];
};

const outstanding = ({ units, received, short }: Box): number => Math.max(0, units.length - received - short);

const newModel = () => {
  const orders = new Map<string, { quantity: number; closed: number }>();
  const boxes = new Map<string, Box>();
  const removed: string[] = [];
  let isDeleted = false;
  const announced = (order: string) => countOf([...removed, ...[...boxes.values()].flatMap((box) => box.units)], order);
  const open = (order: string) => {
    const { quantity, closed } = orders.get(order) ?? { quantity: 0, closed: 0 };
    return quantity - closed - announced(order);
  };

  /** The container with another quantity; undefined if it is refused. */
  const changed = (box: Box, { quantity, from }: Step): Box | undefined => {
    const { units, received } = box;
    const short = Math.min(box.short, Math.max(0, quantity - received));
    const own = tagged(from ?? []);
    if (quantity <= received + short || own.length > quantity) return undefined;
    const room = from ? [...own, ...Array<string>(quantity - own.length).fill("")] : [...units];
    // Each unit keeps its place if there is room for one more of its order; units that are added follow.
    const kept = [...units, ...own].filter((one) => room.includes(one) && room.splice(room.indexOf(one), 1));
    const next = [...kept, ...Array<string>(quantity).fill("")].slice(0, quantity);
    const stay = units.slice(0, received + short);
    const isRight = (order: string) =>
      order === "" ||
      (countOf(next, order) >= countOf(stay, order) && countOf(next, order) - countOf(units, order) <= open(order));
    return [...units, ...own].every(isRight) ? { ...box, units: next, short } : undefined;
  };
  const put = (id: string, box: Box | undefined): boolean => !!box && !!boxes.set(id, box);

  /** Whether the step is taken; `id`: of what is new. */
  const take = (step: Step, id = ""): boolean => {
    const box = boxes.get(step.id) ?? { units: [], received: 0, short: 0, receipts: [] };
    const order = orders.get(step.id) ?? { quantity: 0, closed: 0 };
    const { units, received, short, receipts } = box;
    switch (step.kind) {
      case "order":
        return !isDeleted && !!orders.set(id, { quantity: step.quantity, closed: 0 });
      case "edit": {
        const most = step.quantity - announced(step.id);
        return most >= 0 && !!orders.set(step.id, { ...step, closed: Math.min(order.closed, most) });
      }
      case "close":
        return !!orders.set(step.id, { ...order, closed: order.closed + open(step.id) });
      case "reopen":
        return isDeleted || !!orders.set(step.id, { ...order, closed: 0 });
      case "announce":
        return !isDeleted && put(id, changed(box, step));
      case "change":
        return outstanding(box) > 0 && put(step.id, changed(box, step));
      case "receive": {
        const more = { received: received + step.quantity, short: short + step.short };
        return put(step.id, { units, ...more, receipts: [...receipts, step] });
      }
      case "take back": {
        const less = { received: received - step.quantity, short: Math.max(0, short - step.short) };
        return put(step.id, { units, ...less, receipts: receipts.slice(0, -1) });
      }
      case "remove":
        removed.push(...units.slice(0, received + short));
        return boxes.delete(step.id);
      default:
        isDeleted = step.kind === "delete";
        if (isDeleted) for (const [one, row] of orders) row.closed += open(one);
        return true;
    }
  };

  const figures = (): Figures => {
    const inTransit = [...boxes.values()].reduce((sum, box) => sum + outstanding(box), 0);
    const onOrder = [...orders.keys()].reduce((sum, one) => sum + open(one), 0);
    const ofOrders = (box: Box) => sumByOrder(box.units.filter(Boolean).map((order) => [order, 1]));
    return {
      orders: Object.fromEntries(
        [...orders].map(([one, row]) => [one, figuresOf({ ...row, announced: announced(one) })]),
      ),
      from: Object.fromEntries([...boxes].map(([one, box]) => [one, ofOrders(box)])),
      coming: isDeleted ? undefined : [inTransit, onOrder],
    };
  };
  return { orders, boxes, open, take, figures, isDeleted: () => isDeleted };
};

/** Mostly a step that can be taken. */
const nextStep = (random: Random, { orders, boxes, open, isDeleted }: ReturnType<typeof newModel>): Step => {
  const step = (of: Partial<Step> & Pick<Step, "kind">): Step => ({ id: "", quantity: 0, short: 0, ...of });
  const [order, box] = [random.pick([...orders.keys()]), random.pick([...boxes])];
  const more = [...orders.keys()].flatMap((one): FromOrder[] => {
    const units = random.between(0, open(one) + Number(random.happens(0.05)));
    return units > 0 && random.happens(0.5) ? [[one, units]] : [];
  });
  const added = tagged(more).length + random.between(0, 2);
  const kind = random.between(0, 15);
  if (isDeleted() && (kind === 3 || random.happens(0.2))) return step({ kind: "restore" });
  if (!order || kind === 0) return step({ kind: "order", quantity: random.between(1, 9) });
  if (kind === 1) return step({ kind: "edit", id: order, quantity: random.between(1, 12) });
  if (kind === 2) return step({ kind: random.happens(0.5) ? "close" : "reopen", id: order });
  if (kind === 3) return step({ kind: "delete" });
  if (!box || kind < 7) return step({ kind: "announce", quantity: Math.max(1, added), from: more });
  const [id, { units, receipts, received }] = box;
  const held = units.flatMap((one): FromOrder[] => (one && random.happens(0.95) ? [[one, 1]] : []));
  if (kind < 10) return step({ kind: "change", id, quantity: units.length + added, from: [...held, ...more] });
  if (kind < 12)
    return step({ kind: "change", id, quantity: random.between(Math.max(1, received - 1), units.length + 2) });
  const last = receipts.at(-1);
  const rest = outstanding(box[1]);
  if (last && !isDeleted() && (kind === 12 || rest === 0)) return { ...last, kind: "take back" };
  if (kind === 13 || rest === 0) return step({ kind: "remove", id });
  const quantity = isDeleted() ? 0 : random.between(0, rest);
  return step({ kind: "receive", id, quantity, short: quantity === 0 || random.happens(0.2) ? rest - quantity : 0 });
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
