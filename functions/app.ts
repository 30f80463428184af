// The application context, which the web app loads first, the catalogue that it keeps, and its two dashboards.
import { alertsOf, contextOf } from "#shared/catalogue.ts";
import { checkRange } from "#shared/day.ts";
import { attention } from "#shared/reorder.ts";
import { analyse } from "#shared/sales.ts";
import { readErrors, recordError } from "./lib/app-errors.ts";
import {
  catalogueOf,
  productsWithDeleted,
  readCatalogue,
  readCatalogueRows,
  readStocked,
} from "./lib/catalogue/products.ts";
import { readSince } from "./lib/catalogue/since.ts";
import { readSales } from "./lib/days/daily-sales.ts";
import { readStatus } from "./lib/days/night.ts";
import { readRestorableSince } from "./lib/db/restorable.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("app", {
  "GET /v1/app/context": async ({ now }) => ({ ...contextOf(await readStocked()), now: now.toISOString() }),

  "GET /v1/app/catalogue": (request) => readSince(request),

  "GET /v1/app/dash/analytics": async ({ query, today }) => {
    checkRange(query, today);
    const rows = await readCatalogueRows();
    const sales = await readSales(query, today, rows.stockRows);
    const all = productsWithDeleted(rows, today);
    const active = all.filter(({ deleted }) => !deleted);
    const alerts = alertsOf(catalogueOf(rows), today, active);
    return { ...analyse(query, sales, all), attention: attention(alerts, rows.open, today) };
  },

  "GET /v1/app/dash/inventory": async ({ today }) => alertsOf(await readCatalogue(), today),

  "GET /v1/app/status": async ({ user, now, today }) => {
    const reads = [readStatus(now, user.created_at), readErrors(today), readRestorableSince()] as const;
    const [status, errors, restorable_since] = await Promise.all(reads);
    return { ...status, ...(errors && { errors }), ...(restorable_since && { restorable_since }) };
  },

  "POST /v1/app/errors": async (request) => {
    await recordError(request);
  },
});
