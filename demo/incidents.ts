// What comes in between in the demo seller's stores: returns, damage, samples, counts, and a few stories.
import { sum } from "#shared/day-sales.ts";
import { bengaluru, bhiwandi, clock, delhi, type Habit, type Move, shares } from "./simulation.ts";

const returned = [
  "Customer return, unopened",
  "Customer return, size too small",
  "RTO, refused at the door",
  "RTO, address not found",
  "Colour not as expected",
  undefined,
  undefined,
];

const returns: Habit = function* ({ articles, held, weekday, chance }) {
  // Nothing comes back of what is sold out, or nothing would stay so.
  const paces = articles.map(({ pace }, i) => (sum(held[i]) > 0 ? pace : 0));
  for (let left = weekday === 0 ? 0 : chance.between(1, 5); left > 0; left--) {
    const minute = chance.between(clock(12), clock(17));
    const quantity = chance.happens(0.8) ? 1 : chance.between(2, 3);
    const [article, warehouse] = [chance.weighted(paces), chance.weighted(shares)];
    yield {
      kind: "in",
      reason: "Return",
      minute,
      article,
      warehouse,
      quantity,
      user: "executive",
      remarks: chance.pick(returned),
    };
  }
};

const damage: Habit = function* ({ articles, weekday, chance }) {
  if (weekday === 0 || !chance.happens(0.4)) return;
  const [article, warehouse] = [chance.weighted(articles.map(({ pace }) => pace)), chance.weighted(shares)];
  const remarks = chance.pick(["Torn in packing", "Stitching open", "Box crushed", "Stain", undefined]);
  const minute = chance.between(clock(10), clock(18));
  yield {
    kind: "out",
    reason: "Damage",
    minute,
    article,
    warehouse,
    quantity: chance.between(1, 3),
    user: "executive",
    remarks,
  };
};

/** On Wednesdays samples leave the main store. */
const samples: Habit = function* ({ articles, weekday, chance }) {
  if (weekday !== 3) return;
  const remarks = chance.pick(["Catalogue shoot", "Influencer box, Mumbai", "Firstcry buyer meeting", "Lab test, BIS"]);
  const start = chance.between(clock(15), clock(16));
  for (let i = chance.between(3, 5); i > 0; i--) {
    const article = chance.between(0, articles.length - 1);
    const quantity = chance.between(1, 2);
    yield {
      kind: "out",
      reason: "Sample",
      minute: start - i * 2,
      article,
      warehouse: bengaluru,
      quantity,
      user: "manager",
      remarks,
    };
  }
};

/** Every second Saturday a few racks are counted, and the books are set right. */
const count: Habit = function* ({ held, index: day, weekday, chance }) {
  if (weekday !== 6 || day % 14 > 6) return;
  const warehouse = chance.weighted([1, 1, 1, 1]);
  const here = held.map((row) => Math.sign(row[warehouse] ?? 0));
  for (let i = 0; i < 7; i++) {
    const kind = chance.happens(0.35) ? "in" : "out";
    const remarks = `Cycle count, rack ${chance.pick(["A", "B", "C", "D"])}-${chance.between(1, 9)}`;
    const [article, quantity] = [chance.weighted(here), chance.between(1, 4)];
    const minute = clock(18, 40) + i * 3;
    if (article >= 0)
      yield { kind, reason: "Correction", minute, article, warehouse, quantity, user: "manager", remarks };
  }
};

type Told = Omit<Move, "article" | "minute"> & { day: number; at: [hour: number, minute: number]; codes: string[] };

/** What people still talk about. */
const told: Told[] = [
  {
    ...{ day: 13, at: [10, 42], codes: ["SND-RTL-710"], warehouse: bengaluru, quantity: 480 },
    ...{ kind: "in", reason: "Production (Domestic)", user: "executive" },
  },
  {
    ...{ day: 13, at: [11, 3], codes: ["SND-RTL-710"], warehouse: bengaluru, quantity: 432 },
    ...{ kind: "out", reason: "Correction", user: "manager", remarks: "Typed 480 for 48" },
  },
  {
    ...{
      day: 19,
      at: [9, 20],
      codes: ["SND-TWL-402", "SND-QLT-501", "SND-CDY-805", "SND-BAG-905"],
      warehouse: bhiwandi,
      quantity: 18,
    },
    ...{ kind: "out", reason: "Damage", user: "manager", remarks: "Water damage, roof leak over rack C-4" },
  },
  {
    ...{
      day: 26,
      at: [16, 10],
      codes: ["SND-BIB-202", "SND-WSH-410", "SND-SWD-102"],
      warehouse: bengaluru,
      quantity: 20,
    },
    ...{ kind: "out", reason: "Other", user: "root", remarks: "Given to the anganwadi at Nelamangala" },
  },
  {
    ...{ day: 33, at: [14, 25], codes: ["SND-OIL-842"], warehouse: delhi, quantity: 24 },
    ...{ kind: "in", reason: "Other", user: "executive", remarks: "One carton found behind rack B-2" },
  },
];

const stories: Habit = function* ({ articles, index }) {
  for (const { day, at, codes, ...how } of told)
    for (const [i, code] of codes.entries()) {
      const article = articles.findIndex(({ p_id }) => p_id === code);
      if (day === index) yield { ...how, minute: clock(...at) + i * 4, article };
    }
};

export const surprises: Habit[] = [returns, damage, samples, count, stories];
