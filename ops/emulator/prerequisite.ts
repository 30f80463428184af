// Runs a check that needs programs this machine may lack. If one is missing, the check says loudly that it was skipped, and
// does not pass: what was not tried may be wrong.
import { reportFailure } from "#infra/local/user-error.ts";

/** Exit code of a check that could not run; 1 is that of one that failed. */
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
