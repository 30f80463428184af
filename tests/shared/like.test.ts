// A product that sells like another one.
import { expect, test } from "vitest";
import { likeOf, rateLike } from "#shared/like.ts";
import type { Rate } from "#shared/rate.ts";

test("a likeness is a P.ID, with a factor where it differs; a P.ID may have an x of its own", () => {
  expect(likeOf("SND-BIB-201 x 0.8")).toEqual({ p_id: "SND-BIB-201", factor: 0.8 });
  expect(likeOf(" SND-BIB-201 × 2 ")).toEqual({ p_id: "SND-BIB-201", factor: 2 });
  expect(likeOf("SND-BOX 2x4")).toEqual({ p_id: "SND-BOX 2x4", factor: 1 });
  expect(likeOf("Swaddle x")).toEqual({ p_id: "Swaddle x", factor: 1 });
});

const own = (sold: number, inStockDays: number): Rate => ({
  ...{ units: sold / inStockDays, sold, inStockDays, window: 30, fewDays: false },
});
const other = { p_id: "SND-1", factor: 0.8, units: 10 };

test("its rate is the other one's times the factor at first, its own after thirty days in stock, and mixed between", () => {
  expect(rateLike(undefined, 0, other, 30)).toMatchObject({ units: 8, window: 30, like: { share: 1 } });
  // A third of 2 and two thirds of 8.
  const mixed = rateLike(own(20, 10), 10, other, 30);
  expect(mixed.units).toBeCloseTo(6);
  expect(mixed.like?.share).toBeCloseTo(2 / 3);
  expect(rateLike(own(60, 30), 30, other, 30)).toEqual(own(60, 30));
});
