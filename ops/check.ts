// A check of a deployment: its guarantee in a sentence, and what was found instead.
import { Refusal } from "#demo/client.ts";
import { Trouble } from "#infra/local/user-error.ts";

export interface Check {
  /** Short, to name it on the command line. */
  name: string;
  holds: string;
  /** Throws what is not so; may say something worth knowing. */
  look: () => Promise<string | undefined>;
}

/** What was found instead of what a check holds. */
export class Finding extends Error {
  override readonly name = "Finding";
}

/** Throws with what was found, unless it is so. */
export function must(so: unknown, found: string): asserts so {
  if (!so) throw new Finding(found);
}

/** Runs checks one after the other and prints a line for each; gives the names of those that did not hold. */
export const run = async (checks: readonly Check[], known: readonly string[] = []): Promise<string[]> => {
  const failed: string[] = [];
  for (const { name, holds, look } of checks) {
    try {
      const note = await look();
      console.log(`ok     ${holds}${note ? ` (${note})` : ""}`);
    } catch (error) {
      if (!(error instanceof Finding || error instanceof Trouble || error instanceof Refusal)) throw error;
      if (!known.includes(name)) failed.push(name);
      console.log(`${known.includes(name) ? "known " : "FAILED"} ${holds} [${name}]: ${error.message}`);
    }
  }
  return failed;
};
