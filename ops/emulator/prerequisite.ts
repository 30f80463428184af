// Runs a check that needs programs this machine may lack: a missing one skips the check and says so loudly, instead of
// failing it.
import { reportFailure } from "#infra/local/user-error.ts";

/** A program or package source that the check needs is missing. */
export class MissingPrerequisite extends Error {
  override readonly name = "MissingPrerequisite";
}

export const runCheck = async (name: string, check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (error instanceof MissingPrerequisite)
      console.log(`\n*** SKIPPED: ${name} did not run, because ${error.message}. ***\n`);
    else reportFailure(error);
  }
};
