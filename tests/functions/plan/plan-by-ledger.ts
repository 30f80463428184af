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
    _id: string;
    container: string;
    created_at: string;
    expected_delivery: string;
    first_expected?: string;
    deleted_at?: string;
    items: { product: string; quantity: number; received: number; closed?: number }[];
  }[];
  products: { _id: string; lead_time: number; pack?: number; deleted_at?: string }[];
}

export interface Settings {
  basis: number;
  target: number;
  spikes: "in" | "out";
  service: "90" | "95" | "98";
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
  late: number;
  safety: number | null;
  unsold: number | null;
}

/** Stock and sales of a product by day, from the ledger. */
const recordOf = (books: Books, id: string, asOf: string, today: string) => {
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

  // A day counts at most ten units, or three times the middle one of days with sales.
  const withSales = record.map(({ units }) => units).filter((units) => units > 0);
  withSales.sort((a, b) => a - b);
  const half = withSales.length >> 1;
  const median =
    withSales.length % 2 === 1 ? (withSales[half] ?? 0) : ((withSales[half - 1] ?? 0) + (withSales[half] ?? 0)) / 2;
  const most = withSales.length >= 5 ? Math.max(10, 3 * median) : Number.POSITIVE_INFINITY;
  const capped = record.map((day) => ({ ...day, units: day.units > most ? most : day.units }));
  return { stock, sold, handedOut, first, start, record, capped };
};

/** How much days vary by product: its own, and that of all with a rate between the same powers of two. */
const dispersionsOf = (books: Books, asOf: string, today: string): Map<string, number> => {
  const own = books.products.flatMap(({ _id }) => {
    const units = recordOf(books, _id, asOf, today)
      .capped.filter(({ inStock }) => inStock)
      .map(({ units }) => units);
    const total = units.reduce((sum, each) => sum + each, 0);
    if (total === 0) return [];
    const mean = total / units.length;
    let power = -20;
    while (2 ** (power + 1) <= mean) power++;
    const squares = units.reduce((sum, each) => sum + (each - mean) * (each - mean), 0);
    return [{ _id, n: units.length, power, index: squares / units.length / mean }];
  });
  return new Map(
    own.map(({ _id, n, power, index }) => {
      const alike = own.filter((other) => other.power === power);
      const days = alike.reduce((sum, other) => sum + other.n, 0);
      const pooled = alike.reduce((sum, other) => sum + other.n * other.index, 0) / days;
      return [_id, Math.max(1, Math.round((1_000 * (n * index + 30 * pooled)) / (n + 30)) / 1_000)];
    }),
  );
};

interface Late {
  mean: number;
  variance: number;
}

interface Receipt {
  product: string;
  expected: string;
  units: number;
  /** Days after the first announced one, and days announced. */
  late: number;
  span: number;
}

/** How late containers came, by product, and of all for the others: by span, the days of a lead time or of a container. */
const latenessOf = (books: Books, id: string, asOf: string) => {
  const receipts: Receipt[] = [];
  const received = new Map(books.movements.filter(({ kind }) => kind === "receipt").map((one) => [one._id, one]));
  for (const {
    _id,
    created_at,
    expected_delivery,
    first_expected: expected = expected_delivery,
    items,
  } of books.containers) {
    const span = between(indianDay(created_at), expected);
    if (span < 7 || between(expected, plus(asOf, -365)) > 0) continue;
    for (const { product } of items) {
      let units = 0;
      let days = 0;
      for (const movement of books.movements) {
        // Units that a correction took back had come on the receipt's day.
        const receipt = movement.corrects ? received.get(movement.corrects) : received.get(movement._id);
        if (receipt?.shipment !== _id || receipt.reversed_by) continue;
        for (const [of, , delta] of movement.lines) {
          if (of !== product) continue;
          units += delta;
          days += delta * between(expected, receipt.day);
        }
      }
      if (units > 0) receipts.push({ product, expected, units, late: days / units, span });
    }
  }
  const own = receipts.filter(({ product }) => product === id).sort((a, b) => (a.expected < b.expected ? -1 : 1));
  const last = own.slice(-10);
  const mix = (some: Receipt[], of: (one: Receipt) => number, others: Late): Late => {
    if (some.length === 0) return others;
    const units = some.reduce((sum, one) => sum + one.units, 0);
    const mean = some.reduce((sum, one) => sum + one.units * of(one), 0) / units;
    const variance = some.reduce((sum, one) => sum + one.units * (of(one) - mean) ** 2, 0) / units;
    const total = some.length + 10;
    return {
      mean: (some.length * mean + 10 * others.mean) / total,
      variance: (some.length * variance + 10 * others.variance) / total,
    };
  };
  // As days, a share is one of the spans that were announced.
  const inDays = (some: Receipt[], { mean, variance }: Late): Late => {
    const units = some.reduce((sum, one) => sum + one.units, 0);
    const spans = some.reduce((sum, one) => sum + one.units * one.span, 0) / units;
    const squares = some.reduce((sum, one) => sum + one.units * one.span * one.span, 0) / units;
    return { mean: mean * spans, variance: variance * squares };
  };
  const share = ({ late, span }: Receipt) => late / span;
  const nothingKnown = { mean: 0, variance: 0.18 ** 2 };
  const all = mix(receipts, share, nothingKnown);
  const shares = mix(last, share, all);
  const round = (value: number) => Math.round(1_000 * value) / 1_000;
  let most = { mean: Number.POSITIVE_INFINITY, spread: Number.POSITIVE_INFINITY };
  if (receipts.length > 0) {
    const [some, others] = last.length > 0 ? [last, all] : [receipts, nothingKnown];
    const { mean, variance } = mix(some, ({ late }) => late, inDays(some, others));
    most = { mean: Math.max(0, round(mean)), spread: round(Math.sqrt(variance)) };
  }
  const [mean, spread] = [Math.max(0, round(shares.mean)), round(Math.sqrt(shares.variance))];
  return {
    daysOver: (span: number) => Math.max(0, Math.round(mean * span < most.mean ? mean * span : most.mean)),
    spreadOver: (lead: number) => Math.min(spread * lead, Math.max(0.18 * lead, most.spread)),
  };
};

const known = new WeakMap<Books, Map<string, number>>();

export const planByLedger = (
  books: Books,
  id: string,
  { basis, target, spikes, service }: Settings,
  asOf: string,
  today: string,
): Expected => {
  const product = books.products.find(({ _id }) => _id === id);
  if (!product) throw new Error(`No product ${id}`);
  const { stock, sold, handedOut, first, start, record, capped } = recordOf(books, id, asOf, today);
  const counted = spikes === "in" ? record : capped;

  const inStockIn = (days: number) => counted.filter(({ day, inStock }) => inStock && between(day, asOf) < days);
  // Thirty days are the plan's own choice: ninety if fewer than two units were sold in three of them, and seven if the product
  // came in the last sixty, a month after the first of all.
  const begin = books.movements.reduce((first, { day }) => (day < first ? day : first), asOf);
  let least = basis;
  if (basis === 30) {
    const units = inStockIn(30).reduce((sum, { units }) => sum + units, 0);
    if (3 * units < 2 * inStockIn(30).length || inStockIn(30).length === 0) least = 90;
    else if (first !== undefined && between(first, asOf) < 60 && between(begin, first) >= 30) least = 7;
  }
  let rate: number | null = null;
  let window: number | null = null;
  for (const days of [3, 7, 30, 90].filter((days) => days >= least)) {
    const inStock = inStockIn(days);
    if (inStock.length === 0) continue;
    if (inStock.length < 3 && days < 90) continue;
    rate = inStock.reduce((sum, { units }) => sum + units, 0) / inStock.length;
    window = days;
    break;
  }

  const dispersions = known.get(books) ?? dispersionsOf(books, asOf, today);
  known.set(books, dispersions);

  const { daysOver, spreadOver } = latenessOf(books, id, asOf);
  const late = daysOver(product.lead_time);

  // Arriving units by day.
  const arriving: Record<number, number> = {};
  for (const container of books.containers) {
    const { created_at, expected_delivery, first_expected: first = expected_delivery, deleted_at, items } = container;
    const putOff = Math.max(0, between(first, expected_delivery));
    const more = Math.max(0, daysOver(between(indianDay(created_at), first)) - putOff);
    for (const item of items) {
      const units = Math.max(0, item.quantity - item.received - (item.closed ?? 0));
      if (item.product !== id || deleted_at || units === 0) continue;
      const days = between(today, expected_delivery) + more;
      if (days < -14) continue;
      arriving[Math.max(1, days)] = (arriving[Math.max(1, days)] ?? 0) + units;
    }
  }

  const perDay = rate ?? 0;
  const lead = product.lead_time + late;
  let safety: number | null = null;
  if (perDay > 0) {
    const z = { 90: 1.2816, 95: 1.6449, 98: 2.0537 }[service];
    const ofSales = lead * perDay * (dispersions.get(id) ?? 1);
    const ofLead = perDay * spreadOver(lead);
    safety = Math.ceil(z * Math.sqrt(ofSales + ofLead * ofLead));
  }
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
  // An order that still arrives before the stock runs out, and if it can before it is low.
  const isLow = (day: number) => isEmpty(day) || (left[day] ?? 0) < (safety ?? 0) - 1e-6;
  if (perDay > 0 && (orderBy === null || orderBy >= 0))
    for (let day = 0; day <= 366; day++) {
      if (!isLow(day) || (day > 0 && isLow(day - 1))) continue;
      let end = day;
      while (end <= 366 && isLow(end)) end++;
      if (end <= lead) continue;
      orderBy = Math.max(0, day - lead);
      break;
    }

  // The smallest number of cartons with which no day from the arrival to the end of the target is below the safety stock.
  const pack = product.pack ?? 1;
  let quantity = 0;
  const lasts = (extra: number): boolean => {
    let units = (left[lead] ?? 0) + extra - (safety ?? 0);
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
  const status = (): string => {
    if (first === undefined) return "never-stocked";
    if (stock === 0 && perDay === 0) return "not-selling";
    if (stock === 0) return orderBy !== null && orderBy <= 7 ? "out" : "ordered";
    if (orderBy !== null && orderBy < 0) return "late";
    if (orderBy !== null && orderBy <= 7) return "now";
    if (age !== undefined && age < 14 && record.filter(({ inStock }) => inStock).length < 7) return "new";
    if (movedLately <= 0 && (age === undefined || age >= 60)) return "dead";
    return orderBy === null || lead + orderBy > Math.max(120, lead + target + 30) ? "over" : "fine";
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
    late,
    safety,
    unsold: outSince === null ? null : Math.round(perDay * between(outSince, today)),
  };
};
