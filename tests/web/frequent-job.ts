// A frequent job as a person does it: its presses are counted, and are those that docs/frequent-jobs.md states.
import { readFileSync } from "node:fs";
import { expect } from "vitest";

const table = readFileSync(new URL("../../docs/frequent-jobs.md", import.meta.url), "utf8");

const statedPresses = (job: string): number =>
  Number(new RegExp(`^\\| ${job} \\| (\\d+) \\|`, "m").exec(table)?.[1] ?? Number.NaN);

/** Counts actions of a person: a press, a key, a choice, a paste or a chosen file is one. */
export const countedActions = () => {
  let count = 0;
  return {
    act: <T>(done: Promise<T>): Promise<T> => {
      count += 1;
      return done;
    },
    count: () => count,
  };
};

/** `job`: as in the table. */
export const frequentJob = (job: string) => {
  const { act, count } = countedActions();
  return { act, expectAsStated: () => expect({ job, actions: count() }).toEqual({ job, actions: statedPresses(job) }) };
};
