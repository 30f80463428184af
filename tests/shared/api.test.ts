// The table of calls, compared with the design: roles, statuses, groups.
import type * as v from "valibot";
import { expect, test } from "vitest";
import { api, type Call, calls } from "#shared/api.ts";
import type { Role } from "#shared/role.ts";

const rows = Object.entries(api).flatMap(([group, routes]) =>
  Object.entries(routes).map(([route, call]) => ({ group, route, call: call as Call })),
);

/** Design, section 6: the required role by prefix of the path, longest prefix first. */
const ranks: [path: string, role: Role | null, methods?: string][] = [
  ["/v1/login", null],
  ["/v1/logout", null],
  ["/v1/app/context", "executive"],
  ["/v1/app/catalogue", "executive"],
  ["/v1/app/dash", "manager"],
  ["/v1/app/status", "root"],
  ["/v1/app/errors", "executive"],
  ["/v1/stocks", "executive"],
  ["/v1/stock-report/export", "executive"],
  ["/v1/transactions/{id}", "executive", "GET"],
  ["/v1/transactions", "manager", "GET"],
  ["/v1/transactions", "executive", "POST"],
  ["/v1/picklists", "executive"],
  ["/v1/purchase-orders/{id}", "manager"],
  ["/v1/purchase-orders", "executive", "GET"],
  ["/v1/purchase-orders", "manager", "POST"],
  ["/v1/returns/rates", "manager"],
  ["/v1/returns/settings", "manager", "PUT"],
  ["/v1/returns/{id}/claims", "manager"],
  ["/v1/returns", "executive"],
  ["/v1/shipments", "executive", "GET POST DELETE"],
  ["/v1/shipments", "manager", "PATCH"],
  ["/v1/products", "manager"],
  ["/v1/product/export", "manager"],
  ["/v1/plan", "manager"],
  ["/v1/warehouses", "manager"],
  ["/v1/categories", "manager"],
  ["/v1/orders", "executive"],
  ["/v1/programs", "root"],
  ["/v1/users/me", "executive"],
  ["/v1/users", "manager"],
  ["/v1/sales-report", "manager"],
  ["/v1/tickets", "executive"],
  ["/v1/dev", "root"],
  ["/v1/audit", "root"],
  ["/v1/imports/products", "manager"],
  ["/v1/imports/stock", "manager"],
  ["/v1/imports", "executive"],
  ["/v1/counts/{id}/review", "manager"],
  ["/v1/counts/{id}/export", "manager"],
  ["/v1/counts", "executive", "GET PUT"],
  ["/v1/counts", "manager", "POST DELETE"],
  ["/v1/availability", "executive", "GET"],
  ["/v1/availability", "manager", "PUT"],
  ["/v1/aliases", "executive", "GET PUT"],
  ["/v1/aliases", "manager", "DELETE"],
];

test.each(rows)("$route has the role that the design requires", ({ route, call }) => {
  const [method = "", path = ""] = route.split(" ");
  const found = ranks.find(
    ([start, , methods = method]) => `${path}/`.startsWith(`${start}/`) && methods.split(" ").includes(method),
  );
  expect(found).toBeDefined();
  expect(call.role).toBe(found?.[1]);
});

test.each(rows)("$route is below /v1 and its resource, without a trailing slash", ({ group, route }) => {
  expect(route).toMatch(new RegExp(`^(GET|POST|PUT|PATCH|DELETE) /v1/${group}(/[a-z-]+|/\\{[a-z]+\\})*$`));
});

test.each(rows)("$route reads, creates, changes, deletes or downloads as its method says", ({ route, call }) => {
  const [method = ""] = route.split(" ");
  const creates =
    method === "POST" && call.role !== null && !/\/(restore|apply|recount|take-back|cancel|renew|walk)$/.test(route);
  const reads = call.download ? 303 : 200;
  const isSilent = method === "DELETE" || /^POST .*\/(logout|put-back|errors)$/.test(route);
  expect(call.status).toBe(isSilent ? 204 : creates ? 201 : reads);
  expect(call.answer === undefined).toBe(call.status === 204 || call.status === 303);
  expect(call.body === undefined).toBe(method === "GET" || method === "DELETE" || route.endsWith("/restore"));
  expect(route.includes("/export")).toBe(call.download === true);
});

test("calls of programs are those of the design, each with its scope; all others are for people", () => {
  const open = rows.flatMap(({ route, call }) => (call.scope ? [`${call.scope} ${route}`] : []));
  expect(open.toSorted()).toEqual(
    [
      ...["GET /v1/app/context", "GET /v1/app/catalogue", "GET /v1/availability"].map((route) => `stock:read ${route}`),
      ...["GET /v1/products", "GET /v1/stocks"].map((route) => `stock:read ${route}`),
      ...["GET /v1/transactions", "GET /v1/transactions/export"].map((route) => `ledger:read ${route}`),
      ...["POST /v1/orders", "POST /v1/orders/{order}/cancel"].map((route) => `orders:write ${route}`),
      ...["POST /v1/transactions/in", "POST /v1/transactions/transfer"].map((route) => `stock:write ${route}`),
      ...["POST /v1/products", "PATCH /v1/products/{id}"].map((route) => `products:write ${route}`),
      ...["GET /v1/shipments", "POST /v1/shipments", "PATCH /v1/shipments/{id}"].map(
        (route) => `shipments:write ${route}`,
      ),
    ].toSorted(),
  );
});

test("only signing in and out need no session", () => {
  const open = rows.filter(({ call }) => call.role === null).map(({ route }) => route);
  expect(open).toEqual(["POST /v1/login", "POST /v1/logout"]);
});

test("no route is in two groups", () => {
  expect(Object.keys(calls)).toHaveLength(rows.length);
});

type Node = v.GenericSchema & {
  type: string;
  pipe?: { type: string; pipe?: { type: string }[] }[];
  entries?: Record<string, Node>;
  item?: Node;
  items?: Node[];
  options?: (Node | string)[];
  key?: Node;
  value?: Node;
  wrapped?: Node;
};

/** Actions that limit a text or number; JSON is in a field of a form, which has a limit of its own. */
const limits = ["max_length", "max_value", "regex", "uuid", "picklist", "parse_json"];

const isLimit = (type: string): boolean => limits.includes(type);

/** Paths of texts and numbers that may be as long or large as somebody likes; lists end with the body. */
const unlimited = (node: Node, path: string, isLimited = false): string[] => {
  const steps = node.pipe ?? [];
  // A schema may narrow another one, which has steps of its own.
  const own = isLimited || steps.some(({ type, pipe = [] }) => [type, ...pipe.map((step) => step.type)].some(isLimit));
  const inPipe = steps
    .slice(1)
    .flatMap((step) => ("entries" in step || "item" in step ? unlimited(step as Node, path, own) : []));
  const at = (name: string) => `${path}.${name}`;
  switch (node.type) {
    case "string":
    case "number":
      return own ? inPipe : [path, ...inPipe];
    case "array":
    case "record":
      return [...[node.key, node.item ?? node.value].flatMap((one) => (one ? unlimited(one, at("*")) : []))];
    case "object":
      return Object.entries(node.entries ?? {}).flatMap(([name, one]) => unlimited(one, at(name)));
    case "tuple":
      return (node.items ?? []).flatMap((one, n) => unlimited(one, at(String(n))));
    case "union":
      return (node.options ?? []).flatMap((one) => (typeof one === "string" ? [] : unlimited(one, path, own)));
    case "optional":
    case "nullable":
      return node.wrapped ? unlimited(node.wrapped, path, own) : [];
    default:
      return [];
  }
};

test("no text or number that is sent is without a limit", () => {
  const found = rows.flatMap(({ route, call }) =>
    ([call.query, call.body] as (Node | undefined)[]).flatMap((schema) => (schema ? unlimited(schema, route) : [])),
  );
  expect([...new Set(found)]).toEqual([]);
});
