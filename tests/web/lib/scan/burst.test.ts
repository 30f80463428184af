// Which bursts of keys are scans, over thousands of timings.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { startOfScan } from "#web/lib/scan/burst.ts";

const timesOf = (gaps: readonly number[]): number[] => [
  0,
  ...gaps.map((_, at) => gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap)),
];
const between = (random: () => number, from: number, to: number): number => from + random() * (to - from);

test("a code of 4 to 24 characters is a scan from 0 to 100 ms between keys, uneven and with a stall of 300 ms anywhere", () => {
  const random = seededRandom(21).next;
  for (let run = 0; run < 5_000; run++) {
    const average = between(random, 0, 100);
    const spread = between(random, 0, Math.min(average, 20));
    const gaps = Array.from(
      { length: Math.floor(between(random, 4, 25)) },
      (_, at) => average + (at % 2 ? -spread : spread),
    );
    if (gaps.length % 2) gaps[gaps.length - 1] = average;
    if (random() < 0.5) gaps[Math.floor(random() * gaps.length)] = 300;
    expect([gaps, startOfScan(timesOf(gaps), false)]).toEqual([gaps, 0]);
  }
});

test("typing at 120 ms a key and slower is no scan, however uneven; nor is that of a fast typist, whose keys overlap", () => {
  const random = seededRandom(5).next;
  for (let run = 0; run < 5_000; run++) {
    const slow = Array.from({ length: Math.floor(between(random, 4, 25)) }, () => between(random, 120, 300));
    expect([slow, startOfScan(timesOf(slow), false)]).toEqual([slow, undefined]);
    const fast = slow.map(() => between(random, 50, 200));
    expect([fast, startOfScan(timesOf(fast), true)]).toEqual([fast, undefined]);
  }
});

test("three characters are no scan, and after typing the code begins behind the pause", () => {
  expect(startOfScan(timesOf([5, 5, 5]), false)).toBeUndefined();
  expect(startOfScan(timesOf([5, 5, 5, 5]), false)).toBe(0);
  expect(startOfScan(timesOf([180, 220, 260, ...Array<number>(13).fill(8)]), true)).toBe(3);
  expect(startOfScan(timesOf([130, 130, 130, 130, 140, ...Array<number>(20).fill(4)]), false)).toBe(5);
  expect(startOfScan(timesOf([250, 180, 220, 260, 8, 8, 8, 8]), true)).toBe(4);
});
