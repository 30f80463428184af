// Entries on a device whose network, answers, tabs and sessions are lost at random. `npm run proof` makes more of them.
import { test } from "vitest";
import { world } from "#tests/support/world.ts";
import { runRandomDevice } from "./random.ts";

const here = await world();

test(
  "every entry takes effect once, in order, under the name of its user, and the books agree",
  {
    tags: "exhaustive",
  },
  () => runRandomDevice(here, 7, 22),
);
