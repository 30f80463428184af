// How days, times and numbers are written.
import { expect, test } from "vitest";
import { countText, dateText, dateTimeText, dayText, numberText, rateText, sizeText } from "#web/lib/format.ts";

test("days are written day-month-year", () => {
  expect(dayText("2026-11-20")).toBe("20-11-2026");
});

test("an instant is written in Indian time, which may be the next day, on a 24-hour clock", () => {
  expect(dateTimeText("2026-11-20T18:29:00.000Z")).toBe("20-11-2026 23:59");
  expect(dateTimeText("2026-11-20T18:30:00.000Z")).toBe("21-11-2026 00:00");
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
