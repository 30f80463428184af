// A world for one measurement.
import { setClock, testClock } from "#tests/support/clock.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";

/** Measures in a world of its own, stopped afterwards. */
export const inWorld = <T>(measure: (world: TestWorld) => Promise<T>): Promise<T> => measureIn(newWorld(), measure);

/** The same; the measurement may set the clock. */
export const inWorldWithClock = async <T>(measure: (world: TestWorld) => Promise<T>): Promise<T> => {
  try {
    return await measureIn(newWorld({ preload: [testClock()] }), measure);
  } finally {
    setClock(new Date().toISOString());
  }
};

const measureIn = async <T>(starting: Promise<TestWorld>, measure: (world: TestWorld) => Promise<T>): Promise<T> => {
  const world = await starting;
  try {
    return await measure(world);
  } finally {
    await world.stop();
  }
};
