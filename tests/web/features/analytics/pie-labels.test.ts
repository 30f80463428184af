// The labels of the slices that are too small for one inside.
import { expect, test } from "vitest";
import { channels } from "#shared/channel.ts";
import { outsideLabels, salesDistribution } from "#web/features/analytics/pie-labels.ts";

const labelsOf = (...units: number[]) =>
  outsideLabels(
    salesDistribution(Object.fromEntries(channels.map((channel, at) => [channel, { day: units[at] ?? 0 }]))),
  );

test("each slice under 8 % has one, outside the circle, and none lies over another", () => {
  expect(labelsOf(60, 40, 0, 0, 0, 0)).toEqual([]);
  expect(labelsOf(80, 8, 7, 5, 0, 0).map(({ slice }) => slice.name)).toEqual(["Firstcry", "Jiomart"]);
  for (const units of [
    [80, 4, 4, 4, 4, 4],
    [4, 4, 80, 4, 4, 4],
    [45, 2, 2, 46, 3, 2],
    [7, 7, 7, 7, 7, 65],
  ]) {
    const labels = labelsOf(...units);
    expect(labels).toHaveLength(units.filter((one) => one < 8).length);
    // A radius of 140 with a gap of 8, and a height of 28, less what is rounded.
    for (const { x, y } of labels) expect(Math.hypot(x - 150, y - 150)).toBeGreaterThanOrEqual(147);
    for (const [at, one] of labels.entries())
      for (const other of labels.slice(at + 1))
        expect(one.anchor !== other.anchor || Math.abs(one.y - other.y) >= 27.9).toBe(true);
  }
});
