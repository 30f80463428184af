// Returns: at every moment each unit that was looked for has one condition, and claims are of those that are not good.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { addDays } from "#shared/day.ts";
import type { Failure } from "#shared/failure.ts";
import { adviceChanges, isSameReturn, type ReturnLine, returnKeys, sumReturnLines } from "#shared/return-line.ts";
import { returnRates } from "#shared/return-rate.ts";
import {
  balanceOf,
  type Claim,
  type ClaimDays,
  type ClaimState,
  type Condition,
  claimStates,
  claimsOf,
  conditions,
  type Found,
  isReturnOpen,
  type ReturnUnits,
  receivedUnits,
  returnLines,
  returnState,
  withClaim,
  withoutReceipt,
} from "#shared/return-units.ts";

const today = "2026-11-20";
const days = { claim_days: 10, lost_after: 20, lost_claim_days: 30 };
const receipt = (_id: string, units: Partial<Record<Condition, number>>, day = today) => ({ _id, day, ...units });
const of = (row: Partial<ReturnUnits>): ReturnUnits => ({ advised: 0, receipts: [], ...row });

const refusal = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (failure) {
    return failure as Failure;
  }
  return undefined;
};

test("a return is expected, received in part or whole, and beyond what was advised; what never comes is lost once it is claimed", () => {
  const parcels = [receipt("a", { good: 1, missing: 1 }), receipt("b", { damaged: 2 })];
  const states = [
    of({ advised: 3 }),
    of({ advised: 3, receipts: parcels.slice(0, 1) }),
    of({ advised: 3, receipts: parcels }),
  ];
  expect(states.map((one) => [returnState(one), balanceOf(one)])).toEqual([
    ["expected", { awaited: 3, beyond: 0 }],
    ["received in part", { awaited: 1, beyond: 0 }],
    ["received", { awaited: 0, beyond: 1 }],
  ]);
  expect(returnState(of({ receipts: parcels }))).toBe("received");
  const lost = withClaim(of({ advised: 3 }), "lost", { state: "filed", units: 3 });
  expect([returnState(lost), isReturnOpen(lost)]).toEqual(["lost", true]);
  // Also then it may come after all.
  const won = withClaim(lost, "lost", { state: "won", units: 3 });
  const late = [receipt("c", { good: 3 })];
  expect([isReturnOpen(won), isReturnOpen({ ...won, receipts: late })]).toEqual([true, false]);
  expect(returnState({ ...won, advised: 5 })).toBe("expected");
  expect(returnState(of({}))).toBe("cancelled");
});

const claimed = (row: Partial<ReturnUnits>, of_channel: ClaimDays = days, on = today) =>
  claimsOf(of(row), of_channel, on).map(({ _id, units, last_day }) => [_id, units, last_day]);

test("claims end on their channel's days, counted from the day of receiving or of the advice; without days there are none", () => {
  const receipts = [receipt("a", { good: 4, damaged: 2, wrong: 1 }), receipt("b", { missing: 3 }, addDays(today, -2))];
  expect(claimed({ receipts })).toEqual([
    ["a.damaged", 2, "2026-11-30"],
    ["a.wrong", 1, "2026-11-30"],
    ["b.missing", 3, "2026-11-28"],
  ]);
  expect(claimed({ receipts }, {})).toEqual([]);
  const advised_on = addDays(today, -20);
  expect(claimed({ advised: 5, advised_on })).toEqual([]);
  const later = addDays(today, 1);
  expect(claimed({ advised: 5, advised_on }, days, later)).toEqual([["lost", 5, "2026-11-30"]]);
  expect(claimed({ advised: 5, advised_on, receipts: [receipt("a", { good: 2 })] }, days, later)).toEqual([
    ["lost", 3, "2026-11-30"],
  ]);
  for (const missing of ["lost_after", "lost_claim_days"])
    expect(claimed({ advised: 5, advised_on }, { ...days, [missing]: undefined }, later)).toEqual([]);
  // A claim that somebody has filed stays one without days, and of as many units when the parcel comes after all.
  const filed = withClaim(of({ advised: 5, advised_on }), "lost", { state: "filed", units: 5 });
  expect(claimed({ ...filed, receipts: [receipt("c", { good: 5 })] }, {})).toEqual([["lost", 5, undefined]]);
});

const found = (units: Partial<Found>): Found => ({ warehouse: "hub", ...units });

test.each<[what: string, found: Found, product: string | undefined, lines: unknown]>([
  ["good units", found({ good: 3 }), "bib", [["bib", "hub", 3]]],
  ["damaged ones", found({ damaged: 2, unsellable: "bin" }), "bib", [["bib", "bin", 2]]],
  ["thrown away", found({ damaged: 2 }), undefined, []],
  ["wrong and missing", found({ wrong: 1, missing: 1 }), undefined, []],
  ["instead, good", found({ wrong: 2, instead: { product: "cap", condition: "good" } }), "bib", [["cap", "hub", 2]]],
  ["instead, thrown away", found({ wrong: 2, instead: { product: "cap", condition: "damaged" } }), "bib", []],
  [
    "the product itself instead",
    found({ good: 1, wrong: 2, instead: { product: "bib", condition: "good" } }),
    "bib",
    [["bib", "hub", 3]],
  ],
  ["nothing", found({}), "bib", "good"],
  ["of no product", found({ good: 1 }), undefined, "product"],
  ["instead of nothing", found({ good: 1, instead: { product: "cap", condition: "good" } }), "bib", "instead"],
])("a parcel books what can be sold or is kept: %s", (_, form, product, lines) => {
  const refused = refusal(() => returnLines(form, product));
  if (refused) expect(refused.details).toMatchObject([{ field: lines }]);
  else expect(returnLines(form, product)).toEqual(lines);
});

const line = (fields: Partial<ReturnLine>): ReturnLine => ({ rows: [1], code: "SKU 1", units: 1, ...fields });

test("a line is known by the return's number or its parcel's and the code, else by the order and the code, whose rows are added up", () => {
  const keysOf = (...[numbers, codes]: Parameters<typeof returnKeys>) =>
    returnKeys(numbers, codes).map((key) => key.split("\n"));
  expect(keysOf({ order: "OD 1", reference: "RT 1", tracking: "FMP1" }, ["Sku 1", "P-1"])).toEqual([
    ...[
      ["rt 1", "sku 1"],
      ["rt 1", "p-1"],
      ["fmp1", "sku 1"],
      ["fmp1", "p-1"],
    ],
    ...[
      ["od 1", "sku 1"],
      ["od 1", "p-1"],
    ],
  ]);
  expect(returnKeys({}, ["sku"])).toEqual([]);
  const rows = [
    line({ order: "OD1" }),
    line({ order: "OD1", code: "SKU 2" }),
    line({ order: "od1", units: 2, rows: [3] }),
  ];
  expect(sumReturnLines(rows).map(({ code, units, rows }) => [code, units, rows])).toEqual([
    ["SKU 1", 3, [1, 3]],
    ["SKU 2", 1, [1]],
  ]);
  expect(isSameReturn({ reference: "RT 1" }, { reference: "rt 1" })).toBe(true);
  expect(isSameReturn({ reference: "FMP1" }, { reference: "RT 1", tracking: "fmp1" })).toBe(true);
  expect(isSameReturn({ order: "OD1" }, { order: "OD1", reference: "RT 1" })).toBe(true);
  expect(isSameReturn({ order: "OD1", reference: "RT 1" }, { order: "OD1", reference: "RT 2" })).toBe(false);
  // One parcel may have several orders, but a return's number is of one.
  const parcel = { order: "OD1", tracking: "AWB1" };
  expect([parcel, { ...parcel, order: "OD2" }].map((one) => isSameReturn(parcel, one))).toEqual([true, false]);
  expect(isSameReturn({ order: "OD1", reference: "RT 1" }, { order: "OD2", reference: "RT 1" })).toBe(true);
  const inParcel = ["OD1", "OD2", "OD1"].map((order) => line({ order, tracking: "AWB1" }));
  expect(sumReturnLines(inParcel).map(({ order, units }) => [order, units])).toEqual([
    ["OD1", 2],
    ["OD2", 1],
  ]);
  // A scanned number may be the order's.
  expect(isSameReturn({ order: "OD1", reference: "RT 1" }, { reference: "OD1" })).toBe(true);
  expect(isSameReturn({ reference: "OD1" }, { order: "OD1", reference: "RT 1" })).toBe(true);
});

test("a file that is sent again changes nothing, and one that says less takes nothing away", () => {
  const row = { advised: 0, receipts: [] };
  const first = line({
    order: "OD1",
    reference: "RT1",
    units: 2,
    kind: "customer",
    advised_on: "2026-11-01",
    product: "bib",
  });
  const stored = { ...row, ...adviceChanges(row, first, today) };
  expect(stored).toEqual({
    ...row,
    order: "OD1",
    reference: "RT1",
    advised: 2,
    kind: "customer",
    advised_on: "2026-11-01",
    product: "bib",
  });
  expect(adviceChanges(stored, first, today)).toEqual({});
  expect(adviceChanges(stored, line({ units: 2 }), today)).toEqual({});
  expect(adviceChanges(stored, { ...first, units: 1, tracking: "FMP1", advised_on: "2026-11-03" }, today)).toEqual({
    advised: 1,
    tracking: "FMP1",
  });
  // Without a day it is advised when its file comes, and a number that was scanned gives way to that of the return.
  const scanned = { ...row, reference: "fmp1" };
  expect(adviceChanges(scanned, line({ reference: "RT1", tracking: "FMP1" }), today)).toEqual({
    ...{ advised: 1, reference: "RT1", tracking: "FMP1", advised_on: today },
  });
  // What came decides about the product, as long as there is something of it.
  const chosen = { ...row, product: "cap", chosen: true, receipts: [receipt("a", { good: 1 })] };
  expect(adviceChanges(chosen, line({ product: "bib", units: 0 }), today)).toEqual({});
  expect(adviceChanges({ ...chosen, receipts: [] }, line({ product: "bib", units: 0 }), today)).toEqual({
    ...{ product: "bib", chosen: false },
  });
});

test("rates are units that came, by the day of receiving, over units sold in the same days", () => {
  const sale = (units: number) => ({ products: ["bib"], channels: ["amazon"], units: [[units]] });
  const sales = new Map([
    [today, sale(20)],
    [addDays(today, -29), sale(20)],
    [addDays(today, -30), sale(60)],
  ]);
  const receipts = [
    receipt("a", { good: 2, missing: 5 }),
    receipt("b", { damaged: 1, wrong: 1 }, addDays(today, -29)),
    receipt("c", { good: 9 }, addDays(today, -30)),
    receipt("d", { good: 99 }, addDays(today, -90)),
  ];
  const rates = returnRates(
    [
      { channel: "amazon", product: "bib", receipts },
      { channel: "jiomart", receipts },
    ],
    sales,
    today,
  );
  expect(rates).toEqual([
    {
      product: "bib",
      channel: "amazon",
      days: 30,
      sold: 40,
      returned: 4,
      units: { good: 2, damaged: 1, wrong: 1, missing: 5 },
    },
    {
      product: "bib",
      channel: "amazon",
      days: 90,
      sold: 100,
      returned: 13,
      units: { good: 11, damaged: 1, wrong: 1, missing: 5 },
    },
  ]);
});

/** What a person could know: each unit with its parcel, and each claim that somebody has worked on. */
interface Model {
  advised: number;
  advised_on: string;
  units: { parcel: string; condition: Condition; day: string }[];
  claims: Map<string, { state: ClaimState; units: number }>;
}

const cause = { good: undefined, damaged: "damaged", wrong: "wrong", missing: "missing" } as const;

const expected = (model: Model, on: string) => {
  const count = (condition: Condition) => model.units.filter((unit) => unit.condition === condition).length;
  const ids = model.units.flatMap(({ parcel, condition }) => (cause[condition] ? `${parcel}.${condition}` : []));
  const awaited = Math.max(0, model.advised - model.units.length);
  const isLost = model.claims.has("lost") || (awaited > 0 && on > addDays(model.advised_on, days.lost_after));
  const all = [...new Set([...ids, ...(isLost ? ["lost"] : [])])].sort();
  const lastDay = (id: string) => {
    const day = model.units.find(({ parcel }) => id.startsWith(`${parcel}.`))?.day;
    return day ? addDays(day, days.claim_days) : addDays(model.advised_on, days.lost_claim_days);
  };
  const stateOf = (id: string) => model.claims.get(id)?.state ?? (lastDay(id) < on ? "not_filed" : "to_file");
  const isOver = (id: string) => ["won", "lost", "not_filed"].includes(model.claims.get(id)?.state ?? "");
  return {
    received: conditions.map(count),
    sum: model.units.length,
    balance: model.advised - model.units.length,
    claims: all.map((id) => [id, stateOf(id)]),
    open: awaited > 0 || all.some((id) => !isOver(id)),
  };
};

const observed = (row: ReturnUnits, on: string) => {
  const units = receivedUnits(row.receipts);
  const { awaited, beyond } = balanceOf(row);
  const byId = (a: Claim, b: Claim) => (a._id < b._id ? -1 : 1);
  return {
    received: conditions.map((condition) => units[condition]),
    sum: Object.values(units).reduce((sum, one) => sum + one, 0),
    balance: awaited - beyond,
    claims: claimsOf(row, days, on)
      .sort(byId)
      .map(({ _id, state }) => [_id, state]),
    open: isReturnOpen(row),
  };
};

const agree = (histories: number) => {
  for (let seed = 1; seed <= histories; seed++) {
    const random = seededRandom(seed);
    const model: Model = { advised: 0, advised_on: today, units: [], claims: new Map() };
    let row = of({ advised_on: today });
    for (let step = 0; step < 30; step++) {
      const on = addDays(today, step * 2);
      const parcels = [...new Set(model.units.map(({ parcel }) => parcel))];
      const kind = random.between(0, 5);
      if (kind === 0) {
        model.advised = random.between(0, 6);
        row = { ...row, advised: model.advised };
      } else if (kind < 3 || parcels.length === 0) {
        const units = conditions.map((condition) => [condition, random.between(0, 2)] as const);
        const some = receipt(`r${step}`, Object.fromEntries(units), on);
        for (const [condition, quantity] of units)
          for (let unit = 0; unit < quantity; unit++) model.units.push({ parcel: some._id, condition, day: on });
        row = { ...row, receipts: [...row.receipts, some] };
      } else if (kind === 3) {
        const parcel = random.pick(parcels);
        const isFiled = [...model.claims.keys()].some((id) => id.startsWith(`${parcel}.`));
        const refused = refusal(() => {
          row = withoutReceipt(row, parcel);
        });
        expect(refused !== undefined, `seed ${seed}, step ${step}`).toBe(isFiled);
        if (!isFiled) model.units = model.units.filter((unit) => unit.parcel !== parcel);
      } else {
        const claim = random.pick(claimsOf(row, days, on));
        if (!claim) continue;
        const state = random.pick(claimStates);
        row = withClaim(row, claim._id, { state, units: claim.units });
        if (state === "to_file") model.claims.delete(claim._id);
        else model.claims.set(claim._id, { state, units: claim.units });
      }
      expect(observed(row, on), `seed ${seed}, step ${step}`).toEqual(expected(model, on));
    }
  }
};

const guarantee =
  "in %i random histories received units are good, damaged, wrong or missing, once each, and claims are of these";
test.each([300])(guarantee, agree);
test.each([10_000])(guarantee, { timeout: 600_000, tags: "exhaustive" }, agree);
