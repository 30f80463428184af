// The expected result of a step that runs alone: its status, the units it moves, and the units it closes short.
import { breakdown } from "#shared/allocation.ts";
import { addDays } from "#shared/day.ts";
import { outstanding } from "#shared/shipment-item.ts";
import { correctionOf } from "./correction.ts";
import type { Step, Wanted } from "./history.ts";
import { type Effect, isOpen, isWrong, type Moves, type Posted, type StockModel, type Target } from "./model.ts";

interface Expected extends Effect {
  status: number;
}

const refused = (status: number): Expected => ({ status, moves: [], closed: [] });
const done = (moves: Moves, closed: Effect["closed"] = [], status = 201): Expected => ({ status, moves, closed });

export const expected = (step: Step, model: StockModel, target: Target): Expected => {
  switch (step.kind) {
    case "delete":
      return target.entity?.deleted || target.container?.deleted ? refused(404) : done([], [], 204);
    case "replace":
      return done([]);
    case "restore":
      return restoration(step, model, target);
    case "announce":
      return gone(model, step.list) ? refused(404) : done([]);
    case "receive":
      return receipt(step, model, target);
    case "reverse":
      return reversal(step, model, target);
    case "correct":
      return correction(step, model, target);
    case "count":
      return count(step, model);
    case "transfer":
      if (step.from === step.to) return refused(400);
      return gone(model, step.list, step.from, step.to) ? refused(404) : covered(model, transferred(step, model));
    case "picklist":
      return gone(model, step.list) ? refused(404) : covered(model, picked(step.list, model));
    default: {
      const { kind, product, warehouse, quantity } = step;
      if (gone(model, [{ product, quantity }], warehouse)) return refused(404);
      return covered(model, [[pairOf(model, product, warehouse), kind === "in" ? quantity : -quantity]]);
    }
  }
};

/** Refused while another one has the code; no effect on one that is not deleted. */
const restoration = ({ noun }: Step & { kind: "restore" }, model: StockModel, { entity }: Target): Expected => {
  const isTaken = entity?.deleted !== undefined && model.ownerOf(noun, entity) !== undefined;
  return isTaken ? refused(409) : done([], [], 200);
};

/** The key of a product in a warehouse, both given by their index in the model. */
export const pairOf = ({ products, warehouses }: StockModel, product: number, warehouse: number): string =>
  `${products[product]?._id}-${warehouses[warehouse]?._id}`;

const gone = ({ products, warehouses }: StockModel, list: Wanted[], ...places: number[]): boolean =>
  list.some(({ product }) => products[product]?.deleted) || places.some((place) => warehouses[place]?.deleted);

/** 422 if stock is insufficient; null means that a picklist could not be allocated. */
const covered = ({ held }: StockModel, moves: Moves | null): Expected =>
  moves?.every(([pair, units]) => (held[pair] ?? 0) + units >= 0 || units >= 0) ? done(moves) : refused(422);

const summed = (list: Wanted[], { products }: StockModel): Map<string, number> => {
  const wanted = new Map<string, number>();
  for (const { product, quantity } of list) {
    const id = products[product]?._id ?? "";
    wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  }
  return wanted;
};

const transferred = ({ from, to, list }: Step & { kind: "transfer" }, model: StockModel): Moves => {
  const place = (number: number) => model.warehouses[number]?._id;
  return [...summed(list, model)].flatMap(
    ([product, units]): Moves => [
      [`${product}-${place(from)}`, -units],
      [`${product}-${place(to)}`, units],
    ],
  );
};

const picked = (list: Wanted[], model: StockModel): Moves | null => {
  const picks = [...summed(list, model)].map(([product, units]) => {
    const holdings = model.warehouses
      .filter(({ deleted }) => !deleted)
      .map(({ _id, code }) => ({
        warehouse: { _id, w_id: code, name: "" },
        quantity: model.held[`${product}-${_id}`] ?? 0,
      }));
    return breakdown(units, holdings)?.map(({ warehouse, quantity }): Moves[number] => [
      `${product}-${warehouse._id}`,
      -quantity,
    ]);
  });
  return picks.includes(undefined) ? null : picks.flatMap((moves) => moves ?? []);
};

/** Units return even to deleted products and warehouses, but not to a deleted container. */
const reversal = (step: Step & { kind: "reverse" }, model: StockModel, { original }: Target): Expected => {
  if (!original || isReturn(original.step) || original.reversed) return refused(409);
  if (model.posted.some(({ relies, reversed }) => relies?.includes(original) && !reversed)) return refused(409);
  const moves = Object.entries(original.left).flatMap(([pair, units]): Moves => (units === 0 ? [] : [[pair, -units]]));
  const { status } = covered(model, uncounted(step, original, moves, model));
  if (original.container?.deleted || status !== 201) return refused(422);
  return done([...moves, ...takenBack(step, original, moves, model)]);
};

/** Of moves that a correction or reversal makes, those of pairs that stay as they were counted since. */
const kept = (step: Step, original: Posted, moves: Moves, model: StockModel): Moves => {
  const found = model.countedSince(original);
  return isWrong(step, original) ? moves.filter(([pair]) => found(pair)) : [];
};

const uncounted = (step: Step, original: Posted, moves: Moves, model: StockModel): Moves => {
  const counted = kept(step, original, moves, model);
  return moves.filter((move) => !counted.includes(move));
};

const takenBack = (step: Step, original: Posted, moves: Moves, model: StockModel): Moves =>
  kept(step, original, moves, model).map(([pair, units]) => [pair, -units]);

const isReturn = ({ kind }: Step): boolean => kind === "reverse" || kind === "correct";

/** Places that would have more must exist; of a container no more may come than is outstanding. */
const correction = (step: Step & { kind: "correct" }, model: StockModel, { original }: Target): Expected => {
  if (!original || isReturn(original.step) || original.step.kind === "count" || original.reversed) return refused(409);
  const { returned, added, more, isSame, list } = correctionOf(step, original, model);
  if (isSame) return refused(400);
  const moves = [...returned, ...added];
  if (moves.length === 0) return refused(422);
  const product = list[0]?.product ?? "";
  const isGone = (noun: "product" | "warehouse", id: string) => model.named(noun, id)?.deleted !== undefined;
  if (more.some((place) => isGone("warehouse", place)) || (added.length > 0 && isGone("product", product)))
    return refused(404);
  const item = original.container?.items.find((one) => one.product === product);
  const excess = item ? added.reduce((sum, [, units]) => sum + units, 0) - outstanding(item) : 0;
  if (original.container?.deleted || (item && added.length > 0 && excess > 0)) return refused(422);
  const net: Record<string, number> = {};
  for (const [pair, units] of moves) net[pair] = (net[pair] ?? 0) + units;
  const all = Object.entries(net).filter(([, units]) => units !== 0);
  const { status } = covered(model, uncounted(step, original, all, model));
  return status === 201 ? done([...moves, ...takenBack(step, original, all, model)]) : refused(status);
};

/** Deleted products are not received: their outstanding units are closed short. */
const receipt = (step: Step & { kind: "receive" }, model: StockModel, { container }: Target): Expected => {
  if (!container || container.deleted) return refused(404);
  if (!isOpen(container)) return refused(409);
  const { items } = container;
  const wanted = step.list && summed(step.list, model);
  for (const [product, units] of wanted ?? []) {
    const item = items.find((one) => one.product === product);
    if (!item || units > outstanding(item)) return refused(422);
  }
  const place = model.warehouses[step.warehouse];
  if (place?.deleted) return refused(404);
  const live = new Set(model.products.filter(({ deleted }) => !deleted).map(({ _id }) => _id));
  const lines = items.map((item) => {
    const received = !live.has(item.product) ? 0 : wanted ? (wanted.get(item.product) ?? 0) : outstanding(item);
    const short = step.close || !live.has(item.product) ? outstanding(item) - received : 0;
    return { product: item.product, received, short };
  });
  return done(
    lines.filter(({ received }) => received > 0).map(({ product, received }) => [`${product}-${place?._id}`, received]),
    lines.filter(({ short }) => short > 0).map(({ product, short }) => [product, short]),
  );
};

/**
 * A count of today is compared with current stock, an earlier one with that day's closing stock: then there may be no
 * correction for a later day, and no later close may go negative.
 */
const count = ({ daysAgo, list }: Step & { kind: "count" }, model: StockModel): Expected => {
  const date = addDays(model.today, -daysAgo);
  const isClosing = date < model.today && date >= model.openDay;
  const unknown = list.some(({ product, warehouse }) =>
    [model.products[product], model.warehouses[warehouse]].some((one) => !one || one.deleted || one.made > date),
  );
  if (isClosing || unknown) return refused(422);
  const before = daysAgo === 0 ? model.held : model.closeOf(date);
  const moves = list
    .map(({ product, warehouse, quantity }): Moves[number] => {
      const pair = pairOf(model, product, warehouse);
      return [pair, quantity - (before[pair] ?? 0)];
    })
    .filter(([, units]) => units !== 0);
  const isCounted = ([pair]: Moves[number]) =>
    daysAgo > 0 &&
    model.posted.some(
      ({ step, reversed, corrects, day, moves, relies }) =>
        step.kind === "count" &&
        !relies &&
        !reversed &&
        (corrects ?? day) > date &&
        moves.some(([moved]) => moved === pair),
    );
  if (moves.some(isCounted)) return refused(422);
  const since = model.pastDays.filter((day) => day > date).map((day) => model.closeOf(day));
  const short = ([pair, units]: Moves[number]) => since.some((close) => units < 0 && (close[pair] ?? 0) + units < 0);
  return moves.some(short) ? refused(422) : covered(model, moves);
};
