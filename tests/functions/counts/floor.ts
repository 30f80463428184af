// A model of a warehouse's shelves: units move when people move them, whenever the server hears of it. It shares no
// rule with counts.
import { setClock } from "#tests/support/clock.ts";
import { countLine, sendLines } from "#tests/support/counts.ts";
import { inParallel, today, unique } from "#tests/support/fixtures.ts";
import { newProduct, newWarehouse, pickTick } from "#tests/support/stock.ts";
import type { Answer, Client } from "#tests/support/world.ts";

export const [minute, hour] = [60, 3_600];

type Random = () => number;

export type Kind =
  | "sale"
  | "in"
  | "out to another"
  | "in from another"
  | "receipt"
  | "picklist"
  | "correction"
  | "reversal";

/** Something that moved units of a product, in seconds from the start. */
interface Happened {
  kind: Kind;
  product: string;
  /** When units moved, and when the server heard of it. */
  made: number;
  posted: number;
}

interface Posted extends Happened {
  movement: string;
  /** Units in the counted warehouse. */
  delta: number;
  reversed: boolean;
  /** A correction of it has been made that the server has not heard of. */
  waits?: boolean;
  /** The units of a picklist have left the shelf. */
  picked?: boolean;
}

export interface People {
  manager: Client;
  executive: Client;
  counters: Client[];
}

export const newFloor = (people: People, start: number, random: Random) => {
  const { manager, executive } = people;
  /** Units on the two shelves of each product in the counted warehouse. */
  const shelves = new Map<string, [number, number]>();
  /** Recorded stock of the counted warehouse, by the answers to the postings. */
  const held = new Map<string, number>();
  const happened: Happened[] = [];
  const posted: Posted[] = [];
  const agenda: { at: number; work: () => Promise<void> }[] = [];
  const places = { counted: "", other: "", shipment: "" };

  const below = (most: number): number => Math.floor(random() * most);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const at = (seconds: number, work: () => Promise<void>) => void agenda.push({ at: seconds, work });

  /** Does everything up to an instant, in order. */
  const until = async (seconds: number): Promise<void> => {
    for (;;) {
      const next = agenda.filter((entry) => entry.at <= seconds).reduce((a, b) => (b.at < a.at ? b : a), never);
      if (next === never) break;
      agenda.splice(agenda.indexOf(next), 1);
      setTime(next.at);
      await next.work();
    }
    setTime(seconds);
  };
  const setTime = (seconds: number) => setClock(new Date(start + seconds * 1_000).toISOString());

  const onShelves = (product: string): number => (shelves.get(product) ?? []).reduce((a, b) => a + b, 0);
  const move = (product: string, delta: number): void => {
    const both = shelves.get(product) ?? [0, 0];
    const shelf = both[0] + delta >= 0 && (random() < 0.5 || both[1] + delta < 0) ? 0 : 1;
    both[shelf] += delta;
    if (both[shelf] < 0) throw new Error(`Shelf of ${product} below zero`);
  };

  const ok = (answer: Answer): Answer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const age = (made: number, now: number): Record<string, string> =>
    now > made ? { "entry-age": String(now - made) } : {};

  const stock = async (product: string, recorded: number, onShelves: [number, number]): Promise<void> => {
    const line = { product, warehouse: places.counted, quantity: recorded };
    if (recorded > 0) ok(await manager.post("/v1/transactions/in", line));
    ok(await manager.post("/v1/transactions/in", { product, warehouse: places.other, quantity: 500 }));
    held.set(product, recorded);
    shelves.set(product, onShelves);
  };

  const setUp = async (count: number): Promise<string[]> => {
    [places.counted, places.other] = [await newWarehouse(manager), await newWarehouse(manager)];
    const products = await inParallel(count, () => newProduct(manager));
    const list = products.map((product) => ({ product, quantity: 400 }));
    const container = { container: unique("MSKU"), expected_delivery: today(), list };
    places.shipment = ok(await manager.post("/v1/shipments", container)).body._id;
    return products;
  };

  /** The call of each kind of posting, and the units that it adds to stock. */
  const callOf = (kind: Kind, product: string, quantity: number) => {
    const { counted: warehouse, other, shipment } = places;
    const list = [{ product, quantity }];
    const change = { product, warehouse, quantity };
    switch (kind) {
      case "sale":
        return { path: "transactions/out", body: change, delta: -quantity };
      case "in":
        return { path: "transactions/in", body: change, delta: quantity };
      case "out to another":
        return { path: "transactions/transfer", body: { from: warehouse, to: other, list }, delta: -quantity };
      case "in from another":
        return { path: "transactions/transfer", body: { from: other, to: warehouse, list }, delta: quantity };
      case "receipt":
        return { path: `shipments/${shipment}/receive`, body: { warehouse, list }, delta: quantity };
      case "picklist":
        return { path: "transactions/out", body: { list, channel: "amazon" }, delta: -quantity };
      default:
        return { path: "transactions/out", body: { ...change, reason: "Correction" }, delta: -quantity };
    }
  };

  /** Somebody moves units now, and the server hears of it now or later. */
  const enter = (kind: Exclude<Kind, "reversal">, product: string, made: number, heard: number): void => {
    const quantity = 1 + below(3);
    const { path, body, delta } = callOf(kind, product, quantity);
    happened.push({ kind, product, made, posted: heard });
    // A correction moves nothing, and a picklist when it is picked.
    if (kind !== "picklist" && kind !== "correction") at(made, async () => move(product, delta));
    at(heard, async () => {
      const { body: answer } = ok(await executive.post(`/v1/${path}`, body, age(made, heard)));
      held.set(product, (held.get(product) ?? 0) + delta);
      const entry: Posted = { kind, product, made, posted: heard, movement: answer.movement, delta, reversed: false };
      posted.push(entry);
      if (kind === "picklist") pick(entry, answer.data[0].breakdown);
    });
  };

  /** A picklist is picked within four hours, and ticked off or not, now or later. */
  const pick = (entry: Posted, breakdown: { warehouse: { _id: string }; quantity: number }[]): void => {
    if (breakdown.length !== 1 || breakdown[0]?.warehouse._id !== places.counted) throw new Error("Another warehouse");
    const { product, movement, posted: from } = entry;
    const picked = from + below(4 * hour - minute);
    const heard = picked + (random() < 0.3 ? below(hour) : 0);
    const isTicked = random() < 0.6;
    at(picked, async () => {
      if (entry.reversed) return;
      move(product, entry.delta);
      entry.picked = true;
      if (!isTicked) return;
      at(heard, async () => {
        const body = { ticks: [pickTick(product, places.counted, { age: heard - picked })] };
        ok(await executive.send("PUT", `/v1/picklists/${movement}/picked`, body));
      });
    });
  };

  /** Somebody reverses a movement of a product, if there is one, or corrects it by a unit. */
  const reverse = (product: string, made: number, heard: number): void =>
    at(made, async () => {
      const entry = posted.findLast((other) => other.product === product && !other.reversed && !other.waits);
      if (!entry) return;
      const isPart = Math.abs(entry.delta) > 1 && random() < 0.5;
      const units = isPart ? Math.sign(entry.delta) : entry.delta;
      if (isPart) Object.assign(entry, { waits: true, delta: entry.delta - units });
      else entry.reversed = true;
      happened.push({ kind: "reversal", product, made, posted: heard });
      const moves = entry.kind === "correction" || (entry.kind === "picklist" && !entry.picked) ? 0 : -units;
      if (moves !== 0) move(product, moves);
      at(heard, async () => {
        const path = `/v1/transactions/${entry.movement}`;
        if (isPart) ok(await manager.post(`${path}/correct`, await oneLess(path), age(made, heard)));
        else ok(await manager.post(`${path}/reverse`, {}, age(made, heard)));
        entry.waits = false;
        held.set(product, (held.get(product) ?? 0) - units);
      });
    });

  /** The correction of a movement of one line by a unit. */
  const oneLess = async (path: string) => {
    const { lines, corrections } = ok(await manager.get(path)).body;
    const [{ product, warehouse, to, quantity }] = lines;
    const line = { product: product._id, warehouse: warehouse._id, ...(to && { to: to._id }), quantity: quantity - 1 };
    return { list: [line], corrections };
  };

  /** The expected result for a product: the units seen, and the recorded stock when the last line arrived. */
  const seen = new Map<string, { counted: number; held: number; began: number; arrived: number }>();

  /** A counter sees a shelf, and the server hears of it now or later, perhaps twice or in the wrong order. */
  const visit = (
    count: () => string,
    product: string,
    shelf: 0 | 1,
    round: number,
    when: number,
    heard: number,
  ): void => {
    const counter = one(people.counters);
    const took = below(40);
    at(when, async () => {
      const units = shelves.get(product)?.[shelf] ?? 0;
      const times = { age: heard - when, began: heard - when + took };
      const last = countLine(product, units, { round, rev: 2, ...times });
      const first = { ...last, rev: 1, quantity: below(units + 1) };
      const sent = one([[last], [first, last], [last, first], [last, last], [first, last, first]]);
      at(heard, async () => {
        for (const line of sent) {
          const { body } = ok(await sendLines(counter, count(), line));
          if (body.refused.length > 0) throw new Error(JSON.stringify(body.refused));
        }
        const before = seen.get(`${product} ${round}`);
        seen.set(`${product} ${round}`, {
          counted: (before?.counted ?? 0) + units,
          held: held.get(product) ?? 0,
          began: Math.min(before?.began ?? when, when - took),
          arrived: heard,
        });
      });
    });
  };

  return { places, setUp, stock, enter, reverse, visit, until, onShelves, held, happened, seen, below, one };
};

export type Floor = ReturnType<typeof newFloor>;

const never = { at: Number.POSITIVE_INFINITY, work: async () => {} };
