// The daily work in the demo seller's stores: what is counted, sent, made, unloaded and trucked.
import { warehouses } from "./catalogue.ts";
import { bengaluru, bhiwandi, clock, delhi, type Habit, kolkata, shares } from "./wish.ts";

const sum = (quantities: readonly number[] = []) => quantities.reduce((total, quantity) => total + quantity, 0);
/** People move whole cartons. */
const cartons = (size: number, quantity: number) => Math.ceil(quantity / size) * size;

/** All warehouses are counted on the first day. */
export const openingCount: Habit = function* ({ articles, chance }) {
  for (const [article, { opening }] of articles.entries())
    for (const [warehouse, quantity] of opening.entries()) {
      const minute = clock(9, 5) + warehouse * 40 + chance.between(0, 35);
      const how = { kind: "in", reason: "Correction", user: "manager", remarks: "Opening count" } as const;
      if (quantity > 0) yield { ...how, minute, article, warehouse, quantity };
    }
};

const pickups = ["Amazon pickup", "Flipkart pickup", "Firstcry PO", "Jiomart PO", "Website orders", "App orders"];

/** What customers wait for leaves from a warehouse that has it, fast movers nearly every day, ended lines often. */
const dispatch: Habit = function* ({ articles, held, owed, weekday, chance }) {
  const open = weekday === 0 ? 0.12 : 1;
  for (const [article, { pace, supply }] of articles.entries()) {
    const likely = supply === "ended" ? 0.5 : Math.min(0.9, 0.14 + pace / 38);
    if (!chance.happens(open * likely)) continue;
    const quantity = Math.round(owed[article] ?? 0);
    const warehouse = chance.weighted(shares.map((share, w) => (held[article]?.[w] ? share : 0)));
    if (quantity < 1 || warehouse < 0) continue;
    const minute = chance.between(clock(10), clock(18, 30));
    const remarks = chance.happens(0.3) ? chance.pick(pickups) : undefined;
    const user = chance.happens(0.85) ? "executive" : "manager";
    yield { kind: "out", reason: "Outbound", minute, article, warehouse, quantity, user, remarks };
  }
};

/** Our own unit makes the next lot when little more is left than the lead time asks for. */
const production: Habit = function* ({ articles, held, index: day, weekday, chance }) {
  if (weekday === 0) return;
  for (const [article, { supply, pace, lead_time, p_id }] of articles.entries()) {
    const short = sum(held[article]) < pace * lead_time * 1.1;
    if (supply !== "made" || !short || !chance.happens(0.3)) continue;
    const minute = chance.between(clock(15), clock(17, 45));
    const quantity = cartons(pace < 5 ? 6 : 20, pace * chance.between(8, 14));
    const lot = `Lot ${p_id.slice(4, 7)}-${100 + day * 3 + chance.between(0, 2)}`;
    const how = {
      kind: "in",
      reason: "Production (Domestic)",
      user: "executive",
      remarks: chance.happens(0.5) ? lot : undefined,
    } as const;
    yield { ...how, minute, article, warehouse: bengaluru, quantity };
  }
};

/** The days on which one is unloaded. */
const containers: Record<number, string> = { 8: "MSKU 482910-6", 21: "OOLU 731548-2", 36: "TGHU 905267-1" };

/** A container brings what is scarcest of the goods from overseas. */
const container: Habit = function* ({ articles, held, index: day, chance }) {
  if (!containers[day]) return;
  const goods = [...articles.entries()].filter(([, { supply, pace }]) => supply === "bought" && pace > 0);
  const cover = ([article, { pace, lead_time }]: (typeof goods)[number]) => sum(held[article]) / pace / lead_time;
  const scarcest = goods.sort((a, b) => cover(a) - cover(b)).slice(0, 12);
  for (const [i, [article, { pace }]] of scarcest.entries()) {
    const quantity = cartons(pace < 3 ? 2 : 12, pace * chance.between(14, 22));
    const how = {
      kind: "in",
      reason: "Purchase (Overseas)",
      user: "manager",
      remarks: `Container ${containers[day]}`,
    } as const;
    yield { ...how, minute: clock(11, 20) + i * 9, article, warehouse: bhiwandi, quantity };
  }
};

/** Twice a week trucks bring the other stores what they run short of, half the catalogue each time. */
const trucks: Habit = function* ({ articles, held, weekday, chance }) {
  const turn = [2, 5].indexOf(weekday);
  for (const [article, { supply, pace }] of articles.entries()) {
    if (article % 2 !== turn) continue;
    const from = supply === "bought" ? bhiwandi : bengaluru;
    let spare = (held[article]?.[from] ?? 0) - pace * 5;
    for (const to of [bengaluru, delhi, bhiwandi, kolkata]) {
      const need = pace * shares[to] * 14;
      const quantity = cartons(need < 12 ? 2 : 6, need);
      const here = held[article]?.[to] ?? 0;
      if (to === from || here > need / 3 || quantity < 2 || quantity > spare) continue;
      spare -= quantity;
      const minute = chance.between(clock(11), clock(13));
      const how = {
        kind: "out",
        reason: "Internal Transfer",
        user: "executive",
        remarks: `To ${warehouses[to]?.w_id}`,
      } as const;
      yield { ...how, minute, article, warehouse: from, quantity, to };
    }
  }
};

export const habits: Habit[] = [dispatch, production, container, trucks];
