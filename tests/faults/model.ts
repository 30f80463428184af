// A simple model of stock to compare the product with: what is held, sold and outstanding, what each day closed with,
// and what each movement did.
import { addDays } from "#shared/day.ts";
import { hasOutstanding, type Item, outstanding } from "#shared/shipment-item.ts";
import type { Step } from "./history.ts";

export type Counts = Record<string, number>;
/** Units by `product-warehouse`. */
export type Moves = [pair: string, units: number][];

/** A product or a warehouse. */
export interface Named {
  _id: string;
  /** P.ID or W.ID, which another can take once this one is deleted. */
  code: string;
  made: string;
  deleted?: string;
}

interface Container {
  id: string;
  items: Item[];
  deleted?: boolean;
}

/** What a step refers to, looked up before other steps of its round are sent. */
export interface Target {
  entity?: Named;
  container?: Container;
  original?: Posted;
}

/** How a step changed stock, and what it closed short. */
export interface Effect {
  moves: Moves;
  closed: [product: string, units: number][];
}

interface Posted extends Effect, Target {
  id: string;
  step: Step;
  day: string;
  sold: Counts;
  reversed: boolean;
}

const add = (counts: Counts, key: string, units: number): void => {
  counts[key] = (counts[key] ?? 0) + units;
};

/** Some answers leave zeros out and some do not. */
export const withoutZeros = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([, units]) => units !== 0));

export class StockModel {
  readonly first: string;
  today: string;
  readonly held: Counts = {};
  /** Units by `day product-channel`. */
  readonly sold: Counts = {};
  /** Holdings at the close of each day, with later corrections. */
  readonly closes = new Map<string, Counts>();
  readonly posted: Posted[] = [];
  readonly containers: Container[] = [];
  /** By their number in a history; `replaced` holds those whose number another has taken. */
  readonly products: Named[];
  readonly warehouses: Named[];
  readonly replaced: Named[] = [];

  constructor(today: string, products: Named[], warehouses: Named[]) {
    this.first = today;
    this.today = today;
    this.products = products;
    this.warehouses = warehouses;
  }

  target(step: Step): Target {
    const one = <T>(all: T[], number: number): T | undefined => all[number % Math.max(1, all.length)];
    if (step.kind === "reverse") return { original: one(this.posted, step.movement) };
    if (step.kind === "receive") return { container: one(this.containers, step.container) };
    if (step.kind !== "delete" && step.kind !== "replace") return {};
    if (step.noun === "container") return { container: one(this.containers, step.number) };
    const all = step.noun === "product" ? this.products : this.warehouses;
    return { entity: one(step.kind === "replace" ? all.filter(({ deleted }) => deleted) : all, step.number) };
  }

  /** Outstanding units of containers, by product that is not deleted. */
  get outstanding(): Counts {
    const live = new Set(this.products.filter(({ deleted }) => !deleted).map(({ _id }) => _id));
    const sum: Counts = {};
    for (const { items, deleted } of this.containers)
      for (const item of items) if (!deleted && live.has(item.product)) add(sum, item.product, outstanding(item));
    return withoutZeros(sum);
  }

  /** Holdings without what was deleted by the end of a day, by P.ID and W.ID. */
  shown(held: Counts, day: string): Counts {
    const entities = [...this.products, ...this.warehouses, ...this.replaced];
    const there = new Map(
      entities.filter(({ deleted }) => !deleted || deleted > day).map(({ _id, code }) => [_id, code]),
    );
    const shown: Counts = {};
    for (const [pair, units] of Object.entries(held)) {
      const [product, warehouse] = pair.split("-").map((id) => there.get(id));
      if (product && warehouse && units !== 0) shown[`${product} in ${warehouse}`] = units;
    }
    return shown;
  }

  /** Applies what the ledger says of an answered step. */
  apply(id: string, step: Step, { moves, closed }: Effect, target: Target): void {
    const { original } = target;
    for (const [pair, units] of moves) add(this.held, pair, units);
    const container = target.container ?? original?.container;
    for (const [pair, units] of moves) this.receive(container, pair.split("-")[0] ?? "", units, 0);
    for (const [product, units] of closed) this.receive(container, product, 0, units);
    for (const [product, units] of original?.closed ?? []) this.receive(container, product, 0, -units);
    this.correctClosedDays(step, moves, original);
    const sold: Counts = {};
    if (step.kind === "picklist")
      for (const [pair, units] of moves) add(sold, `${this.today} ${pair.split("-")[0]}-${step.channel}`, -units);
    for (const [key, units] of Object.entries(sold)) add(this.sold, key, units);
    for (const [key, units] of Object.entries(original?.sold ?? {})) add(this.sold, key, -units);
    if (original) original.reversed = true;
    this.posted.push({ id, step, day: this.today, moves, closed, sold, reversed: false, ...target });
  }

  private receive(container: Container | undefined, product: string, received: number, closed: number): void {
    const item = container?.items.find((one) => one.product === product);
    if (!item) return;
    item.received += received;
    item.closed = (item.closed ?? 0) + closed;
  }

  /** A count of a closed day, or its reversal, changes the close of that day and of every later one. */
  private correctClosedDays(step: Step, moves: Moves, original: Posted | undefined): void {
    const count = original ?? { step, day: this.today };
    if (count.step.kind !== "count" || count.step.daysAgo === 0) return;
    const counted = addDays(count.day, -count.step.daysAgo);
    for (const [day, close] of this.closes)
      if (day >= counted) for (const [pair, units] of moves) add(close, pair, units);
  }

  /** Each day that passes closes with what is held now. */
  passDays(days: number): void {
    for (let day = 0; day < days; day++) {
      this.closes.set(this.today, { ...this.held });
      this.today = addDays(this.today, 1);
    }
  }

  /** The new product or warehouse takes the number of the deleted one. */
  replace(noun: "product" | "warehouse", before: Named, after: Named): void {
    const all = noun === "product" ? this.products : this.warehouses;
    all[all.indexOf(before)] = after;
    this.replaced.push(before);
  }
}

export const isOpen = ({ items, deleted }: Container): boolean => !deleted && hasOutstanding(items);
