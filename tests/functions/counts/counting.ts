// A world whose clock a test moves on, and counts of new products in it.
import { setClock } from "#tests/support/clock.ts";
import { countLine, openCount, sendLines } from "#tests/support/counts.ts";
import { inParallel } from "#tests/support/fixtures.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

export const countingWorld = async (start: string, settings: Parameters<typeof world>[0] = {}) => {
  setClock(start);
  const here = await world(settings);
  const { manager, executive } = here;

  let passed = 0;
  const pass = (minutes: number): void => {
    passed += minutes;
    setClock(new Date(Date.parse(start) + passed * 60_000).toISOString());
  };

  /** Counts of new products with 10 units, of which so many were found; nothing else happened near them. */
  const countsOf = async (counts: number, found: number) => {
    const lines = await inParallel(counts, () => newStockLine(manager, 10));
    pass(5);
    const counted = await Promise.all(
      lines.map(async ({ product, warehouse }) => {
        const count = await openCount(manager, warehouse);
        await sendLines(executive, count, countLine(product, found));
        return { product, warehouse, count };
      }),
    );
    pass(5);
    return counted;
  };
  const countOf = async (found: number) => {
    const [counted] = await countsOf(1, found);
    if (!counted) throw new Error("No count");
    return counted;
  };

  const stateOf = async (count: string) => (await manager.get(`/v1/counts/${count}`)).body.count;

  return { here, pass, countOf, countsOf, stateOf };
};
