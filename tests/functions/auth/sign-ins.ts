// What tests of sign-ins share: failures that were counted, the cost of a request, and the clock afterwards.
import { onTestFinished } from "vitest";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import type { TestWorld } from "#tests/support/world.ts";

export const wrong = "a wrong password";
/** Seconds. */
export const day = 24 * 3_600;

/** The Lambdas' clock, so many seconds ahead until the end of the test. */
export const after = (passed: number): void => {
  setClock(new Date(Date.now() + passed * 1_000).toISOString());
  onTestFinished(() => setClock(new Date().toISOString()));
};

/** Stores that so many guesses failed; after 50, only a sign-in with a valid device token has its password checked. */
export const storeFailures = (world: TestWorld, username: string, failures: number, days = 1): Promise<void> => {
  const expires = Math.floor(Date.now() / 1_000) + days * day;
  return engine(world).put("keys", [{ key: `login#username#${username}`, failures, expires, addresses: {} }]);
};

/** The cost of the last request, without its time and ids. */
export const lastCost = ({ requests }: TestWorld) => {
  const { reads, writes, rcu, wcu } = requests().at(-1) ?? {};
  return { reads, writes, rcu, wcu };
};
