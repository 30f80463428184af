// The parts of the document that are not in the table of calls.

import type { Resource, Route } from "#shared/api.ts";
import { historyDays, maxRangeDays } from "#shared/day.ts";
import type { Code } from "#shared/failure.ts";
import { maxProducts } from "#shared/limits.ts";
import { formerTokenHours, maxPrograms } from "#shared/program.ts";
import { ticketSeconds } from "#shared/ticket.ts";

interface Details {
  description?: string;
  /** Failures that do not follow from the table of calls. */
  failures?: Code[];
}

/** Of stock that was counted after the movement. */
const countedSince = (usual: string): string =>
  `Where a product was counted after the movement, \`counted\` says whether the entry was wrong, so that the stock stays as counted, or goods move now: by default ${usual}. With \`seen\`, a count whose \`counted_at\` it lacks is asked about by a 422 first.`;

const spreadsheetFile =
  "The `file` is .xlsx, CSV or TSV; other answers about it may name an import of it (`of`) in its place, for a day. `columns` is JSON that names the head of each field's column.";
const atOnce = "Everything is posted, or nothing.";
const takingOver =
  "A code that is another product's former P.ID is refused, with that product in the details, unless `take` is true: then it is taken over.";
const inParts = `More than ${maxProducts} lines are posted in parts: after a failure, the same request under the same Idempotency-Key continues.`;

const seenFields =
  "`seen` has the values of the changed fields as the person saw them: 409 names each that somebody else has changed since, with both values.";

export const details: Partial<Record<Route, Details>> = {
  "POST /v1/logout": { description: "`end` comes with the session's token. A session that is over stays over." },

  "POST /v1/app/errors": {
    description: "Of a session five in a day. Texts are refused, since they could be what somebody entered.",
  },

  "GET /v1/audit": {
    description:
      "Changes of products, warehouses, users, categories, containers, aliases, events, orders and channels: newest first, a page at a time.",
  },

  "PATCH /v1/categories/{id}": { description: seenFields, failures: ["CONFLICT"] },
  "DELETE /v1/categories/{id}": { failures: ["CONFLICT"] },

  "GET /v1/products/{id}/movements": {
    description: `\`end\` is today by default; \`start\` by default makes a range of ${historyDays} days.`,
  },
  "POST /v1/products/{id}/restore": {
    description:
      "A product that is not deleted stays as it is. Former P.IDs that other products have taken meanwhile are left out, and named in `former_taken`.",
    failures: ["CONFLICT"],
  },
  "POST /v1/products/bulk": {
    description:
      "A product whose value no longer equals `seen` is left out and named. Groups of 45 take effect together: after a failure, the same request under the same Idempotency-Key continues.",
  },
  "POST /v1/products": { description: takingOver },
  "PATCH /v1/products/{id}": {
    description: `${seenFields} A renamed product is still found by its former P.ID. \`forget\` takes such codes away. ${takingOver}`,
    failures: ["CONFLICT"],
  },
  "PATCH /v1/products/{id}/shelves": {
    description: "By the ids of warehouses; those that are not named stay, and an empty text takes a shelf away.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/products/{id}": {
    description: "Its stock no longer counts; its movements stay in the ledger.",
    failures: ["CONFLICT"],
  },

  "GET /v1/stocks/export": { failures: ["RESOURCE_NOT_FOUND"] },

  "GET /v1/transactions": { description: "Newest first." },
  "POST /v1/transactions/transfer": {
    description: atOnce,
    failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"],
  },
  "GET /v1/transactions/{id}": {
    description:
      "`id` is the id of a stock-in, a stock-out, a picklist, a transfer or a receipt that the user may correct. A line of a transfer is of both its warehouses.",
    failures: ["CONFLICT"],
  },
  "POST /v1/transactions/{id}/correct": {
    description: `\`id\` is the id of the movement; who may reverse it may correct it. Fewer units of a product go back on the day of the movement, and out of its sales. The same units in another warehouse move there. More units, or another product, are added as a movement of today. ${countedSince("entered_wrongly, of a picklist moved_now")} ${atOnce}`,
    failures: ["UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/transactions/{id}/reverse": {
    description: `\`id\` is the id of the movement. An executive may reverse their own movements of today, a manager may reverse any. ${countedSince("moved_now")} ${inParts}`,
    failures: ["UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/transactions/in": { failures: ["RESOURCE_NOT_FOUND"] },
  "POST /v1/transactions/out": {
    description: `A body with \`list\` or \`channel\` is a picklist. ${atOnce}`,
    failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/plan": { description: "Rates cover closed days; `as_of` is the last one." },
  "GET /v1/plan/export": {
    description: "`lines` are quantities by product, as `p1042-744.p7-66`; without them the file is the whole plan.",
  },
  "PUT /v1/plan/{product}/snooze": {
    description: "`until` is a day within a year, with a `reason`; null ends the snooze.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/plan/calendar/events": { failures: ["UNPROCESSABLE_CONTENT"] },
  "PUT /v1/plan/calendar/events/{id}": { description: seenFields, failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"] },
  "DELETE /v1/plan/calendar/events/{id}": { failures: ["CONFLICT"] },
  "POST /v1/tickets": {
    description: `For a form in a browser, which cannot send a bearer token: it sends the ticket in the query, once and within ${ticketSeconds} seconds. Requires the role of the export.`,
    failures: ["RESOURCE_NOT_FOUND"],
  },

  "POST /v1/shipments": { failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"] },
  "PATCH /v1/shipments/{id}": { failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"] },
  "DELETE /v1/shipments/{id}": {
    description: "Received units stay in stock; of the others, those of orders are open again.",
    failures: ["CONFLICT"],
  },
  "POST /v1/purchase-orders": { failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"] },
  "PATCH /v1/purchase-orders/{id}": {
    description: `\`close\` ends the order, whose rest will not come, unless more is open than \`seen.open\`; false opens it again. ${seenFields}`,
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/purchase-orders/{id}": { failures: ["CONFLICT"] },
  "POST /v1/returns": {
    description: `\`return\` names the return; else it is found by \`channel\`, its numbers and \`product\`, or is a new one. Good units, and damaged ones that go to the warehouse of the settings, are stock in with the reason Return; what is thrown away, wrong or missing moves nothing. \`parcels\` is the number of its parcels that the person saw: 409 names who has received another one, unless \`again\` is given. Reversing the movement undoes the parcel. Photos come with the same JSON in the field \`form\` of a multipart body, and are kept for 400 days. ${atOnce}`,
    failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"],
  },
  "PUT /v1/returns/{id}/claims": { failures: ["CONFLICT"] },
  "PUT /v1/returns/settings": { failures: ["RESOURCE_NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"] },
  "POST /v1/shipments/{id}/receive": {
    description: inParts,
    failures: ["UNPROCESSABLE_CONTENT"],
  },

  "GET /v1/picklists": { description: "Newest first." },

  "POST /v1/dev/stock-adjustment": {
    description: `The file has the units counted at the close of \`date\`, or now if that is today. One wrong row refuses the whole file. So does a row with a difference whose pair was counted for a later day (\`counted_on\`), unless \`skip_counted\` leaves such rows out. ${inParts}`,
    failures: ["UNPROCESSABLE_CONTENT"],
  },

  "POST /v1/imports/products": {
    description: `Nothing is written. ${spreadsheetFile}`,
    failures: ["RESOURCE_NOT_FOUND"],
  },
  "POST /v1/imports/stock": { description: `Nothing is written. ${spreadsheetFile}`, failures: ["RESOURCE_NOT_FOUND"] },
  "POST /v1/imports/orders": {
    description: `Nothing is written. ${spreadsheetFile} Each line has the first outcome of \`RowStatus\` that fits. \`answers\` is JSON: of the questions in \`sheet.asks\`, and \`take_in\` or \`leave_out\` for the lines of an outcome that may be taken in; answers about lines that are sent, unpaid or the marketplace's are remembered for the channel when the import is applied. \`aliases\` is JSON: products for unknown codes, stored when the import is applied.`,
    failures: ["RESOURCE_NOT_FOUND"],
  },
  "POST /v1/imports/lines": { description: spreadsheetFile, failures: ["RESOURCE_NOT_FOUND"] },
  "POST /v1/imports/returns": {
    description: `A line is known by the number of its return, or of its parcel, and its code, else by its order and code. Only these, the quantity, the type and the day are read. ${spreadsheetFile}`,
    failures: ["RESOURCE_NOT_FOUND"],
  },
  "POST /v1/imports/availability": {
    description: `Nothing is written but a copy of the sheet, kept for a day: the quantities of the codes that are known are what may be sold of them. Rows that the marketplace sends stay as they are. ${spreadsheetFile}`,
    failures: ["RESOURCE_NOT_FOUND", "UNPROCESSABLE_CONTENT"],
  },
  "GET /v1/availability": { failures: ["UNPROCESSABLE_CONTENT"] },
  "PUT /v1/availability/buffers": { failures: ["CONFLICT"] },
  "GET /v1/imports/{id}/filled/export": { failures: ["RESOURCE_NOT_FOUND"] },
  "GET /v1/imports/{id}": { description: "Only for the user who made it, for a day." },
  "POST /v1/imports/{id}/apply": {
    description: "Repeat the call with `from` set to `next`, until `next` is missing. Each group takes effect once.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "POST /v1/orders": {
    description:
      "Each order is one picklist, taken whole or refused whole, under the rules of order files. `code` is one of the channel, or of the product itself. An order is taken once by its number and its lines, whether it is sent again, told by an order file, or by another program; of one that has grown the rest is taken. With `leave_short` lines that are short are left out, and taken when the order is sent again. `details` say why an order was refused, or what of it was left out; if all were refused, the answer is 422, and nothing is stored but the codes that stand for no product, until somebody has chosen one.",
    failures: ["UNPROCESSABLE_CONTENT"],
  },
  "POST /v1/orders/{order}/cancel": {
    description:
      "The units of a waiting order go back. What was picked of it, or is being picked, is listed to be put back, as many as `put_back`; what an order file booked as sold is listed until its sale is corrected. For 30 days nothing is taken of what is cancelled, also if it is told later. An order whose number has `/` or `?` is named by `order` in the body, with any text in the path.",
  },
  "POST /v1/orders/put-back": { failures: ["RESOURCE_NOT_FOUND"] },
  "PUT /v1/aliases": {
    description:
      "Orders that were refused for these codes are taken when they are sent again. A choice of somebody else stays.",
    failures: ["RESOURCE_NOT_FOUND", "CONFLICT"],
  },
  "POST /v1/picklists/walk": {
    description:
      "`picklists` of the answer are those that waited still; who asks again gets the same walk. The id of the walk stands in place of that of a picklist in the operations on what is picked.",
    failures: ["CONFLICT"],
  },
  "PUT /v1/picklists/{id}/picked": { failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"] },

  "POST /v1/counts": {
    description: "A warehouse has one open count at most.",
    failures: ["RESOURCE_NOT_FOUND"],
  },
  "PUT /v1/counts/{id}/lines": {
    description:
      "A repeated line takes effect once; one with a higher `rev` replaces its earlier version. Lines that arrive after the count was closed are named in `refused`; all other lines are stored.",
  },
  "POST /v1/counts/{id}/recount": { failures: ["CONFLICT"] },
  "POST /v1/counts/{id}/apply": {
    description:
      "Repeat the call with `from` set to `next`, until `next` is missing. The first call decides what is applied; each group takes effect once. Differences that have changed since are left out and named.",
    failures: ["CONFLICT"],
  },
  "POST /v1/counts/{id}/take-back": {
    description: "Corrects one product, once for each entry in the review's `late`.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/counts/{id}": { failures: ["CONFLICT"] },

  "POST /v1/programs": {
    description: `At most ${maxPrograms} in all. The token is in this answer only; \`days\` is how long it is valid. The role and the scopes must both allow a call. Names are those of users: none is taken twice.`,
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "PATCH /v1/programs/{id}": { description: `Counts at once. ${seenFields}`, failures: ["CONFLICT"] },
  "POST /v1/programs/{id}/renew": {
    description: `The former token works for ${formerTokenHours} hours beside the new one, which is in this answer only.`,
    failures: ["CONFLICT"],
  },
  "DELETE /v1/programs/{id}": { failures: ["CONFLICT"] },

  "POST /v1/users": {
    description: "Nobody can create a user above their own role.",
  },
  "PATCH /v1/users/{id}": {
    description: "Nobody can change a user above their own role. A new password ends the sessions of the user.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "PUT /v1/users/me/password": {
    description:
      "Needs the current password, and ends all sessions of the user: sign in with the new one. After five wrong ones within 15 minutes the answer is 429.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/users/{id}": {
    description: "Nobody can delete themselves, a user above their own role, or the last root.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },

  "POST /v1/warehouses/{id}/restore": {
    description: "A warehouse that is not deleted stays as it is.",
    failures: ["CONFLICT"],
  },
  "PATCH /v1/warehouses/{id}": { description: seenFields, failures: ["CONFLICT"] },
  "PUT /v1/warehouses/channels": {
    description:
      "Replaces the warehouses of the channel. With none, its picklists take from all. Until then, a channel whose warehouses were all deleted or marked not for picking takes from none.",
    failures: ["CONFLICT", "UNPROCESSABLE_CONTENT"],
  },
  "DELETE /v1/warehouses/{id}": {
    description: "The stock in it no longer counts; the ledger keeps its movements.",
    failures: ["CONFLICT"],
  },
};

/** Resources as the document groups them. */
export const tags: Record<Resource, string> = {
  login: "Signing in.",
  logout: "Signing out.",
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
  "purchase-orders": "Orders to suppliers, until containers bring their units.",
  returns: "What comes back of orders, and claims for it.",
  orders: "Orders of channels that programs bring in.",
  picklists: "What was taken from the shelves for a channel.",
  dev: "For developers, at an address of its own.",
  programs: "Programs that call the API, each with a token of its own.",
  users: "Members of staff, who sign in.",
  counts: "What people find on the shelves of a warehouse, and its corrections.",
  imports: "Sheets that are previewed and then applied.",
  availability: "What channels may sell.",
  aliases: "Codes of channels that stand for products.",
  warehouses: "The places that hold stock.",
};

export const parameters: Record<string, string> = {
  start: "The first day of the range.",
  end: `The last day of the range, not later than today; at most ${maxRangeDays} days in all.`,
  after: "From the `Link` header of the page before.",
  from: "From the `Link` header of the page before: its next row.",
  date: "Not later than today.",
  product: "Only this product, by its id.",
  warehouse: "Only this warehouse, by its id.",
  kind: "Only changes of this kind of thing.",
  channel: "Only this channel.",
  show: "Only those with units that have not come, with units beyond those advised, with claims, or with claims to file.",
  user: "Only changes by this user, by id.",
  since: "The `cursor` of the last answer; without one, all is sent.",
  action: "Only movements in, or only movements out.",
};
