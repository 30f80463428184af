// `npm run cost`: prints the monthly AWS cost for three sizes of seller; `--write` puts the table into the README.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { countFixedResources } from "./cost/fixed-resources.ts";
import { inReadme, table } from "./cost/table.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const text = table(countFixedResources(await synthesize("prod", await buildWeb())));
console.log(text);
if (values.write) {
  const file = join(import.meta.dirname, "../README.md");
  writeFileSync(file, inReadme(readFileSync(file, "utf8"), text));
}
