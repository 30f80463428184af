// A simple model of stock to compare the product with: units held, sold and outstanding, the closing stock of each day,
// and the effect of each movement.
import { addDays, listDays } from "#shared/day.ts";
import { hasOutstanding, type Item, outstanding } from "#shared/shipment-item.ts";
import type { Step } from "./history.ts";

export type Counts = Record<string, number>;
/** Units by `product-warehouse`. */
export type Moves = [pair: string, units: number][];

/** A product or a warehouse. */
export interface Named {
  _id: string;
  /** P.ID or W.ID, which another product or warehouse can take once this one is deleted. */
  code: string;
  made: string;
  deleted?: string;
}

interface Container {
  id: string;
  items: Item[];
  deleted?: boolean;
}

/** The rows that a step refers to, looked up before other steps of its round are sent. */
export interface Target {
  entity?: Named;
  container?: Container;
  original?: Posted;
}

/** The change of stock by a step, and the units it closed short. */
export interface Effect {
  moves: Moves;
  closed: [product: string, units: number][];
}

export interface Posted extends Effect, Target {
  id: string;
  step: Step;
  /** The business day on which it was posted, and the instant. */
  day: string;
  at: string;
  /** Of an addition that was taken back: the instant from which on a count may have seen its units. */
  since?: string;
  /** The day whose close it corrects: the counted one, for a count of an earlier day and for its reversal. */
  corrects?: string;
  /** What corrections have left of its moves, and how many there were. */
  left: Counts;
  corrections: number;
  reversed: boolean;
  /** If it takes back what a correction or reversal moves: the counts that had found what is there. */
  relies?: Posted[];
}

const add = (counts: Counts, key: string, units: number): void => {
  counts[key] = (counts[key] ?? 0) + units;
};

/** When a movement was posted. */
export interface Moment {
  day: string;
  at: string;
}

/** A count of an earlier day is of its close. */
const countedAt = ({ corrects, at }: Posted): string =>
  corrects ? new Date(`${addDays(corrects, 1)}T00:00:00+05:30`).toISOString() : at;

/** Whether a correction or reversal says that its entry was wrong, so that what was counted since stays. */
export const isWrong = (step: Step, original: Posted): boolean => {
  if (step.kind === "reverse") return step.counted === "entered_wrongly";
  const usual = original.step.kind === "picklist" ? "moved_now" : "entered_wrongly";
  return step.kind === "correct" && (step.counted ?? usual) === "entered_wrongly";
};

/** Some answers leave zeros out and some do not. */
export const withoutZeros = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([, units]) => units !== 0));

export class StockModel {
  readonly first: string;
  /** The business day by the clock, which may go back a few minutes over midnight. */
  today: string;
  /** The first day that is still open: for a quarter of an hour after midnight the day before. */
  openDay: string;
  readonly held: Counts = {};
  /** What lies on the shelves: what the last count found there, and what has moved since. */
  readonly shelf: Counts = {};
  /** Units by `day product-channel`. */
  readonly sold: Counts = {};
  /** Days with requests around the midnight at their end. */
  readonly busyMidnights: string[] = [];
  readonly posted: Posted[] = [];
  readonly containers: Container[] = [];
  /** By their number in a history; `replaced` holds deleted ones whose number and code a new one has. */
  readonly products: Named[];
  readonly warehouses: Named[];
  readonly replaced = { product: [] as Named[], warehouse: [] as Named[] };

  constructor(today: string, products: Named[], warehouses: Named[]) {
    this.first = today;
    this.today = today;
    this.openDay = today;
    this.products = products;
    this.warehouses = warehouses;
  }

  target(step: Step): Target {
    const one = <T>(all: T[], number: number): T | undefined => all[number % Math.max(1, all.length)];
    if (step.kind === "reverse" || step.kind === "correct") return { original: one(this.posted, step.movement) };
    if (step.kind === "receive") return { container: one(this.containers, step.container) };
    if (step.kind !== "delete" && step.kind !== "replace" && step.kind !== "restore") return {};
    if (step.noun === "container") return { container: one(this.containers, step.number) };
    const all = this.numbered(step.noun);
    const gone = all.filter(({ deleted }) => deleted);
    if (step.kind === "replace") return { entity: one(gone, step.number) };
    return { entity: one(step.kind === "restore" ? [...all, ...this.replaced[step.noun]] : all, step.number) };
  }

  private numbered(noun: "product" | "warehouse"): Named[] {
    return noun === "product" ? this.products : this.warehouses;
  }

  /** Outstanding units of containers, by product that is not deleted. */
  get outstanding(): Counts {
    const live = new Set(this.products.filter(({ deleted }) => !deleted).map(({ _id }) => _id));
    const sum: Counts = {};
    for (const { items, deleted } of this.containers)
      for (const item of items) if (!deleted && live.has(item.product)) add(sum, item.product, outstanding(item));
    return withoutZeros(sum);
  }

  /** Holdings by P.ID and W.ID, without rows that were deleted by the end of a day. */
  shown(held: Counts, day: string): Counts {
    const { product, warehouse } = this.replaced;
    const entities = [...this.products, ...this.warehouses, ...product, ...warehouse];
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

  /** Sets the business day, and the first day that is still open. */
  setDay(today: string, openDay = today): void {
    this.today = today;
    this.openDay = openDay;
  }

  /** Days that are over, since the model began. */
  get pastDays(): string[] {
    return this.first < this.today ? listDays(this.first, addDays(this.today, -1)) : [];
  }

  /** Holdings at the close of a day, with later corrections. */
  closeOf(day: string): Counts {
    const close: Counts = {};
    for (const one of this.posted)
      if ((one.corrects ?? one.day) <= day) for (const [pair, units] of one.moves) add(close, pair, units);
    return close;
  }

  /** Applies the effect of an answered step by the ledger, and the day on which it was posted. */
  apply(id: string, step: Step, { moves, closed }: Effect, target: Target, { day, at }: Moment): Posted {
    const { original } = target;
    for (const [pair, units] of moves) add(this.held, pair, units);
    const found = original && isWrong(step, original) ? this.countedSince(original) : () => undefined;
    for (const [pair, units] of moves) if (!found(pair)) add(this.shelf, pair, units);
    const container = target.container ?? original?.container;
    for (const [pair, units] of moves) this.receive(container, pair.split("-")[0] ?? "", units, 0);
    for (const [product, units] of closed) this.receive(container, product, 0, units);
    if (step.kind === "reverse")
      for (const [product, units] of original?.closed ?? []) this.receive(container, product, 0, -units);
    const sale = original ?? { step, day };
    if (sale.step.kind === "picklist")
      for (const [pair, units] of moves)
        add(this.sold, `${sale.day} ${pair.split("-")[0]}-${sale.step.channel}`, -units);
    const left: Counts = {};
    for (const [pair, units] of moves) add(original?.left ?? left, pair, units);
    if (original && step.kind === "correct") original.corrections++;
    const isNothingLeft = Object.values(original?.left ?? {}).every((units) => units === 0);
    if (original && (step.kind === "reverse" || (isNothingLeft && original.closed.length === 0)))
      original.reversed = true;
    const isBackDated = step.kind === "count" && step.daysAgo > 0;
    const corrects = isBackDated ? addDays(day, -step.daysAgo) : original?.corrects;
    const posted = { id, step, day, at, corrects, moves, closed, left, corrections: 0, reversed: false, ...target };
    this.posted.push(posted);
    return posted;
  }

  /** Applies what a correction has added, which is a movement of the corrected kind. */
  applyAddition(id: string, effect: Effect, step: Step, { original }: Target, moment: Moment): void {
    if (!original) return;
    const found = isWrong(step, original) ? this.countedSince(original) : () => undefined;
    const addition = this.apply(id, original.step, effect, { container: original.container }, moment);
    for (const [pair, units] of effect.moves)
      if (found(pair)) {
        add(this.shelf, pair, -units);
        addition.since = original.since ?? original.at;
      }
  }

  /** Applies what a correction or reversal took back: nothing moves on the shelves. */
  applyTakeBack(id: string, effect: Effect, { original }: Target, moment: Moment): void {
    const step: Step = { kind: "count", daysAgo: 0, list: [] };
    const found = original ? this.countedSince(original) : () => undefined;
    const posted = this.apply(id, step, effect, {}, moment);
    for (const [pair, units] of effect.moves) add(this.shelf, pair, -units);
    posted.relies = effect.moves.flatMap(([pair]) => found(pair) ?? []);
  }

  /** The last count of a pair that knew of a movement, if it is not reversed and had found a difference. */
  countedSince({ at, since = at, id }: Posted): (pair: string) => Posted | undefined {
    const counts = this.posted.filter(
      (one) => one.step.kind === "count" && !one.relies && !one.reversed && one.id !== id && countedAt(one) > since,
    );
    return (pair) =>
      counts
        .filter(({ moves }) => moves.some(([moved]) => moved === pair))
        .reduce<Posted | undefined>((last, one) => (last && countedAt(last) > countedAt(one) ? last : one), undefined);
  }

  /** A product or warehouse by its id, also one that was replaced. */
  named(noun: "product" | "warehouse", id: string): Named | undefined {
    return [...this.numbered(noun), ...this.replaced[noun]].find(({ _id }) => _id === id);
  }

  private receive(container: Container | undefined, product: string, received: number, closed: number): void {
    const item = container?.items.find((one) => one.product === product);
    if (!item) return;
    item.received += received;
    item.closed = (item.closed ?? 0) + closed;
  }

  /** The new product or warehouse takes the number of the deleted one. */
  replace(noun: "product" | "warehouse", before: Named, after: Named): void {
    const all = this.numbered(noun);
    all[all.indexOf(before)] = after;
    this.replaced[noun].push(before);
  }

  /** The product or warehouse that has the code of another one, and is not deleted. */
  ownerOf(noun: "product" | "warehouse", { code }: Named): Named | undefined {
    return this.numbered(noun).find((one) => one.code === code && !one.deleted);
  }

  /** Restores a deleted one; if it was replaced, it takes its number back, since its replacement is deleted. */
  restore(noun: "product" | "warehouse", entity: Named): void {
    entity.deleted = undefined;
    const at = this.replaced[noun].indexOf(entity);
    if (at < 0) return;
    this.replaced[noun].splice(at, 1);
    const heir = this.numbered(noun).find(({ code }) => code === entity.code);
    if (heir) this.replace(noun, heir, entity);
  }
}

export const isOpen = ({ items, deleted }: Container): boolean => !deleted && hasOutstanding(items);
