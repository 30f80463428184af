// How a check ends: well, with what went wrong in a sentence, or loudly without having run.
import { Trouble } from "#infra/local/user-error.ts";
import { Lacking } from "./python.ts";

export const said = async (name: string, check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (error instanceof Lacking)
      return console.log(`\n*** SKIPPED: ${name} did not run, because ${error.message}. ***\n`);
    console.error(error instanceof Trouble ? error.message : error);
    process.exitCode = 1;
  }
};
