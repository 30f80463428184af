// `npm run smoke -- --url URL`: asks a running deployment what an operator wants to know of it. It only reads, unless
// `--write` sends it on a round trip through stock that leaves the books as they were.
import { parseArgs } from "node:util";
import { Trouble } from "#infra/local/user-error.ts";
import { Finding, run } from "./check.ts";
import { openDeployment } from "./deployment.ts";
import { frontChecks } from "./public-checks.ts";
import { roundTrip } from "./round-trip.ts";
import { sessionChecks, signIn } from "./session-checks.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    url: text,
    user: { ...text, default: "root" },
    /** A check that is known not to hold here, by the name in brackets. */
    known: { ...text, multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
});
// Not an option: options are kept in a shell's history.
const { SMOKE_PASSWORD: password } = process.env;

const smoke = async (): Promise<string[]> => {
  const { url, user, known, write } = values;
  if (!url) throw new Trouble("Which deployment? npm run smoke -- --url https://the-site, as its stack's output says.");
  if (write && !password)
    throw new Trouble("To write it has to sign in: set SMOKE_PASSWORD, and --user if it is not root's.");
  const deployment = await openDeployment(url);
  const failed = await run(frontChecks(deployment), known);
  if (!password) {
    console.log("SMOKE_PASSWORD is not set, so nobody signs in and no list is looked at.");
    return failed;
  }
  const signed = await signIn(deployment, user, password);
  console.log(
    `ok     ${user} signs in${signed.user.renew ? " (with the password that was generated: change it)" : ""}`,
  );
  failed.push(...(await run(sessionChecks(deployment, signed), known)));
  if (write) failed.push(...(await run(roundTrip(deployment, signed), known)));
  return failed;
};

try {
  const failed = await smoke();
  console.log(failed.length === 0 ? "All is well." : `${failed.length} did not hold: ${failed.join(", ")}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Trouble || error instanceof Finding ? error.message : error);
  process.exitCode = 1;
}
