// Random histories of everything that changes stock, under faults, compared with a simple model. `npm run simulate --
// --seeds 1 --from <seed>` replays one history, or runs any number of others.
import { expect, test } from "vitest";
import { differenceOf } from "./run-history.ts";

const guarantee =
  "in history %i stock, sales, transit and closed days agree with the ledger, and nothing falls below zero";
const agree = async (seed: number) => expect(await differenceOf(seed)).toBeUndefined();

// Number of seeds; each takes at least two seconds of a core.
test.each([4])(guarantee, { timeout: 600_000 }, agree);
test.each([1, 2, 3, 5, 6])(guarantee, { timeout: 600_000, tags: "exhaustive" }, agree);
