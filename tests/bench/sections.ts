// What the bench measures, by section.
import { catalogueCosts } from "./catalogue.ts";
import { countCosts, lineCosts } from "./counts.ts";
import { exportCosts } from "./exports.ts";
import { importCosts } from "./imports.ts";
import { inWorld, inWorldWithClock } from "./in-world.ts";
import { jobCosts } from "./jobs.ts";
import { ledgerCosts } from "./ledger.ts";
import { listCosts } from "./lists.ts";
import { localCosts } from "./local.ts";
import { nightCosts } from "./nights.ts";
import { postingCosts } from "./posting.ts";
import type { Line } from "./report.ts";
import { dashboardCosts, picklistCosts } from "./selling.ts";
import { webCosts } from "./web.ts";
import { weights } from "./weight.ts";

interface Section {
  title: string;
  measure: () => Promise<Line[]>;
  /** It takes a minute at most and has budgets of bytes, capacity units or ratios: `npm run exhaustive` fails where they are passed. */
  asserted?: boolean;
}

export const sections: Section[] = [
  { title: "Weight", measure: weights, asserted: true },
  { title: "Web", measure: webCosts },
  { title: "Presses of frequent jobs (INP)", measure: () => inWorld(jobCosts) },
  { title: "Local run", measure: localCosts },
  { title: "Picklist", measure: () => inWorld(picklistCosts), asserted: true },
  { title: "Dashboards S", measure: () => inWorld(dashboardCosts("S")) },
  { title: "Dashboards M", measure: () => inWorld(dashboardCosts("M")), asserted: true },
  { title: "Dashboards L", measure: () => inWorld(dashboardCosts("L")) },
  { title: "Exports", measure: () => inWorld(exportCosts) },
  { title: "Imports, at 10,000 products in 5 warehouses", measure: () => inWorld(importCosts), asserted: true },
  { title: "Lines of a count", measure: () => inWorld(lineCosts), asserted: true },
  { title: "Counts, at 10,000 products in 5 warehouses", measure: () => inWorld(countCosts) },
  { title: "Books, at 2,000 products in 5 warehouses", measure: () => inWorld(ledgerCosts) },
  { title: "Nights, at 10,000 products and 8,000 order lines a day", measure: () => inWorld(nightCosts(1)) },
  { title: "Nights, 20 times as large", measure: () => inWorld(nightCosts(20)) },
  { title: "Posting", measure: () => inWorld(postingCosts), asserted: true },
  { title: "Catalogue of a device", measure: () => inWorldWithClock(catalogueCosts(1_000)), asserted: true },
  {
    title: "Catalogue of a device, at 10,000 products",
    measure: () => inWorldWithClock(catalogueCosts(10_000, 36_000)),
    asserted: true,
  },
  { title: "Catalogue of a device, at 100,000 products", measure: () => inWorldWithClock(catalogueCosts(100_000)) },
  { title: "Lists, at 10,000 products in 5 warehouses", measure: () => inWorld(listCosts) },
];
