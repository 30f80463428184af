// Random histories of everything that changes stock, under faults, compared with a simple model.
// `npm run simulate -- --seeds 1 --from <seed>` replays one, and runs as many others as one likes.
import { expect, test } from "vitest";
import { differenceOf } from "./run-history.ts";

/** Seeds; one takes about two seconds of a core. */
const histories = Array.from({ length: 6 }, (_, index) => index + 1);

test.each(histories)(
  "in history %i stock, sales, transit and closed days agree with the ledger, and nothing falls below zero",
  {
    timeout: 600_000,
  },
  async (seed) => {
    expect(await differenceOf(seed)).toBeUndefined();
  },
);
