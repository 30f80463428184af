// `npm run smoke -- --url URL`: checks a running deployment. It only reads, unless `--write` adds a round trip through
// stock that ends as it began.
import { parseArgs } from "node:util";
import { UserError } from "#infra/local/user-error.ts";
import { CheckFailure, runChecks } from "./check.ts";
import { openDeployment } from "./deployment.ts";
import { publicChecks } from "./public-checks.ts";
import { roundTrip } from "./round-trip.ts";
import { sessionChecks, signIn } from "./session-checks.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    url: text,
    user: { ...text, default: "root" },
    /** Name of a check that is known to fail here; the output has it in brackets. */
    known: { ...text, multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
});
// Not a command-line option, because those end up in the shell's history.
const { SMOKE_PASSWORD: password } = process.env;

const smoke = async (): Promise<string[]> => {
  const { url, user, known, write } = values;
  if (!url)
    throw new UserError(
      "Which deployment? npm run smoke -- --url URL, with the site's URL from the output Address of the web stack.",
    );
  if (write && !password)
    throw new UserError("--write needs a sign-in: set SMOKE_PASSWORD, and --user if the password is not root's.");
  const deployment = await openDeployment(url);
  const failed = await runChecks(publicChecks(deployment), known);
  if (!password) {
    console.log("SMOKE_PASSWORD is not set: skipped all checks that need a sign-in.");
    return failed;
  }
  const signed = await signIn(deployment, user, password);
  console.log(
    `ok     ${user} signs in${signed.user.renew || signed.user.given ? " (with a password that was given: change it)" : ""}`,
  );
  failed.push(...(await runChecks(sessionChecks(deployment, signed), known)));
  if (write) failed.push(...(await runChecks(roundTrip(deployment, signed), known)));
  return failed;
};

try {
  const failed = await smoke();
  console.log(failed.length === 0 ? "All checks passed." : `${failed.length} checks failed: ${failed.join(", ")}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof UserError || error instanceof CheckFailure ? error.message : error);
  process.exitCode = 1;
}
