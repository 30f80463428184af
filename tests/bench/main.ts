// `npm run bench`, or `-- --times 10`: cost of the product in bytes and capacity units, and in time relative to the bare engine in the same run.
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { inWorld } from "./in-world.ts";
import { print } from "./report.ts";
import { scaleCosts } from "./scale.ts";
import { sections } from "./sections.ts";

process.env.ASSEMBLY = await synthesize("dev", await buildWeb());

console.log(
  `Bytes, units and ratios are the same on every machine: one beyond its budget is OVER. Budgets of times are of an idle laptop; a
time beyond its budget is marked as slower. This machine has a load of ${loadavg()[0]} on ${availableParallelism()} cores.`,
);

const { values, positionals } = parseArgs({ options: { times: { type: "string" } }, allowPositionals: true });
const { times } = values;
if (times) print(`At ${times} times the size`, await inWorld(scaleCosts(Number(times))));

const chosen = positionals[0]?.toLowerCase();
for (const { title, measure } of times ? [] : sections)
  if (!chosen || title.toLowerCase().startsWith(chosen)) print(title, await measure());
