// Which whole numbers texts seem to mean.
import { expect, test } from "vitest";
import { seemingNumber } from "#functions/lib/imports/seeming-numbers.ts";

test("a text seems to be a number if only its separators, or words for days or units, keep it from being one", () => {
  const days = { "30 days": 30, "15d": 15, "45 Days.": 45, "2 weeks": 14, "2 months": 60 };
  const grouped = { "1,200": 1_200, "1,20,000": 120_000, "1 200": 1_200 };
  const units = { ...grouped, "24 pcs": 24, "24/carton": 24, "12 per case": 12 };
  for (const [text, number] of Object.entries(days))
    expect([text, seemingNumber(text, "days")]).toEqual([text, number]);
  for (const [text, number] of Object.entries(units))
    expect([text, seemingNumber(text, "units")]).toEqual([text, number]);
  // Plain numbers need no confirmation; the other texts may mean anything.
  for (const text of [
    ...["30", "30.0", "", "days", "2,5", "1.200", "30-45 days"],
    ...["1k", "-5", "0x10", "12abc", "1,2,3", "30 km"],
  ])
    expect([text, seemingNumber(text, "days"), seemingNumber(text, "units")]).toEqual([text, undefined, undefined]);
});
