// Properties of calls that the running web app needs. Without schemas, which the entry chunk may not contain.
import type { Route } from "./api.ts";

export type Read = Extract<Route, `GET ${string}`>;
export type Write = Exclude<Route, Read>;
type Prefix = `/v1/${string}`;

/** Stale after any movement; "/v1/app" is the catalogue and the dashboards, "/v1/products" the history of a product. */
const moved = ["/v1/products", "/v1/transactions", "/v1/app", "/v1/plan"] as const;
const stock = [...moved, "/v1/picklists", "/v1/orders"] as const;
const products = ["/v1/products", "/v1/app", "/v1/plan"] as const;
const warehouses = ["/v1/warehouses", ...products] as const;
const categories = ["/v1/categories"] as const;
const counts = ["/v1/counts"] as const;
const plan = ["/v1/plan", "/v1/plan/summary"] as const;
const events = ["/v1/plan/calendar/events", ...plan] as const;
const orders = ["/v1/purchase-orders", ...plan] as const;
const returned = ["/v1/returns", "/v1/returns/summary"] as const;
const shipments = ["/v1/shipments", "/v1/app", ...orders] as const;

/** Prefixes of the addresses whose answers a write makes stale. */
export const staleAfter: Readonly<Record<Write, readonly Prefix[]>> = {
  "POST /v1/login": [],
  "POST /v1/logout": [],
  "POST /v1/tickets": [],
  "POST /v1/app/errors": [],
  "POST /v1/categories": categories,
  "PATCH /v1/categories/{id}": categories,
  "DELETE /v1/categories/{id}": categories,
  "POST /v1/products": products,
  "POST /v1/products/bulk": products,
  "PATCH /v1/products/{id}": products,
  "PATCH /v1/products/{id}/shelves": products,
  "DELETE /v1/products/{id}": [...products, "/v1/purchase-orders"],
  "POST /v1/products/{id}/restore": [...products, "/v1/purchase-orders"],
  "POST /v1/warehouses": warehouses,
  "PATCH /v1/warehouses/{id}": warehouses,
  "PUT /v1/warehouses/channels": ["/v1/warehouses", "/v1/app"],
  "PUT /v1/availability/buffers": ["/v1/availability"],
  "DELETE /v1/warehouses/{id}": warehouses,
  "POST /v1/warehouses/{id}/restore": warehouses,
  "POST /v1/transactions/in": moved,
  "POST /v1/transactions/out": stock,
  "POST /v1/transactions/transfer": moved,
  "POST /v1/transactions/{id}/correct": [...stock, "/v1/shipments", "/v1/imports"],
  "POST /v1/transactions/{id}/reverse": [...stock, "/v1/shipments", ...returned],
  "POST /v1/shipments": shipments,
  "PATCH /v1/shipments/{id}": shipments,
  "DELETE /v1/shipments/{id}": shipments,
  "POST /v1/purchase-orders": orders,
  "PATCH /v1/purchase-orders/{id}": orders,
  "DELETE /v1/purchase-orders/{id}": orders,
  "POST /v1/orders": stock,
  "POST /v1/orders/{order}/cancel": stock,
  "POST /v1/orders/put-back": ["/v1/orders/put-back"],
  "POST /v1/shipments/{id}/receive": [...moved, "/v1/shipments"],
  "POST /v1/returns": [...returned, ...moved],
  "PUT /v1/returns/{id}/claims": returned,
  "PUT /v1/returns/settings": ["/v1/returns/settings", ...returned],
  "PUT /v1/picklists/{id}/picked": [],
  "POST /v1/picklists/walk": ["/v1/picklists"],
  "PUT /v1/plan/{product}/snooze": plan,
  "POST /v1/plan/calendar/events": events,
  "PUT /v1/plan/calendar/events/{id}": events,
  "DELETE /v1/plan/calendar/events/{id}": events,
  "POST /v1/dev/stock-adjustment": stock,
  "POST /v1/imports/products": [],
  "POST /v1/imports/stock": [],
  "POST /v1/imports/orders": [],
  "POST /v1/imports/lines": [],
  "POST /v1/imports/returns": [],
  "POST /v1/imports/availability": [],
  "POST /v1/imports/{id}/put-back": [],
  "POST /v1/imports/{id}/apply": [...stock, ...returned],
  "POST /v1/counts": counts,
  "PUT /v1/counts/{id}/lines": [],
  "POST /v1/counts/{id}/recount": counts,
  "POST /v1/counts/{id}/apply": [...counts, ...stock],
  "POST /v1/counts/{id}/take-back": [...counts, ...stock],
  "DELETE /v1/counts/{id}": counts,
  "DELETE /v1/aliases/{id}": ["/v1/aliases", "/v1/aliases/remembered"],
  "PUT /v1/aliases": ["/v1/aliases", "/v1/aliases/asked"],
  "POST /v1/users": ["/v1/users"],
  // Changing one's own password ends the session that would read the list.
  "PATCH /v1/users/{id}": [],
  "PUT /v1/users/me/password": [],
  "DELETE /v1/users/{id}": ["/v1/users"],
  "POST /v1/programs": ["/v1/programs"],
  "PATCH /v1/programs/{id}": ["/v1/programs"],
  "POST /v1/programs/{id}/renew": ["/v1/programs"],
  "DELETE /v1/programs/{id}": ["/v1/programs"],
};

interface ListFacts {
  /** Rows after which the list is truncated and the person is asked for a shorter range. */
  maxRows?: number;
  /** It is read from an index, which lags behind its table. */
  lags?: true;
  /** It reads whole tables: it is not read again within so many minutes, unless a write names all of its address. */
  minutes?: number;
  /** An answer is a part: who asks stores the whole on the device. */
  isPart?: true;
}

const lists: Partial<Record<Read, ListFacts>> = {
  "GET /v1/transactions": { maxRows: 20_000, lags: true },
  "GET /v1/shipments": { lags: true },
  "GET /v1/purchase-orders": { lags: true },
  "GET /v1/returns": { lags: true },
  "GET /v1/picklists": { maxRows: 5_000, lags: true },
  "GET /v1/audit": { maxRows: 10_000 },
  "GET /v1/app/catalogue": { lags: true, isPart: true },
  "GET /v1/plan": { lags: true },
  "GET /v1/plan/summary": { minutes: 5 },
};

/** The facts of a list, by an address without path parameters. */
export const listFacts = (path: string): ListFacts => lists[`GET ${path}` as Read] ?? {};

/** Addresses of lists from an index that lags behind its table. */
export const laggingLists: readonly string[] = Object.entries(lists).flatMap(([route, { lags }]) =>
  lags ? route.slice("GET ".length) : [],
);

/** Calls whose body holds a password: it is never stored on a device. */
export const secretCalls: readonly Route[] = [
  "POST /v1/login",
  "POST /v1/users",
  "PATCH /v1/users/{id}",
  "PUT /v1/users/me/password",
];

/** Calls that the client makes itself, or treats specially. */
export const clientCalls = {
  signIn: "POST /v1/login",
  signOut: "POST /v1/logout",
  ticket: "POST /v1/tickets",
  tellError: "POST /v1/app/errors",
  reverse: "POST /v1/transactions/{id}/reverse",
  setMany: "POST /v1/products/bulk",
} as const satisfies Record<string, Route>;

/** Whether an address belongs to the developer API, which has a host of its own. */
export const isDeveloperCall = (address: string): boolean => address.startsWith("/v1/dev/");
