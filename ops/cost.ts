// `npm run cost`: prints the monthly AWS cost for three sizes of seller, and that of a flood; `--write` puts the tables into
// README.md and docs/operations.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { countFixedResources } from "./cost/fixed-resources.ts";
import { floodTable } from "./cost/flood.ts";
import { inDocument, table } from "./cost/table.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const assembly = await synthesize("prod", await buildWeb());
for (const [name, text] of [
  ["README.md", table(countFixedResources(assembly))],
  ["docs/operations.md", floodTable(assembly)],
] as const) {
  console.log(text);
  const file = join(import.meta.dirname, "..", name);
  if (values.write) writeFileSync(file, inDocument(readFileSync(file, "utf8"), text));
}
