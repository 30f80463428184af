// Which queries a write makes stale, by noun, as prefixes of addresses. A file of its own: most screens load nothing else of it.

/** Of any movement; "/v1/app" is the context and the dashboards. */
const moved = ["/v1/stocks", "/v1/products", "/v1/transactions", "/v1/app", "/v1/plan"] as const;

export const affectedQueries = {
  products: ["/v1/products", "/v1/stocks", "/v1/app", "/v1/plan"],
  warehouses: ["/v1/warehouses", "/v1/stocks", "/v1/products", "/v1/app", "/v1/plan"],
  stock: [...moved, "/v1/picklists"],
  /** In transit stands on products and dashboards. */
  shipments: ["/v1/shipments", "/v1/products", "/v1/app/dash", "/v1/plan"],
  receipts: [...moved, "/v1/shipments"],
  reversals: [...moved, "/v1/picklists", "/v1/shipments"],
  users: ["/v1/users"],
  plan: ["/v1/plan"],
  categories: ["/v1/categories"],
} as const;
