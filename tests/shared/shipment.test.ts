// Containers: units sent, received and outstanding.
import * as v from "valibot";
import { expect, test } from "vitest";
import type { Failure } from "#shared/failure.ts";
import { checkReceipt, ReceiveForm } from "#shared/receipt.ts";
import { ShipmentForm } from "#shared/shipment.ts";
import {
  hasOutstanding,
  type Item,
  inTransit,
  itemsChanged,
  itemsSent,
  maxItems,
  outstanding,
} from "#shared/shipment-item.ts";

const item = (product: string, quantity: number, received = 0, closed?: number): Item => ({
  product,
  quantity,
  received,
  ...(closed !== undefined && { closed }),
});
const wanted = (product: string, quantity: number) => ({ product, quantity });

const refusal = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (failure) {
    return failure as Failure;
  }
  return undefined;
};

/** What a refusal says of each product. */
const availableOf = (failure?: Failure) => failure?.details.map(({ product, available }) => `${product} ${available}`);

test("outstanding are the units sent, less those received and closed short, never below zero", () => {
  expect([item("p", 10), item("p", 10, 4), item("p", 10, 4, 6), item("p", 10, 12)].map(outstanding)).toEqual([
    10, 6, 0, 0,
  ]);
  expect(hasOutstanding([item("p1", 5, 5), item("p2", 5, 4)])).toBe(true);
  expect(hasOutstanding([item("p1", 5, 5), item("p2", 5, 4, 1)])).toBe(false);
});

test("units in transit are the outstanding units of all open shipments, by product, and none without one", () => {
  const open = [{ items: [item("p1", 10, 4), item("p2", 5)] }, { items: [item("p1", 3)] }];
  expect(Object.fromEntries(inTransit(open))).toEqual({ p1: 9, p2: 5 });
  expect(inTransit([]).size).toBe(0);
});

test("a surplus counts as nothing outstanding, and takes nothing from another shipment", () => {
  expect(inTransit([{ items: [item("p1", 10, 12)] }, { items: [item("p1", 4)] }]).get("p1")).toBe(4);
});

test("a product listed twice is sent once, with both quantities", () => {
  expect(itemsSent([wanted("p1", 3), wanted("p2", 1), wanted("p1", 4)])).toEqual([item("p1", 7), item("p2", 1)]);
});

test("a container lists up to 500 products; 422 says how many there are", () => {
  const list = (count: number) => Array.from({ length: count }, (_, i) => wanted(`p${i}`, 1));
  expect(itemsSent(list(maxItems))).toHaveLength(500);
  expect(itemsSent([...list(maxItems), wanted("p0", 1)])).toHaveLength(500);
  expect(refusal(() => itemsSent(list(501)))).toMatchObject({
    code: "UNPROCESSABLE_CONTENT",
    details: [{ field: "list", message: "At most 500 products, not 501" }],
  });
});

test("a changed list keeps received units and the order of lines, and no line falls below its received units", () => {
  const before = [item("p1", 10, 4), item("p2", 5), item("p3", 5, 5)];
  const after = itemsChanged(before, [wanted("p4", 1), wanted("p3", 9), wanted("p1", 4)]);
  expect(after).toEqual([item("p1", 4, 4), item("p3", 9, 5), item("p4", 1)]);
  const failure = refusal(() => itemsChanged(before, [wanted("p1", 3), wanted("p2", 1)]));
  expect([failure?.code, availableOf(failure)]).toEqual(["UNPROCESSABLE_CONTENT", ["p1 4", "p3 5"]]);
});

test("units closed short are at most those not received of the new quantity", () => {
  const short = [item("p1", 10, 6, 4), item("p2", 10)];
  const changed = (quantity: number) => itemsChanged(short, [wanted("p1", quantity), wanted("p2", 10)])[0];
  expect(changed(6)).toEqual(item("p1", 6, 6));
  expect(changed(8)).toEqual(item("p1", 8, 6, 2));
  expect(changed(12)).toEqual(item("p1", 12, 6, 4));
});

test("a product with a surplus keeps its units sent, and its quantity need not grow", () => {
  const before = [item("p1", 10, 100), item("p2", 10)];
  const after = [item("p1", 10, 100), item("p2", 5)];
  expect(itemsChanged(before, [wanted("p1", 10), wanted("p2", 5)])).toEqual(after);
  for (const less of [[wanted("p1", 9), wanted("p2", 5)], [wanted("p2", 5)]])
    expect(refusal(() => itemsChanged(before, less))?.details).toEqual([
      { field: "list", product: "p1", message: "100 received already", available: 10 },
    ]);
});

const sent = [item("p1", 10, 4), item("p2", 5, 5)];
const receive = (form: Partial<ReceiveForm>) => refusal(() => checkReceipt(sent, { warehouse: "w1", ...form }));

test("a receipt may be of all outstanding units or of any part", () => {
  expect(receive({})).toBeUndefined();
  expect(receive({ list: [wanted("p1", 6)] })).toBeUndefined();
  expect(receive({ list: [wanted("p1", 2), wanted("p1", 4)] })).toBeUndefined();
});

test("422: a surplus, or a product not in the container, is refused, each with its outstanding units", () => {
  const failure = receive({ list: [wanted("p1", 4), wanted("p1", 3), wanted("p2", 1), wanted("p9", 1)] });
  expect([failure?.code, availableOf(failure)]).toEqual(["UNPROCESSABLE_CONTENT", ["p1 6", "p2 0", "p9 0"]]);
});

test("units in messages have Indian digit groups", () => {
  const many = [item("p1", 234_567, 123_456)];
  expect(refusal(() => itemsChanged(many, [wanted("p1", 1)]))?.details[0]?.message).toBe("1,23,456 received already");
  const over = { warehouse: "w1", list: [wanted("p1", 200_000)] };
  expect(refusal(() => checkReceipt(many, over))?.details[0]?.message).toBe("More than the 1,11,111 outstanding");
});

test("a surplus is accepted when confirmed with a reason; a product not in the container is not", () => {
  const list = [wanted("p1", 7)];
  expect(receive({ list, over: true })?.details).toEqual([{ field: "remarks", message: "Say why more was received" }]);
  expect(receive({ list, over: true, remarks: "One carton more" })).toBeUndefined();
  expect(receive({ list: [wanted("p9", 1)], over: true, remarks: "Why not" })?.details[0]?.product).toBe("p9");
});

test("a confirmed surplus applies to lines with the current outstanding units; where no line has them, to all", () => {
  const over = (...owed: (number | undefined)[]) => {
    const list = [wanted("p1", 7), wanted("p2", 1)].map((line, at) => ({ ...line, owed: owed[at] }));
    return availableOf(receive({ list, over: true, remarks: "One carton more" }));
  };
  expect(over(6, 0)).toBeUndefined();
  expect(over(6)).toEqual(["p2 0"]);
  expect(over(6, 1)).toEqual(["p2 0"]);
  expect(over(5, 0)).toEqual(["p1 6"]);
  expect(over()).toBeUndefined();
  expect(receive({ list: [{ ...wanted("p1", 7), owed: 6 }], remarks: "Not said" })?.details[0]?.product).toBe("p1");
});

const form = { container: "MSKU 123456-7", expected_delivery: "2026-12-24", list: [wanted("p1", 5)] };

test.each([
  ["container", ""],
  ["container", { id: 1 }],
  ["expected_delivery", "2026-02-30"],
  ["expected_delivery", "24-12-2026"],
  ["expected_delivery", "0026-12-24"],
  ["expected_delivery", "1999-12-31"],
  ["expected_delivery", "2100-01-01"],
  ["expected_delivery", undefined],
  ["list", []],
  ["list", undefined],
  ["list", { 0: wanted("p1", 5) }],
  ["list", [wanted("p1", 0)]],
  ["list", [wanted("p1", 1.5)]],
  ["list", [{ product: "p1", quantity: "5" }]],
  ["list", [wanted("", 5)]],
  ["list", [null]],
])("a container with the %s %j is refused", (field, value) => {
  expect(v.is(ShipmentForm, { ...form, [field]: value })).toBe(false);
});

test("a receipt names its warehouse, confirms a surplus only by true, and is empty only if it closes the rest", () => {
  expect(v.is(ReceiveForm, { warehouse: "w1" })).toBe(true);
  expect(v.is(ReceiveForm, {})).toBe(false);
  for (const wrong of [{ warehouse: "" }, { list: [] }, { over: "yes" }, { over: 1 }, { close: "" }])
    expect(v.is(ReceiveForm, { warehouse: "w1", ...wrong })).toBe(false);
  expect(v.is(ReceiveForm, { warehouse: "w1", list: [], close: "Lost in port" })).toBe(true);
});
