// Where products were counted after an entry was posted: by the lines of applied counts, also those that agreed, which leave
// no trace in the ledger, and by stock that was set. A count knows of the entry if it was posted before the units were counted.
import { dayEnd, dayOf } from "#shared/day.ts";
import { factsOf } from "#shared/kinds.ts";
import { type Line, type Movement, placeOf } from "#shared/movement.ts";
import { entryReader, lastSetting } from "../days/counted-since.ts";
import { type CountRow, counts, movements, type StockRow } from "../db/tables.ts";
import { findBatch } from "../ledger/batch.ts";
import { batchOf, readDecision } from "./decision.ts";
import { settledProducts } from "./late.ts";
import { readCounted } from "./review.ts";

interface Place {
  product: string;
  warehouse: string;
}

export interface CountedPlace extends Place {
  /** When it was counted, the day that this is said of, and the units found. */
  at: string;
  day: string;
  units: number;
  /** What set the stock, as it is now: of a count the first of its batch, which it has unless all agreed. */
  set: Movement | undefined;
}

/** With the id of what set the stock. */
type Counting = Omit<CountedPlace, "set"> & { set: string | undefined };

export type FindCounted = (
  lines: readonly Line[],
  since: string,
  stockRows: ReadonlyMap<string, StockRow>,
) => Promise<CountedPlace[]>;

/** Of one request, which may call it again: it finds what was counted since `start` or a later instant, where last. */
export const countedPlaceFinder = (start: string, now: Date): FindCounted => {
  const readEntriesOf = entryReader(dayOf(start), now);
  const applied = new Map<string, Counting[]>();
  // Only what an applied count has set does not change any more, unless all of it is reversed.
  const readOnce = async (row: CountRow, closed_at: string) => {
    const counted = applied.get(row._id) ?? (await readSettled(row, closed_at));
    if (row.state === "applied") applied.set(row._id, counted);
    return counted;
  };

  return async (moved, since, stockRows) => {
    const places = new Map(
      moved.map(([product, warehouse]) => [placeOf(product, warehouse), { product, warehouse }] as const),
    );
    const warehouses = new Set(moved.map(([, warehouse]) => warehouse));
    const found: Counting[] = [];
    for (const row of await counts.list())
      if (warehouses.has(row.warehouse) && row.closed_at !== undefined && row.closed_at > since)
        for (const one of await readOnce(row, row.closed_at))
          if (places.has(placeOf(one.product, one.warehouse))) found.push(one);
    found.push(...(await findSettings([...places.values()], since, stockRows, readEntriesOf)));
    // Stored entries are as they were at the close of their day.
    const sets = await movements.findAll(found.flatMap(({ set }) => set ?? []));
    const latest = new Map<string, CountedPlace>();
    for (const { set: id, ...one } of found) {
      const set = id === undefined ? undefined : sets.get(id);
      const place = placeOf(one.product, one.warehouse);
      if (!set?.reversed_by && one.at > since && one.at > (latest.get(place)?.at ?? ""))
        latest.set(place, { ...one, set });
    }
    return [...latest.values()];
  };
};

/** The products that a count settled, and those that it set to 0 without a line when it was closed. */
const readSettled = async (row: CountRow, closed_at: string): Promise<Counting[]> => {
  const { _id, state, warehouse, movement } = row;
  if (state !== "applied" && state !== "applying") return [];
  const batch = state === "applying" ? batchOf(row, await readDecision(_id)) : movement;
  const [{ counted }, adjustments] = await Promise.all([readCounted(row), batch ? findBatch(batch) : []]);
  const set = adjustments[0]?._id;
  const countedAs = (product: string, at: string, units: number) => {
    return { product, warehouse, at, day: dayOf(at), units, set };
  };
  const zeroed = adjustments.flatMap(({ lines }) => lines.filter(([product]) => !counted.has(product)));
  return [
    ...[...settledProducts(counted, adjustments)].map(([product, one]) =>
      countedAs(product, one.arrived_at, one.counted),
    ),
    ...zeroed.map(([product]) => countedAs(product, closed_at, 0)),
  ];
};

/** The last time that the stock of each place was set by a spreadsheet. */
const findSettings = async (
  places: readonly Place[],
  since: string,
  stockRows: ReadonlyMap<string, StockRow>,
  readEntriesOf: ReturnType<typeof entryReader>,
): Promise<Counting[]> => {
  const entries = await readEntriesOf(new Set(places.map(({ product }) => product)));
  const isSetting = (entry: Movement) =>
    factsOf(entry.kind).moves === "count" && entry.rows !== undefined && !entry.count && countedAt(entry) > since;
  return places.flatMap((place) => {
    const held = stockRows.get(place.product)?.held[place.warehouse] ?? 0;
    const last = lastSetting(entries.get(place.product) ?? [], held, place, isSetting);
    if (!last) return [];
    const { entry, units } = last;
    return [{ ...place, at: countedAt(entry), day: entry.as_of ?? entry.day, units, set: entry._id }];
  });
};

/** A sheet for an earlier day has the units at its close. */
const countedAt = ({ as_of, day, created_at }: Movement): string =>
  as_of !== undefined && as_of < day ? dayEnd(as_of) : created_at;
