// Runs tests for `npm test` and `npm run exhaustive`, and runs files of tests/web that failed again, alone: a busy machine fails a
// test of a screen now and then. Any other failure ends the run at once, since a race in a Lambda may show once in thirty runs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Outcomes } from "./support/outcomes.ts";

const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "outcomes-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** More files than this do not fail by chance, and to run sixty of a broken build alone takes an hour. */
const mostAgain = 6;
/** How often a file is run again before it has failed. */
const runsAgain = 2;

const stop = (reason: string): never => {
  console.error(`\nFailed: ${reason}`);
  process.exit(1);
};

const nameOf = (file: string): string => relative(process.cwd(), file);

const run = (args: string[], built: Outcomes["built"] = {}): Outcomes => {
  const file = join(folder, "outcomes.json");
  rmSync(file, { force: true });
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args], {
    stdio: "inherit",
    env: { ...process.env, ...built, OUTCOMES: file },
  });
  let outcomes: Outcomes;
  try {
    outcomes = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return stop("the run ended without a report.");
  }
  const { failed } = outcomes;
  if (status !== 0 && failed.length === 0) stop(outcomes.unhandled[0] ?? "the run failed, though no test file did.");
  return outcomes;
};

/** Ends with an error if any of what failed can't have failed by chance. */
const stopAtFault = ({ files, failed, unhandled, reason, deadly }: Outcomes): void => {
  const [error] = unhandled;
  const fault = failed.find(
    ({ file, failures }) => !nameOf(file).startsWith("tests/web/") && !failures.every(({ isChance }) => isChance),
  );
  if (deadly) stop(deadly);
  if (files === 0) stop("no test file ran.");
  if (reason === "interrupted") stop("the run was interrupted.");
  if (error) stop(`outside of any test, ${error}`);
  if (fault) stop(`${nameOf(fault.file)} failed, and not by chance.`);
  if (failed.length > mostAgain) stop(`${failed.length} files: more than ${mostAgain} do not fail by chance.`);
};

const options = process.argv.slice(2);
const first = run(options);
let { failed } = first;
stopAtFault(first);
for (let again = 1; again <= runsAgain && failed.length > 0; again += 1) {
  console.log(`\nAgain, alone: ${failed.map(({ file }) => nameOf(file)).join(", ")}`);
  const flags = options.filter((option) => option.startsWith("--"));
  const outcomes = run([...flags, "--maxWorkers=1", ...failed.map(({ file }) => file)], first.built);
  stopAtFault(outcomes);
  failed = outcomes.failed;
}
if (failed.length > 0) stop(`${failed.map(({ file }) => nameOf(file)).join(", ")}, ${runsAgain + 1} times.`);
if (first.failed.length > 0) {
  console.log("\nUnstable: these failed, and passed when they ran again alone.");
  for (const { file, failures } of first.failed)
    for (const { name, message } of failures) console.log(`  ${nameOf(file)}: ${name}\n    ${message}`);
}
