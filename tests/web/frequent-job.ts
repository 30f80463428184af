// A frequent job as a person does it: its presses are counted, and are those that docs/frequent-jobs.md states.
import { readFileSync } from "node:fs";
import { expect } from "vitest";

const table = readFileSync(new URL("../../docs/frequent-jobs.md", import.meta.url), "utf8");

const statedPresses = (job: string): number =>
  Number(new RegExp(`^\\| ${job} \\| (\\d+) \\|`, "m").exec(table)?.[1] ?? Number.NaN);

/** `job`: as in the table. A press, a key, a choice, a paste or a chosen file is one action. */
export const frequentJob = (job: string) => {
  let actions = 0;
  return {
    act: <T>(done: Promise<T>): Promise<T> => {
      actions += 1;
      return done;
    },
    expectAsStated: () => expect({ job, actions }).toEqual({ job, actions: statedPresses(job) }),
  };
};
