// The passes of a preview of an order file, each by examples: none changes a line that it was given.
import { expect, test } from "vitest";
import type { OrderOutcomeId, StatusMeaning } from "#shared/order-outcome.ts";
import { codeFinder } from "../../../functions/lib/imports/orders/code-finder.ts";
import { shelfStock } from "../../../functions/lib/imports/orders/order-group.ts";
import {
  allocate,
  codeStatus,
  mayBeElsewhere,
  type PreviewedLine,
  stateOf,
  withCancelled,
  withCode,
  withOtherChannels,
} from "../../../functions/lib/imports/orders/order-passes.ts";
import type { PickedRecord } from "../../../functions/lib/imports/orders/picked-lines.ts";
import { comparePicked } from "../../../functions/lib/imports/orders/since-picked.ts";
import { withMeanings, withoutRemarks } from "../../../functions/lib/imports/orders/strange-statuses.ts";

/** Freezing it shows a pass that changes it. */
const line = (fields: Partial<PreviewedLine> = {}): PreviewedLine =>
  Object.freeze({
    ...{ row: 2, order: "404-1234567", line: "", seller: "A", listing: "", size: "", title: "" },
    ...{ isRounded: false, isTitle: false, ofSizes: [], isCodeUnusable: false, isByPresence: false, isLeft: false },
    ...{
      quantity: 2,
      ordered: 2,
      cancelled: 0,
      units: 2,
      product: "p1",
      listed: { product: "p1", units: 1 },
      code: "A",
    },
    ...{ says: Object.freeze(new Set<OrderOutcomeId>()), strange: [], problems: Object.freeze([]) as never },
    ...{ marks: ["m"], knownBy: ["m"], alikeBy: [], status: "ready", state: "takeable" },
    withoutCode: { column: "SKU", value: "", message: "Required" },
    ...fields,
  } satisfies PreviewedLine);
const noShelf = shelfStock(new Map(), undefined, new Date(0));
const said = ({ says }: Pick<PreviewedLine, "says">) => [...says].sort().join();

test.each<[what: string, strange: [head: string, text: string][], meaning: StatusMeaning | "", expected: object]>([
  ["none", [], "", { says: "" }],
  ["an unknown one", [["Status", "DISPOSED"]], "", { says: "unclear_status" }],
  ["one that is to be sent", [["Status", "disposed"]], "send", { says: "" }],
  ["one that was sent", [["Status", "Disposed"]], "sent", { says: "sent" }],
  ["one that is gone", [["Status", "DISPOSED"]], "gone", { says: "cancelled", cancellation: "returned" }],
  [
    "a known and an unknown one",
    [
      ["Status", "DISPOSED"],
      ["State", "SH"],
    ],
    "sent",
    { says: "sent,unclear_status" },
  ],
])("a line with a status: %s", (_, strange, meaning, expected) => {
  const meanings = new Map(meaning ? [["disposed", meaning]] : []);
  const [told] = withMeanings([line({ strange: strange.map(([head, text]) => ({ head, text })) })], { meanings });
  expect({ ...told, says: told && said(told) }).toMatchObject(expected);
});

test("a column with more than a hundred statuses has remarks, and its texts leave no line out", () => {
  const lines = Array.from({ length: 101 }, (_, at) =>
    line({
      row: at,
      strange: [
        { head: "Remarks", text: `Step a${at}` },
        { head: "Status", text: "SH" },
      ],
    }),
  );
  expect(withoutRemarks(lines).every(({ strange }) => strange.length === 1)).toBe(true);
  expect(withoutRemarks(lines.slice(1)).every(({ strange }) => strange.length === 2)).toBe(true);
});

const code = { code: "A", isRounded: false, isTitle: false, ofSizes: [] };
test.each<[what: string, found: Partial<PreviewedLine>, expected: object, status: OrderOutcomeId]>([
  ["of a product", { listed: { product: "p1", units: 1 } }, { product: "p1", units: 2, problems: [] }, "ready"],
  ["of a pack of three", { listed: { product: "p1", units: 3 } }, { product: "p1", units: 6 }, "ready"],
  [
    "of a combo",
    { listed: { product: "p1", units: 1, more: [{ product: "p2", units: 2 }] } },
    { units: 2, more: [{ product: "p2", units: 4 }] },
    "ready",
  ],
  ["that nobody knows", {}, { product: "", units: 2, problems: [] }, "unknown"],
  ["known with other zeros", { code: "0SND" }, { product: "", units: 2 }, "unclear"],
  ["that is none", { code: "" }, { problems: [{ message: "Required" }] }, "wrong"],
])("a line with a code %s", (_, found, expected, status) => {
  const finder = codeFinder([{ _id: "p3", p_id: "SND", name: "Bib" }], []);
  const coded = withCode(line({ listed: undefined }), { ...code, listed: undefined, ...found } as never);
  expect([coded, codeStatus(coded, finder)]).toMatchObject([expected, status]);
});

test.each<[OrderOutcomeId, string]>([
  ["ready", "takeable"],
  ["unknown", "takeable"],
  ["unpaid", "waiting"],
  ["unclear_status", "waiting"],
  ["sent", "sent"],
  ["nothing_left", "sent"],
  ["cancelled", "cancelled"],
  ["other_channel", "ignored"],
  ["no_goods", "ignored"],
  ["wrong", "ignored"],
])("a line that is %s is %s to its order", (status, state) => {
  expect(stateOf({ status, cancellation: "cancelled" })).toBe(state);
  expect(stateOf({ status: "cancelled", cancellation: "returned" })).toBe("ignored");
});

const record = (fields: Partial<PickedRecord> = {}): PickedRecord => ({
  ...{ movement: "m1", key: "k", units: 2, corrected: 0, gone: 0, isNumbered: false, at: 0 },
  ...fields,
});
test.each<[what: string, records: PickedRecord[], told: Partial<PreviewedLine>, expected: object]>([
  ["not picked yet", [], {}, { says: "", quantity: 2 }],
  ["picked", [record()], {}, { says: "picked", ordered: 0 }],
  ["of which more were ordered", [record()], { quantity: 5, ordered: 5 }, { says: "added", quantity: 3, ordered: 3 }],
  ["picked and sent since", [record()], { state: "sent" }, { says: "picked" }],
  [
    "picked and cancelled since",
    [record()],
    { state: "cancelled" },
    { says: "cancelled_since,picked", toPutBack: { movement: "m1", units: 2 } },
  ],
  ["picked and put back", [record(), record({ units: -2, at: 1 })], {}, { says: "", quantity: 2 }],
  [
    "of another number than what was picked",
    [record({ isNumbered: true })],
    { isNumbered: true, line: "7", knownBy: [] },
    { says: "another" },
  ],
])("a line that is %s", (_, records, told, expected) => {
  const picked = {
    ofKey: () => records,
    ofLine: ({ knownBy }: { knownBy: string[] }) => (knownBy.length > 0 ? records : []),
    isAlike: () => false,
  };
  const { lines } = comparePicked([line({ key: "k", ...told })], { picked, isAgain: false });
  expect(lines.map((one) => ({ ...one, says: said(one) }))).toMatchObject([expected]);
});

test("a line with a long number that another channel's picklist took may have been picked, and says by which", () => {
  const taken = { channel: "flipkart" as const, ofLine: () => [record({ movement: "20261124-000000-m1" })] };
  const others = [taken, { ...taken, channel: "jiomart" as const }, { channel: "amazon" as const, ofLine: () => [] }];
  const [found, short, picked] = withOtherChannels(
    [line(), line({ order: "404-1", row: 3 }), line({ says: new Set(["picked"]), row: 4 })],
    others,
  );
  expect([found && said(found), found?.elsewhere]).toEqual(["unsure", expect.stringContaining("Jiomart")]);
  expect([short?.elsewhere, picked?.elsewhere]).toEqual([undefined, undefined]);
  expect(mayBeElsewhere(line({ order: "", line: "12345678" }))).toBe(true);
});

test("stock goes to lines in order, and one that is too large leaves it to those after it", () => {
  const lines = [line({ units: 4 }), line({ row: 3, units: 9 }), line({ row: 4, units: 6 }), line({ status: "sent" })];
  const { taken, short, lines: after } = allocate(lines, () => 10, noShelf);
  expect([taken.map(({ row }) => row), short.map(({ row }) => row)]).toEqual([[2, 4], [3]]);
  expect(after.map(({ status }) => status)).toEqual(["ready", "short", "ready", "sent"]);
});

const ofKey = (...all: Partial<PreviewedLine>[]) => all.map((fields, at) => line({ key: "k", row: at + 2, ...fields }));
test.each<[what: string, lines: PreviewedLine[], cancelled: number, expected: object[]]>([
  ["nothing", ofKey({}), 0, [{ state: "takeable", quantity: 2 }]],
  ["a whole order", ofKey({}, { state: "waiting" }), Infinity, [{ state: "cancelled" }, { state: "cancelled" }]],
  [
    "some units, of the last row first",
    ofKey({ listed: { product: "p1", units: 3 } }, {}),
    3,
    [{ state: "takeable", quantity: 1, units: 3, ordered: 1, cancelled: 1 }, { state: "cancelled" }],
  ],
  ["what the file says itself", ofKey({ cancelled: 1 }), 1, [{ state: "takeable", quantity: 2, cancelled: 1 }]],
  ["more than the file says", ofKey({ cancelled: 1 }), 2, [{ state: "takeable", quantity: 1, cancelled: 2 }]],
  ["a row beside one that is cancelled", ofKey({}, { state: "cancelled" }), 2, [{ state: "takeable" }, {}]],
  ["what was sent", ofKey({ state: "sent" }), Infinity, [{ state: "sent", quantity: 2 }]],
])("a program has cancelled %s", (_, lines, cancelled, expected) => {
  expect(withCancelled(lines, { cancelledOf: () => cancelled })).toMatchObject(expected);
});

test("a combo that is short names the part of which lines before have left too little", () => {
  const listed = { product: "p1", units: 1, more: [{ product: "p2", units: 1 }] };
  const combo = line({ row: 3, listed, more: [{ product: "p2", units: 2 }] });
  const { lines } = allocate([line({ product: "p2", units: 9 }), combo], () => 10, noShelf);
  expect(lines.map(({ status, scarce }) => [status, scarce])).toEqual([
    ["ready", undefined],
    ["short", "p2"],
  ]);
});
