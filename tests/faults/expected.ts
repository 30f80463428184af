// The expected result of a step that runs alone: its status, the units it moves, and the units it closes short.

import { breakdown } from "#shared/allocation.ts";
import { addDays } from "#shared/day.ts";
import { outstanding } from "#shared/shipment-item.ts";
import { type Books, type Effect, isOpen, type Meant, type Moves } from "./books.ts";
import type { Step, Wanted } from "./history.ts";

interface Expected extends Effect {
  status: number;
}

const refused = (status: number): Expected => ({ status, moves: [], closed: [] });
const done = (moves: Moves, closed: Effect["closed"] = [], status = 201): Expected => ({ status, moves, closed });

export const expected = (step: Step, books: Books, meant: Meant): Expected => {
  switch (step.kind) {
    case "delete":
      return meant.thing?.deleted || meant.container?.deleted ? refused(404) : done([], [], 204);
    case "replace":
      return done([]);
    case "announce":
      return gone(books, step.list) ? refused(404) : done([]);
    case "receive":
      return receipt(step, books, meant);
    case "reverse":
      return reversal(books, meant);
    case "count":
      return count(step, books);
    case "transfer":
      if (step.from === step.to) return refused(400);
      return gone(books, step.list, step.from, step.to) ? refused(404) : covered(books, transferred(step, books));
    case "picklist":
      return gone(books, step.list) ? refused(404) : covered(books, picked(step.list, books));
    default: {
      const { kind, product, warehouse, quantity } = step;
      if (gone(books, [{ product, quantity }], warehouse)) return refused(404);
      return covered(books, [[at(books, product, warehouse), kind === "in" ? quantity : -quantity]]);
    }
  }
};

const at = ({ products, warehouses }: Books, product: number, warehouse: number): string =>
  `${products[product]?._id}-${warehouses[warehouse]?._id}`;

const gone = ({ products, warehouses }: Books, list: Wanted[], ...places: number[]): boolean =>
  list.some(({ product }) => products[product]?.deleted) || places.some((place) => warehouses[place]?.deleted);

/** 422 if stock is insufficient; null means that a picklist could not be allocated. */
const covered = ({ held }: Books, moves: Moves | null): Expected =>
  moves?.every(([pair, units]) => (held[pair] ?? 0) + units >= 0 || units >= 0) ? done(moves) : refused(422);

const summed = (list: Wanted[], { products }: Books): Map<string, number> => {
  const wanted = new Map<string, number>();
  for (const { product, quantity } of list) {
    const id = products[product]?._id ?? "";
    wanted.set(id, (wanted.get(id) ?? 0) + quantity);
  }
  return wanted;
};

const transferred = ({ from, to, list }: Step & { kind: "transfer" }, books: Books): Moves => {
  const place = (number: number) => books.warehouses[number]?._id;
  return [...summed(list, books)].flatMap(
    ([product, units]): Moves => [
      [`${product}-${place(from)}`, -units],
      [`${product}-${place(to)}`, units],
    ],
  );
};

const picked = (list: Wanted[], books: Books): Moves | null => {
  const picks = [...summed(list, books)].map(([product, units]) => {
    const holdings = books.warehouses
      .filter(({ deleted }) => !deleted)
      .map(({ _id, code }) => ({
        warehouse: { _id, w_id: code, name: "" },
        quantity: books.held[`${product}-${_id}`] ?? 0,
      }));
    return breakdown(units, holdings)?.map(({ warehouse, quantity }): Moves[number] => [
      `${product}-${warehouse._id}`,
      -quantity,
    ]);
  });
  return picks.includes(undefined) ? null : picks.flatMap((moves) => moves ?? []);
};

/** Units return even to deleted products and warehouses, but not to a deleted container. */
const reversal = (books: Books, { original }: Meant): Expected => {
  if (!original || original.step.kind === "reverse" || original.reversed) return refused(409);
  const back = covered(
    books,
    original.moves.map(([pair, units]): Moves[number] => [pair, -units]),
  );
  return original.container?.deleted ? refused(422) : back;
};

/** Deleted products are not received: their outstanding units are closed short. */
const receipt = (step: Step & { kind: "receive" }, books: Books, { container }: Meant): Expected => {
  if (!container || container.deleted) return refused(404);
  if (!isOpen(container)) return refused(409);
  const { items } = container;
  const wanted = step.list && summed(step.list, books);
  for (const [product, units] of wanted ?? []) {
    const item = items.find((one) => one.product === product);
    if (!item || units > outstanding(item)) return refused(422);
  }
  const place = books.warehouses[step.warehouse];
  if (place?.deleted) return refused(404);
  const live = new Set(books.products.filter(({ deleted }) => !deleted).map(({ _id }) => _id));
  const lines = items.map((item) => {
    const comes = !live.has(item.product) ? 0 : wanted ? (wanted.get(item.product) ?? 0) : outstanding(item);
    const short = step.close || !live.has(item.product) ? outstanding(item) - comes : 0;
    return { product: item.product, comes, short };
  });
  return done(
    lines.filter(({ comes }) => comes > 0).map(({ product, comes }) => [`${product}-${place?._id}`, comes]),
    lines.filter(({ short }) => short > 0).map(({ product, short }) => [product, short]),
  );
};

/** A count of today is compared with current stock, an earlier one with that day's closing stock; no later close may go negative. */
const count = ({ daysAgo, list }: Step & { kind: "count" }, books: Books): Expected => {
  const date = addDays(books.today, -daysAgo);
  const unknown = list.some(({ product, warehouse }) =>
    [books.products[product], books.warehouses[warehouse]].some((one) => !one || one.deleted || one.made > date),
  );
  if (unknown) return refused(422);
  const told = daysAgo === 0 ? books.held : (books.closes.get(date) ?? {});
  const moves = list
    .map(({ product, warehouse, quantity }): Moves[number] => {
      const pair = at(books, product, warehouse);
      return [pair, quantity - (told[pair] ?? 0)];
    })
    .filter(([, units]) => units !== 0);
  const since = [...books.closes].flatMap(([day, close]) => (day > date ? [close] : []));
  const short = ([pair, units]: Moves[number]) => since.some((close) => units < 0 && (close[pair] ?? 0) + units < 0);
  return moves.some(short) ? refused(422) : covered(books, moves);
};
