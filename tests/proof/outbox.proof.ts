// 200 entries on a device whose network, answers, tabs and sessions are lost at random, for several seeds.
import { test } from "vitest";
import { newWorld } from "#tests/support/world.ts";
import { runRandomDevice } from "#tests/web/features/outbox/random.ts";

test.for([1, 2, 3, 4, 5])("seed %i: every entry takes effect once, in order, and the books agree", async (seed) => {
  const here = await newWorld();
  await runRandomDevice(here, seed, 200);
});
