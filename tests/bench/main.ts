// `npm run bench`: cost of the product in capacity units, and in time relative to the bare engine in the same run.
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { countCosts } from "./counts.ts";
import { exportCosts } from "./exports.ts";
import { importCosts } from "./imports.ts";
import { inWorld } from "./in-world.ts";
import { ledgerCosts } from "./ledger.ts";
import { listCosts } from "./lists.ts";
import { localCosts } from "./local.ts";
import { nightCosts } from "./nights.ts";
import { postingCosts } from "./posting.ts";
import { type Line, print } from "./report.ts";
import { sellingCosts } from "./selling.ts";
import { webCosts } from "./web.ts";
import { weights } from "./weight.ts";

const assembly = await synthesize("dev", await buildWeb());
process.env.ASSEMBLY = assembly;

const sections: [string, () => Promise<Line[]>][] = [
  ["Weight", weights],
  ["Web", webCosts],
  ["Local run", localCosts],
  ["Selling", sellingCosts],
  ["Exports", () => inWorld(exportCosts)],
  ["Imports, at 10,000 products in 5 warehouses", () => inWorld(importCosts)],
  ["Counts, at 10,000 products in 5 warehouses", () => inWorld(countCosts)],
  ["Books, at 2,000 products in 5 warehouses", () => inWorld(ledgerCosts)],
  ["Nights, at 10,000 products and 8,000 order lines a day", () => inWorld(nightCosts(1))],
  ["Nights, 20 times as large", () => inWorld(nightCosts(20))],
  ["Posting", () => inWorld(postingCosts)],
  ["Lists, at 10,000 products in 5 warehouses", () => inWorld(listCosts)],
];

const chosen = process.argv[2]?.toLowerCase();
for (const [title, measure] of sections)
  if (!chosen || title.toLowerCase().startsWith(chosen)) print(title, await measure());
