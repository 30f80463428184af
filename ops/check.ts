// A check of a deployment, its guarantee in one sentence, and the runner that prints a line for each.
import { ApiError } from "#demo/client.ts";
import { UserError } from "#infra/local/user-error.ts";

export interface Check {
  /** Short, for `--known` on the command line. */
  name: string;
  guarantee: string;
  /** Throws if the guarantee does not hold; a text that it returns is printed. */
  verify: () => Promise<unknown>;
}

/** The finding of a check whose guarantee does not hold. */
export class CheckFailure extends Error {
  override readonly name = "Finding";
}

export function assert(so: unknown, found: string): asserts so {
  if (!so) throw new CheckFailure(found);
}

/** Runs the checks in order, prints a line for each, and returns the names of those that failed and are not `known`. */
export const runChecks = async (checks: readonly Check[], known: readonly string[] = []): Promise<string[]> => {
  const failed: string[] = [];
  for (const { name, guarantee, verify } of checks) {
    try {
      const note = await verify();
      console.log(`ok     ${guarantee}${typeof note === "string" ? ` (${note})` : ""}`);
    } catch (error) {
      if (!(error instanceof CheckFailure || error instanceof UserError || error instanceof ApiError)) throw error;
      if (!known.includes(name)) failed.push(name);
      console.log(`${known.includes(name) ? "known " : "FAILED"} ${guarantee} [${name}]: ${error.message}`);
    }
  }
  return failed;
};
