// Changes to the draft of a picklist.
import { expect, test } from "vitest";
import { linesText } from "#web/domain/line-editor/lines.ts";
import {
  add,
  type Draft,
  emptyDraft,
  forChannel,
  isChanged,
  markProcessed,
  remove,
  restore,
  setQuantity,
  stepQuantity,
  warehousesOf,
} from "#web/features/picklist/picklist-draft.ts";

const product = (n: number) => ({ _id: `p${n}`, p_id: `SND-${n}`, name: `Bib ${n}` });
const hub = { _id: "w1", w_id: "BLR-01", name: "Bengaluru Hub" };
const draftOf = (...quantities: number[]): Draft => ({
  channel: "amazon",
  lines: quantities.map((quantity, n) => ({ product: product(n), quantity })),
});
const line = (draft: Draft, at = 0) => draft.lines[at] ?? { product: product(at), quantity: 0 };
const quantities = ({ lines }: Draft) => lines.map(({ quantity }) => quantity);

test("a product that is present is summed, another gets a line of its own", () => {
  const one = add(draftOf(2), product(0), 3, 10).draft;
  expect(quantities(one)).toEqual([5]);
  expect(quantities(add(one, product(1), 4, 4).draft)).toEqual([5, 4]);
});

test("adding beyond stock changes nothing and names the available units", () => {
  expect(add(draftOf(2), product(1), 11, 10)).toEqual({ draft: draftOf(2), refused: "Out of stock (Avl. 10)" });
  expect(add(draftOf(2), product(0), 9, 10)).toEqual({ draft: draftOf(2), refused: "Maximum stock reached (Avl. 10)" });
  expect(add(draftOf(2), product(0), 8, 10).refused).toBeUndefined();
});

test("a quantity above the available units is refused as it stands, by plus as it was, and never falls below 1", () => {
  const draft = draftOf(5);
  const refused = "Maximum stock reached (Avl. 20)";
  expect(setQuantity(draft, line(draft), 50, 20)).toEqual({ draft: draftOf(50), refused });
  const code = 8_901_234_500_009;
  expect(setQuantity(draft, line(draft), code, 20)).toEqual({ draft: draftOf(code), refused });
  expect(stepQuantity(draftOf(20), line(draftOf(20)), 21, 20)).toEqual({ draft: draftOf(20), refused });
  expect(stepQuantity(draft, line(draft), 6, 20)).toEqual({ draft: draftOf(6) });
  expect(stepQuantity(draftOf(50), line(draftOf(50)), 49, 20)).toEqual({ draft: draftOf(49) });
  expect(setQuantity(draft, line(draft), 20, 20)).toEqual({ draft: draftOf(20) });
  expect(setQuantity(draft, line(draft), 0, 20)).toEqual({ draft: draftOf(1) });
  expect(setQuantity(draft, line(draft), 2.9, 20)).toEqual({ draft: draftOf(2) });
});

test("a line takes a million units and no more, however much there is", () => {
  const [million, many] = [1_000_000, 5_000_000];
  const refused = "At most 10,00,000 of one product";
  expect(add(draftOf(million - 1), product(0), 1, many)).toEqual({ draft: draftOf(million) });
  expect(add(draftOf(million), product(0), 1, many)).toEqual({ draft: draftOf(million), refused });
  expect(add(emptyDraft, product(0), million + 1, many)).toEqual({ draft: emptyDraft, refused });
  expect(setQuantity(draftOf(5), line(draftOf(5)), many, many)).toEqual({ draft: draftOf(many), refused });
  const full = draftOf(million);
  expect(stepQuantity(full, line(full), million + 1, many)).toEqual({ draft: full, refused });
  expect(setQuantity(draftOf(5), line(draftOf(5)), million)).toEqual({ draft: draftOf(million) });
});

test("a line that exceeds the stock by now is never lowered by itself", () => {
  const draft = draftOf(5);
  const refused = "Maximum stock reached (Avl. 2)";
  expect(stepQuantity(draft, line(draft), 6, 2)).toEqual({ draft: draftOf(5), refused });
  expect(stepQuantity(draft, line(draft), 4, 2)).toEqual({ draft: draftOf(4) });
  expect(setQuantity(draft, line(draft), 4, 2)).toEqual({ draft: draftOf(4), refused });
});

test("the 96th product is refused when it is added, a 95th line still counts up", () => {
  const full = draftOf(...Array(95).fill(1));
  expect(add(full, product(95), 1, 9)).toEqual({ draft: full, refused: "At most 95 products, not 96" });
  expect(add(full, product(94), 1, 9).refused).toBeUndefined();
});

test("a processed picklist counts as changed by channel, warehouses, quantity, line or product, and can go back", () => {
  const posting = { id: "k", channel: "amazon" as const, list: [{ product: "p0", quantity: 2 }], day: "2026-11-20" };
  const items = [{ product: product(0), quantity: 2, breakdown: [{ warehouse: hub, quantity: 2 }] }];
  const processed = markProcessed(posting, { movement: "m1", items }, "2026-11-20");
  expect(isChanged(processed)).toBe(false);
  const changes = [
    forChannel(processed, "flipkart"),
    { ...processed, from: ["w2"] },
    setQuantity(processed, line(processed), 3, 9).draft,
    add(processed, product(1), 1, 9).draft,
    remove(processed, "p0"),
  ];
  for (const changed of changes) {
    expect(isChanged(changed)).toBe(true);
    expect(restore(changed)).toEqual(processed);
  }
  expect(isChanged(emptyDraft)).toBe(false);
});

test("a draft takes from its channel's warehouses until others are chosen, and from those of the next channel", () => {
  const times = { created_at: "", updated_at: "" };
  const [near, far] = [
    { ...hub, ...times, channels: { amazon: 1 } },
    { ...hub, ...times, _id: "w2", channels: { amazon: 2, flipkart: 1 } },
  ];
  const from = (draft: Draft) => warehousesOf(draft, { warehouse: [near, far], without_warehouse: ["jiomart"] });
  expect(from(draftOf(1))).toEqual(["w1", "w2"]);
  const chosen = { ...draftOf(1), from: [] };
  expect(from(chosen), "all").toBeUndefined();
  expect(from(forChannel(chosen, "flipkart"))).toEqual(["w2"]);
  const early = { ...emptyDraft, from: ["w2"] };
  expect(from(forChannel(early, "amazon"))).toEqual(["w2"]);
  expect(from(forChannel(draftOf(1), "firstcry")), "all").toBeUndefined();
  for (const lost of [draftOf(1), chosen])
    expect(from({ ...lost, channel: "jiomart" }), "none is left of its channel").toEqual([]);
  expect(from({ ...early, channel: "jiomart" })).toEqual(["w2"]);
});

test("its size is shown in lines and units", () => {
  expect(linesText(draftOf(100, 240, 12).lines)).toBe("3 lines, 352 units");
  expect(linesText(draftOf(1).lines)).toBe("1 line, 1 unit");
});
