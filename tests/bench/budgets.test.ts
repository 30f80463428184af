// The budgets that `npm run bench` prints, where a figure is the same on a busy machine.
import { expect, test } from "vitest";
import { isOver, isTime } from "./report.ts";
import { sections } from "./sections.ts";

for (const { title, measure } of sections.filter(({ asserted }) => asserted))
  test(`${title}: bytes, capacity units and ratios are within their budgets`, { tags: "exhaustive" }, async () => {
    const lines = (await measure()).filter((line) => !isTime(line));
    expect(lines.filter(({ budget }) => budget !== undefined)).not.toEqual([]);
    expect(lines.filter(isOver)).toEqual([]);
  });
