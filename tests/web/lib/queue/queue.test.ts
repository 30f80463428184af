// The queue of a device in random histories, whatever fails: storage, network, clock, session or tab.
import fc from "fast-check";
import { beforeEach, test, vi } from "vitest";
import { history, runHistory } from "./history.ts";

beforeEach(() => {
  // Refusals by storage and network are logged.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  return () => void vi.restoreAllMocks();
});

/** The same histories each time, since a change must not fail by chance; `HISTORY_SEED=7` looks at others. */
const seed = Number(process.env.HISTORY_SEED ?? 1);
const holds = (numRuns: number) => fc.assert(fc.asyncProperty(history, runHistory), { numRuns, seed });

test("in any history an entry takes effect once, in order, under its user's name, or its person sees why not", async () => {
  await holds(300);
});

test("in thousands of histories too", { tags: "exhaustive" }, async () => {
  await holds(5_000);
});
