// Irregular movements in the demo's warehouses: returns, damage, samples, cycle counts and a few one-off stories.
import { sum } from "#shared/sum.ts";
import { bengaluru, bhiwandi, delhi, type Move, minuteOfDay, type Routine, shares } from "./simulation.ts";

const returnRemarks = [
  "Customer return, unopened",
  "Customer return, size too small",
  "RTO, refused at the door",
  "RTO, address not found",
  "Colour not as expected",
  undefined,
  undefined,
];

const returns: Routine = function* ({ articles, held, weekday, random }) {
  // Sold-out articles are not returned, or they would not stay sold out.
  const paces = articles.map(({ pace }, i) => (sum(held[i]) > 0 ? pace : 0));
  for (let left = weekday === 0 ? 0 : random.between(1, 5); left > 0; left--) {
    const minute = random.between(minuteOfDay(12), minuteOfDay(17));
    const quantity = random.happens(0.8) ? 1 : random.between(2, 3);
    const [article, warehouse] = [random.weighted(paces), random.weighted(shares)];
    yield {
      kind: "in",
      reason: "Return",
      minute,
      article,
      warehouse,
      quantity,
      user: "executive",
      remarks: random.pick(returnRemarks),
    };
  }
};

const damage: Routine = function* ({ articles, weekday, random }) {
  if (weekday === 0 || !random.happens(0.4)) return;
  const [article, warehouse] = [random.weighted(articles.map(({ pace }) => pace)), random.weighted(shares)];
  const remarks = random.pick(["Torn in packing", "Stitching open", "Box crushed", "Stain", undefined]);
  const minute = random.between(minuteOfDay(10), minuteOfDay(18));
  yield {
    kind: "out",
    reason: "Damage",
    minute,
    article,
    warehouse,
    quantity: random.between(1, 3),
    user: "executive",
    remarks,
  };
};

/** On Wednesdays samples leave the main warehouse. */
const samples: Routine = function* ({ articles, weekday, random }) {
  if (weekday !== 3) return;
  const remarks = random.pick(["Catalogue shoot", "Influencer box, Mumbai", "Firstcry buyer meeting", "Lab test, BIS"]);
  const start = random.between(minuteOfDay(15), minuteOfDay(16));
  for (let i = random.between(3, 5); i > 0; i--) {
    const article = random.between(0, articles.length - 1);
    const quantity = random.between(1, 2);
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

/** Every second Saturday a few racks are counted and their stock is corrected. */
const cycleCount: Routine = function* ({ held, index: day, weekday, random }) {
  if (weekday !== 6 || day % 14 > 6) return;
  const warehouse = random.weighted([1, 1, 1, 1]);
  const isInStock = held.map((row) => Math.sign(row[warehouse] ?? 0));
  for (let i = 0; i < 7; i++) {
    const kind = random.happens(0.35) ? "in" : "out";
    const remarks = `Cycle count, rack ${random.pick(["A", "B", "C", "D"])}-${random.between(1, 9)}`;
    const [article, quantity] = [random.weighted(isInStock), random.between(1, 4)];
    const minute = minuteOfDay(18, 40) + i * 3;
    if (article >= 0)
      yield { kind, reason: "Correction", minute, article, warehouse, quantity, user: "manager", remarks };
  }
};

type Story = Omit<Move, "article" | "minute"> & { day: number; at: [hour: number, minute: number]; codes: string[] };

/** Events that happen once, on a fixed day of the history. */
const stories: Story[] = [
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

const oneOffStories: Routine = function* ({ articles, index }) {
  for (const { day, at, codes, ...how } of stories)
    for (const [i, code] of codes.entries()) {
      const article = articles.findIndex(({ p_id }) => p_id === code);
      if (day === index) yield { ...how, minute: minuteOfDay(...at) + i * 4, article };
    }
};

/** On one day trial lots leave as samples, to the last unit. */
const trialDay = 12;

const trials: Routine = function* ({ articles, held, index }) {
  if (index !== trialDay) return;
  for (const [article, { supply }] of articles.entries())
    for (const [warehouse, quantity] of (held[article] ?? []).entries()) {
      const how = { kind: "out", reason: "Sample", user: "manager", remarks: "Trial lot, to nursery schools" } as const;
      if (supply === "trial" && quantity > 0)
        yield { ...how, minute: minuteOfDay(16, 50) + warehouse, article, warehouse, quantity };
    }
};

export const incidents: Routine[] = [trials, returns, damage, samples, cycleCount, oneOffStories];
