// One process of `npm run simulate`: runs the histories of some seeds, one after another, in one world.
import { deviceDifferenceOf } from "./devices.ts";
import { differenceOf } from "./run-history.ts";
import { world } from "./run-steps.ts";
import type { SeedResult } from "./simulate.ts";

const [first = 0, last = 0] = process.argv.slice(2).map(Number);

process.once("disconnect", () => process.exit());
for (let seed = first; seed <= last; seed++) {
  const result: SeedResult = { seed, difference: (await differenceOf(seed)) ?? (await deviceDifferenceOf(seed)) };
  process.send?.(result);
}
await world.stop();
// The proxy before the engines still listens.
process.exit();
