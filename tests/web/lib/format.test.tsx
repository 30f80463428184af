// How days, times and numbers are written.
import { expect, test } from "vitest";
import { countText, dateText, numberText, rateText, sizeText } from "#web/lib/format.ts";

test("the day of an instant is that in India, which may be the next one", () => {
  expect(dateText("2026-11-20T18:29:00.000Z")).toBe("20-11-2026");
  expect(dateText("2026-11-20T18:30:00.000Z")).toBe("21-11-2026");
});

test("numbers are grouped as in India", () => {
  expect(numberText(104265)).toBe("1,04,265");
  expect(countText(1, "record")).toBe("1 record");
  expect(countText(2000, "record")).toBe("2,000 records");
});

test("a daily run rate has one decimal, and a dash for zero", () => {
  expect(rateText(25 / 3)).toBe("8.3");
  expect(rateText(1_649.25)).toBe("1,649.3");
  expect(rateText(0)).toBe("–");
});

test("a file's size is written in the usual unit", () => {
  expect(sizeText(640)).toBe("640 B");
  expect(sizeText(3.4 * 1024 * 1024)).toBe("3.4 MB");
});
