// Runs a check that needs programs this machine may lack. If one is missing, the check reports that it was skipped, and
// does not pass, since it has shown nothing.
import { reportFailure } from "#infra/local/user-error.ts";

/** Exit code of a check that could not run; a failed check exits with 1. */
const skipped = 2;

/** A program or package source that the check needs is missing. */
export class MissingPrerequisite extends Error {
  override readonly name = "MissingPrerequisite";
}

export const runCheck = async (name: string, check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof MissingPrerequisite)) return reportFailure(error);
    console.log(`\n*** SKIPPED: ${name} did not run, because ${error.message}. ***\n`);
    process.exitCode = skipped;
  }
};
