// The lines of a correction as its form has them, and what they change.
import type { MovementLines } from "#shared/correction.ts";

export interface CorrectedLine {
  product: string;
  /** "" until it is chosen. */
  warehouse: string;
  /** Of a transfer: the other warehouse. */
  to?: string | undefined;
  /** NaN while its field is empty. */
  quantity: number;
}

export const linesOf = ({ lines }: MovementLines): CorrectedLine[] =>
  lines.map(({ product, warehouse, to, quantity }) => ({
    product: product._id,
    warehouse: warehouse._id,
    ...(to && { to: to._id }),
    quantity,
  }));

/** All lines of the products that have changed. */
export const changedLines = <L extends CorrectedLine>(opened: MovementLines, list: readonly L[]): L[] => {
  const before = byProduct(linesOf(opened));
  return [...byProduct(list)].flatMap(([product, own]) =>
    JSON.stringify(own) === JSON.stringify(before.get(product)) ? [] : own,
  );
};

const byProduct = <L extends CorrectedLine>(lines: readonly L[]): Map<string, L[]> =>
  Map.groupBy(lines, ({ product }) => product);

export interface Change {
  /** Units that go back, that come from another warehouse, and that are added. */
  returned: number;
  moved: number;
  added: number;
  /** Warehouses from which less is taken than before. */
  less: ReadonlySet<string>;
}

const placesOf = (lines: readonly CorrectedLine[]): Map<string, number> => {
  const places = new Map<string, number>();
  for (const { warehouse, to = "", quantity } of lines) {
    const place = `${warehouse} ${to}`;
    places.set(place, (places.get(place) ?? 0) + (quantity || 0));
  }
  return places;
};

export const changeOf = (opened: MovementLines, list: readonly CorrectedLine[]): Change => {
  const change = { returned: 0, moved: 0, added: 0, less: new Set<string>() };
  const all = byProduct(linesOf(opened));
  for (const [product, own] of byProduct(changedLines(opened, list))) {
    const [before, after] = [placesOf(all.get(product) ?? []), placesOf(own)];
    let [more, less] = [0, 0];
    for (const place of new Set([...before.keys(), ...after.keys()])) {
      const units = (after.get(place) ?? 0) - (before.get(place) ?? 0);
      if (units > 0) more += units;
      else less -= units;
      if (units < 0) change.less.add(place.split(" ")[0] ?? "");
    }
    change.moved += Math.min(more, less);
    change.added += Math.max(0, more - less);
    change.returned += Math.max(0, less - more);
  }
  return change;
};
