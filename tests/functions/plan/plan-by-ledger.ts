// The plan of a product, computed another way: a plain loop over every entry of the ledger, and the projection one day
// at a time. It shares no code with the product.
import type { Movement } from "#shared/movement.ts";

const msPerDay = 86_400_000;
const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * msPerDay).toISOString().slice(0, 10);
const between = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
/** The day of an instant in India. */
const indianDay = (instant: string): string => new Date(Date.parse(instant) + 330 * 60_000).toISOString().slice(0, 10);

export interface Books {
  movements: Movement[];
  warehouses: { _id: string; deleted_at?: string }[];
  containers: {
    container: string;
    expected_delivery: string;
    deleted_at?: string;
    items: { product: string; quantity: number; received: number; closed?: number }[];
  }[];
  products: { _id: string; lead_time: number; pack?: number; deleted_at?: string }[];
}

export interface Settings {
  basis: number;
  target: number;
  spikes: "in" | "out";
}

/** The expected plan of a product. */
export interface Expected {
  status: string;
  rate: number | null;
  window: number | null;
  days: (number | null)[];
  runs_out: string | null;
  order_by: string | null;
  gaps: [string, string][];
  quantity: number;
  unsold: number | null;
}

export const planByLedger = (
  books: Books,
  id: string,
  { basis, target, spikes }: Settings,
  asOf: string,
  today: string,
): Expected => {
  const product = books.products.find(({ _id }) => _id === id);
  if (!product) throw new Error(`No product ${id}`);
  const goneSince = new Map(books.warehouses.map(({ _id, deleted_at }) => [_id, deleted_at && indianDay(deleted_at)]));
  const reasonOf = new Map(books.movements.map((movement) => [movement._id, movement]));

  // The stock of each day, with counts of an earlier day applied to that day.
  let stock = 0;
  let held: Record<string, number> = {};
  const moved = new Map<string, Record<string, number>>();
  const sold = new Map<string, number>();
  const handedOut = new Map<string, number>();
  let first: string | undefined;
  for (const movement of books.movements) {
    for (const [of, warehouse, delta] of movement.lines) {
      if (of !== id) continue;
      const day = movement.as_of && movement.as_of < movement.day ? movement.as_of : movement.day;
      if (first === undefined || day < first) first = day;
      const changes = moved.get(day) ?? {};
      changes[warehouse] = (changes[warehouse] ?? 0) + delta;
      moved.set(day, changes);
      // What was returned leaves the sales of its own day.
      const returned = movement.reverses ?? movement.corrects;
      const original = returned ? reasonOf.get(returned) : movement;
      if (original?.channel) sold.set(original.day, (sold.get(original.day) ?? 0) - delta);
      if (original?.kind === "out" && original.reason === "Outbound")
        handedOut.set(movement.day, (handedOut.get(movement.day) ?? 0) - delta);
      if (goneSince.get(warehouse) === undefined) stock += delta;
    }
  }

  // Day by day, from its first movement to the last closed day.
  const start = plus(asOf, -89);
  const record: { day: string; units: number; inStock: boolean; closedWithUnits: boolean }[] = [];
  for (let day = first ?? today; day <= asOf; day = plus(day, 1)) {
    for (const [warehouse, delta] of Object.entries(moved.get(day) ?? {}))
      held[warehouse] = (held[warehouse] ?? 0) + delta;
    held = { ...held };
    let closedWithUnits = false;
    for (const [warehouse, units] of Object.entries(held)) {
      const gone = goneSince.get(warehouse);
      if (units > 0 && (gone === undefined || gone > day)) closedWithUnits = true;
    }
    const units = sold.get(day) ?? 0;
    if (day >= start) record.push({ day, units, inStock: closedWithUnits || units > 0, closedWithUnits });
  }

  const withSales = record.map(({ units }) => units).filter((units) => units > 0);
  withSales.sort((a, b) => a - b);
  const half = withSales.length >> 1;
  const median =
    withSales.length % 2 === 1 ? (withSales[half] ?? 0) : ((withSales[half - 1] ?? 0) + (withSales[half] ?? 0)) / 2;
  const isSpike = (units: number) => withSales.length >= 5 && units >= 10 && units > 3 * median;
  const counted = record.filter(({ units }) => spikes === "in" || !isSpike(units));

  let rate: number | null = null;
  let window: number | null = null;
  for (const days of [3, 7, 30, 90].filter((days) => days >= basis)) {
    const inStock = counted.filter(({ day, inStock }) => inStock && between(day, asOf) < days);
    if (inStock.length === 0) continue;
    if (inStock.length < 3 && days < 90) continue;
    rate = inStock.reduce((sum, { units }) => sum + units, 0) / inStock.length;
    window = days;
    break;
  }

  // Arriving units by day.
  const arriving: Record<number, number> = {};
  let arrivingUnits = 0;
  for (const { expected_delivery, deleted_at, items } of books.containers)
    for (const item of items) {
      const units = Math.max(0, item.quantity - item.received - (item.closed ?? 0));
      if (item.product !== id || deleted_at || units === 0) continue;
      const days = between(today, expected_delivery);
      if (days < -14) continue;
      arriving[Math.max(1, days)] = (arriving[Math.max(1, days)] ?? 0) + units;
      arrivingUnits += units;
    }

  const perDay = rate ?? 0;
  const lead = product.lead_time;
  const left = [stock];
  for (let day = 1; day <= 366; day++) {
    let units = (left[day - 1] ?? 0) - perDay;
    if (units < 1e-6) units = 0;
    left[day] = units + (arriving[day] ?? 0);
  }
  const isEmpty = (day: number) => (left[day] ?? 0) === 0;
  const gaps: [string, string][] = [];
  let runsOut: number | null = null;
  let orderBy: number | null = null;
  for (let day = 0; perDay > 0 && day <= 366; day++) {
    if (!isEmpty(day) || (day > 0 && isEmpty(day - 1))) continue;
    runsOut ??= day;
    let end = day;
    while (end <= 366 && isEmpty(end)) end++;
    if (end <= lead) gaps.push([plus(today, day), plus(today, end)]);
    else orderBy ??= day - lead;
  }

  // The smallest number of cartons with which no day from the arrival to the end of the target is without units.
  const pack = product.pack ?? 1;
  let quantity = 0;
  const lasts = (extra: number): boolean => {
    let units = (left[lead] ?? 0) + extra;
    for (let day = lead; day <= lead + target; day++) {
      if (day > lead) units += (arriving[day] ?? 0) - perDay;
      if (day < lead + target ? units < 1e-6 : units < -1e-6) return false;
    }
    return true;
  };
  if (perDay > 0) while (!lasts(quantity)) quantity += pack;

  const outSince =
    stock === 0 && perDay > 0
      ? plus(record.findLast(({ closedWithUnits }) => closedWithUnits)?.day ?? plus(record[0]?.day ?? today, -1), 1)
      : null;
  const age = first === undefined || first < start ? undefined : between(first, today);
  const lastDays = record.filter(({ day }) => between(day, asOf) < 60).map(({ day }) => day);
  const movedLately = lastDays.reduce((sum, day) => sum + (sold.get(day) ?? 0) + (handedOut.get(day) ?? 0), 0);
  const cover = perDay > 0 ? (stock + arrivingUnits) / perDay : Number.POSITIVE_INFINITY;
  const status = (): string => {
    if (first === undefined) return "never-stocked";
    if (stock === 0) return perDay > 0 ? "out" : "not-selling";
    if (orderBy !== null && orderBy < 0) return "late";
    if (orderBy !== null && orderBy <= 7) return "now";
    if (age !== undefined && age < 14 && record.filter(({ inStock }) => inStock).length < 7) return "new";
    if (movedLately <= 0 && (age === undefined || age >= 60)) return "dead";
    return cover > Math.max(120, lead + target + 30) ? "over" : "fine";
  };
  return {
    status: status(),
    rate,
    window,
    days: record.filter(({ day }) => between(day, asOf) < 30).map(({ units, inStock }) => (inStock ? units : null)),
    runs_out: outSince ?? (runsOut === null ? null : plus(today, runsOut)),
    order_by: orderBy === null ? null : plus(today, orderBy),
    gaps,
    quantity,
    unsold: outSince === null ? null : Math.round(perDay * between(outSince, today)),
  };
};
