// What the document calls each call, says of it, and cannot read from the table of calls. Ids are written out: clients
// that were generated from the document have methods of these names, so they stay when a path changes.

import type { Resource, Route } from "#shared/api.ts";
import { historyDays, maxRangeDays } from "#shared/day.ts";
import { maxReportRows } from "#shared/export.ts";
import type { Code } from "#shared/failure.ts";
import { maxProducts } from "#shared/movement-limits.ts";
import { ticketSeconds } from "#shared/ticket.ts";

interface Operation {
  id: string;
  /** One line. */
  summary: string;
  description?: string;
  /** Failures that do not follow from the table of calls. */
  failures?: Code[];
}

const sheetFile = "The `file` is .xlsx, CSV or TSV; `columns` is JSON that names the head of each field's column.";
const file = `An .xlsx file of at most ${maxReportRows.toLocaleString("en")} rows.`;
const atOnce = "Everything is posted, or nothing.";
const inParts = `More than ${maxProducts} lines are posted in parts: after a failure, the same request under the same Idempotency-Key goes on where it left off.`;

export const operations: Record<Route, Operation> = {
  "POST /v1/login": { id: "login", summary: "Sign in with a username and a password" },

  "GET /v1/app/context": { id: "getAppContext", summary: "Get the products and warehouses to choose from" },
  "GET /v1/app/dash/analytics": { id: "getAnalytics", summary: "Get the sales of a range of days" },
  "GET /v1/app/dash/inventory": { id: "getStockAlerts", summary: "Get the products that are low or out of stock" },

  "GET /v1/audit": {
    id: "listChanges",
    summary: "List what was changed in a range of days",
    description: "Of products, warehouses, users, categories and containers: newest first, a page at a time.",
  },
  "GET /v1/audit/export": { id: "exportChanges", summary: "Export the same changes", description: file },

  "GET /v1/categories": { id: "listCategories", summary: "List all categories" },
  "POST /v1/categories": { id: "createCategory", summary: "Create a category", failures: ["CONFLICT"] },
  "PATCH /v1/categories/{id}": { id: "updateCategory", summary: "Change a category", failures: ["CONFLICT"] },
  "DELETE /v1/categories/{id}": { id: "deleteCategory", summary: "Delete a category", failures: ["CONFLICT"] },

  "GET /v1/products": { id: "listProducts", summary: "List all products" },
  "GET /v1/products/{id}/movements": {
    id: "getProductHistory",
    summary: "Get the movements of a product, with the balance after each",
    description: `\`end\` is today unless it is given; \`start\` is such that the range has ${historyDays} days.`,
  },
  "GET /v1/products/{id}/changes": {
    id: "getProductChanges",
    summary: "Get what was changed of a product, newest first",
  },
  "GET /v1/products/deleted": { id: "listDeletedProducts", summary: "List the products that can be restored" },
  "POST /v1/products/{id}/restore": {
    id: "restoreProduct",
    summary: "Restore a deleted product, with its stock",
    description: "A product that is not deleted stays as it is.",
    failures: ["CONFLICT"],
  },
  "POST /v1/products": { id: "createProduct", summary: "Create a product", failures: ["CONFLICT"] },
  "PATCH /v1/products/{id}": { id: "updateProduct", summary: "Change a product", failures: ["CONFLICT"] },
  "DELETE /v1/products/{id}": {
    id: "deleteProduct",
    summary: "Delete a product",
    description: "Its stock no longer counts; the ledger keeps its movements.",
    failures: ["CONFLICT"],
  },

  "GET /v1/stocks": { id: "listStocks", summary: "List what each warehouse holds of each product" },
  "GET /v1/stocks/export": {
    id: "exportStocks",
    summary: "Export what warehouses hold now",
    description: file,
    failures: ["RESOURCE_NOT_FOUND"],
  },

  "GET /v1/transactions": {
    id: "listTransactions",
    summary: "List the ledger of a range of days, a page at a time",
    description: "Newest first.",
  },
  "GET /v1/transactions/export": {
    id: "exportTransactions",
    summary: "Export the ledger of a range of days",
    description: file,
  },
  "POST /v1/transactions/transfer": {
    id: "transferStock",
    summary: "Move units from one warehouse to another",
    description: atOnce,
    failures: ["RESOURCE_NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/transactions/{id}/reverse": {
    id: "reverseMovement",
    summary: "Reverse a movement by another one",
    description: `\`id\` is that of the movement. An executive may reverse their own movements of today, a manager any. ${inParts}`,
    failures: ["FORBIDDEN", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/transactions/in": {
    id: "stockIn",
    summary: "Record units that come into a warehouse",
    failures: ["RESOURCE_NOT_FOUND", "CONFLICT"],
  },
  "POST /v1/transactions/out": {
    id: "stockOut",
    summary: "Record units that leave a warehouse, or a whole picklist",
    description: `A body with \`list\` or \`channel\` is a picklist. ${atOnce}`,
    failures: ["RESOURCE_NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/plan": {
    id: "getPlan",
    summary: "Get what to order of each product, how much, and by when",
    description: "Rates are of closed days; `as_of` is the last of them.",
  },
  "GET /v1/plan/summary": { id: "getPlanSummary", summary: "Get how many products have each status of the plan" },
  "GET /v1/plan/export": {
    id: "exportPlan",
    summary: "Export the plan, or an order of chosen quantities",
    description: `${file} \`lines\` are quantities by product, as \`p1042-744.p7-66\`; without them the file is the whole plan.`,
    failures: ["UNPROCESSABLE_CONTENT"],
  },
  "GET /v1/plan/{product}": {
    id: "getProductPlan",
    summary: "Get the plan of one product, and its units by warehouse",
  },
  "PUT /v1/plan/{product}/snooze": {
    id: "snoozeProduct",
    summary: "Leave a product out of the plan until a day",
    description: "`until` is a day within a year, with a `reason`; null ends the snooze.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "GET /v1/product/export": { id: "exportProducts", summary: "Export all products", description: file },
  "GET /v1/stock-report/export": {
    id: "exportStockReport",
    summary: "Export the stock at the close of a day, or of now",
    description: file,
  },
  "GET /v1/sales-report/export": {
    id: "exportSalesReport",
    summary: "Export what was sold on all channels in a range of days",
    description: file,
  },
  "GET /v1/sales-report/export/{channel}": {
    id: "exportChannelSalesReport",
    summary: "Export what was sold on one channel in a range of days",
    description: file,
  },
  "POST /v1/tickets": {
    id: "createTicket",
    summary: "Get a ticket for an export",
    description: `For a form in a browser, which cannot send a bearer token: it sends the ticket in the query, once and within ${ticketSeconds} seconds. An export that needs a higher role needs it here too.`,
    failures: ["FORBIDDEN", "RESOURCE_NOT_FOUND"],
  },

  "GET /v1/shipments": { id: "listShipments", summary: "List all shipments" },
  "POST /v1/shipments": {
    id: "createShipment",
    summary: "Announce a shipment",
    failures: ["RESOURCE_NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "PATCH /v1/shipments/{id}": {
    id: "updateShipment",
    summary: "Change the list or the date of a shipment",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/shipments/{id}": {
    id: "deleteShipment",
    summary: "Delete a shipment",
    description: "What was received of it stays in stock.",
  },
  "POST /v1/shipments/{id}/receive": {
    id: "receiveShipment",
    summary: "Receive a shipment into a warehouse, whole or in part",
    description: inParts,
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/picklists/{id}/picked": {
    id: "listPicked",
    summary: "Get what was taken from the shelves of a picklist",
  },
  "PUT /v1/picklists/{id}/picked": {
    id: "updatePicked",
    summary: "Tick off what was taken from the shelves of a picklist",
  },
  "GET /v1/picklists": {
    id: "listPicklists",
    summary: "List the picklists of a range of days, a page at a time",
    description: "Newest first.",
  },

  "POST /v1/dev/stock-adjustment": {
    id: "adjustStock",
    summary: "Adjust the stock to a count of a day",
    description: `The file says what was counted at the close of \`date\`, or what there is now if that is today. One wrong row refuses the whole file. ${inParts}`,
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "POST /v1/imports/products": {
    id: "importProducts",
    summary: "Preview a sheet of products",
    description: `Nothing is written. ${sheetFile}`,
    failures: ["PAYLOAD_TOO_LARGE"],
  },
  "POST /v1/imports/stock": {
    id: "importStock",
    summary: "Preview a sheet of stock to set, add or remove",
    description: `Nothing is written. ${sheetFile}`,
    failures: ["PAYLOAD_TOO_LARGE"],
  },
  "POST /v1/imports/orders": {
    id: "importOrders",
    summary: "Preview a channel's order file, of which picklists are made",
    description: `Nothing is written. ${sheetFile} Cancelled and returned lines are left out, and, unless \`again\` is set, those that were picked within 30 days. \`aliases\` is JSON: products for unknown codes, kept when the import is applied.`,
    failures: ["RESOURCE_NOT_FOUND", "PAYLOAD_TOO_LARGE"],
  },
  "POST /v1/imports/lines": {
    id: "importLines",
    summary: "Read the lines of a container or transfer from a sheet",
    description: sheetFile,
    failures: ["PAYLOAD_TOO_LARGE"],
  },
  "GET /v1/imports/{id}": {
    id: "getImport",
    summary: "Get an import with its rows",
    description: "Of the user who made it, for a day.",
  },
  "GET /v1/imports/{id}/export": {
    id: "exportImport",
    summary: "Export the rows of an import that cannot be applied, with why",
    description: file,
  },
  "POST /v1/imports/{id}/apply": {
    id: "applyImport",
    summary: "Apply the next groups of an import",
    description: "Repeat it with `from` set to `next` until that is missing. Each group takes effect once.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/counts": { id: "listCounts", summary: "List open and past counts" },
  "POST /v1/counts": {
    id: "openCount",
    summary: "Open a count of a warehouse",
    description: "A warehouse has one open count at most.",
    failures: ["CONFLICT"],
  },
  "GET /v1/counts/{id}": { id: "getCount", summary: "Get a count with its lines" },
  "PUT /v1/counts/{id}/lines": {
    id: "keepCountLines",
    summary: "Keep what was counted",
    description:
      "A line that is sent again takes effect once; one with a higher `rev` replaces what it was. Lines that came after the count was closed are named in `refused`; the others are kept.",
  },
  "GET /v1/counts/{id}/review": { id: "reviewCount", summary: "Compare what was counted with what stock said then" },
  "GET /v1/counts/{id}/export": { id: "exportCount", summary: "Export the review of a count", description: file },
  "POST /v1/counts/{id}/recount": {
    id: "recount",
    summary: "Ask for products to be counted again",
    failures: ["CONFLICT"],
  },
  "POST /v1/counts/{id}/apply": {
    id: "applyCount",
    summary: "Post the chosen differences as corrections, and close the count",
    description:
      "Repeat it with `from` set to `next` until that is missing. The first call decides what is applied; each group takes effect once. What is not as it was sent any more is left out and named.",
    failures: ["CONFLICT"],
  },
  "DELETE /v1/counts/{id}": { id: "cancelCount", summary: "Cancel a count", failures: ["CONFLICT"] },

  "GET /v1/aliases": { id: "listAliases", summary: "List the codes of channels that stand for products" },
  "DELETE /v1/aliases/{id}": { id: "deleteAlias", summary: "Delete the code of a channel" },

  "GET /v1/users": { id: "listUsers", summary: "List all users" },
  "POST /v1/users": {
    id: "createUser",
    summary: "Create a user",
    description: "Nobody can create a user above their own role.",
    failures: ["CONFLICT"],
  },
  "PATCH /v1/users/{id}": {
    id: "updateUser",
    summary: "Change a user",
    description: "Nobody can change a user above their own role. A new password ends the sessions of the user.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/users/{id}": {
    id: "deleteUser",
    summary: "Delete a user",
    description: "Nobody can delete themselves, a user above their own role, or the last root.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/warehouses": { id: "listWarehouses", summary: "List all warehouses" },
  "GET /v1/warehouses/deleted": { id: "listDeletedWarehouses", summary: "List the warehouses that can be restored" },
  "POST /v1/warehouses/{id}/restore": {
    id: "restoreWarehouse",
    summary: "Restore a deleted warehouse, with its stock",
    description: "A warehouse that is not deleted stays as it is.",
    failures: ["CONFLICT"],
  },
  "POST /v1/warehouses": { id: "createWarehouse", summary: "Create a warehouse", failures: ["CONFLICT"] },
  "PATCH /v1/warehouses/{id}": { id: "updateWarehouse", summary: "Change a warehouse", failures: ["CONFLICT"] },
  "DELETE /v1/warehouses/{id}": {
    id: "deleteWarehouse",
    summary: "Delete a warehouse",
    description: "The stock in it no longer counts; the ledger keeps its movements.",
    failures: ["CONFLICT"],
  },
};

/** Resources as the document groups them. */
export const tags: Record<Resource, string> = {
  login: "Signing in.",
  plan: "What to order, how much, and by when.",
  app: "What the web app starts with, and its dashboards.",
  audit: "Who changed what, when, from what to what.",
  categories: "Kinds of products, with their pages on the marketplaces.",
  products: "The catalogue.",
  stocks: "What warehouses hold now.",
  transactions: "The ledger, and the movements of stock that make it.",
  product: "The report of all products.",
  "stock-report": "The report of the stock of a day.",
  "sales-report": "The reports of sales.",
  tickets: "Tickets that let a browser's form fetch an export.",
  shipments: "Containers on their way, and what is received of them.",
  picklists: "What was taken from the shelves for a channel.",
  dev: "For developers, at an address of its own.",
  users: "Members of staff, who sign in.",
  counts: "What people find on the shelves of a warehouse, and its corrections.",
  imports: "Sheets that are previewed and then applied.",
  aliases: "Codes of channels that stand for products.",
  warehouses: "The places that hold stock.",
};

/** Query and path parameters by name. */
export const parameters: Record<string, string> = {
  start: "The first day of the range.",
  end: `The last day of the range, not later than today; at most ${maxRangeDays} days in all.`,
  after: "From the `Link` header of the page before.",
  from: "From the `Link` header of the page before: its next row.",
  date: "Not later than today.",
  product: "Only this product, by its id.",
  warehouse: "Only this warehouse, by its id.",
  kind: "Only changes of this kind of thing.",
  user: "Only changes by this user, by id.",
  action: "Only movements in, or only movements out.",
};
