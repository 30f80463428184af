// `npm test`: runs the check and prints its processor time. In CI it fails if that is a tenth above the last figure.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { measured, reference } from "./support/processor-time.ts";

/** The last measured processor time of the check, in units. A commit that changes it gives the reason. */
const figureFile = join(import.meta.dirname, "processor-time.json");
const { units: last }: { units: number } = JSON.parse(readFileSync(figureFile, "utf8"));

const before = await reference();
const start = performance.now();
const { code, seconds } = await measured("npm", ["run", "--silent", "check"]);
const minutes = ((performance.now() - start) / 60_000).toFixed(1);
if (code !== 0) process.exit(code);

if (seconds === undefined) console.log(`The check took ${minutes} minutes.`);
else {
  // The machine may have become slower or faster meanwhile.
  const unit = (before + (await reference())) / 2;
  const units = Math.round(seconds / unit);
  console.log(
    `The check took ${minutes} minutes and ${seconds} s of processor time: ${units} units of ${unit.toFixed(2)} s, last ${last}.`,
  );
  if (units > last * 1.1) {
    console.log("That is more than a tenth above the last figure, in tests/processor-time.json.");
    if (process.env.CI) process.exit(1);
  }
}
