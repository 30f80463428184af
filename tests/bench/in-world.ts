// A world for one measurement.
import { newWorld, type TestWorld } from "#tests/support/world.ts";

/** Measures in a world of its own, stopped afterwards. */
export const inWorld = async <T>(measure: (world: TestWorld) => Promise<T>): Promise<T> => {
  const world = await newWorld();
  try {
    return await measure(world);
  } finally {
    await world.stop();
  }
};
