// What each Lambda touches: its role, its environment and nothing else come from here.
import type { Resource } from "#shared/api.ts";
import type { Bucket, Secret, Table } from "./data-stack.ts";

type Action = "GetItem" | "BatchGetItem" | "Scan" | "PutItem" | "UpdateItem" | "DeleteItem" | `Query ${string}`;

export interface Uses {
  /** DynamoDB actions by table; "Query byDay" is a query of that index. */
  tables: Partial<Record<Table, Action[]>>;
  /** S3 actions on the objects of a bucket. */
  buckets?: Partial<Record<Bucket, ("GetObject" | "PutObject")[]>>;
  secrets: Secret[];
}

/** Every call reads the session's user and the key that signed it. */
const session = (tables: Uses["tables"], buckets: Uses["buckets"] = {}): Uses => ({
  tables: { ...tables, Users: [...new Set<Action>(["GetItem", ...(tables.Users ?? [])])] },
  buckets,
  secrets: ["signing"],
});

export const uses: Record<Resource | "bootstrap" | "snapshot", Uses> = {
  login: { tables: { Users: ["GetItem"], Keys: ["GetItem", "UpdateItem", "DeleteItem"] }, secrets: ["signing"] },
  app: session({
    Products: ["Scan"],
    Stocks: ["Scan"],
    Warehouses: ["Scan"],
    Shipments: ["Query open"],
    Movements: ["Query byDay"],
    Days: ["BatchGetItem"],
  }),
  categories: session({
    Categories: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    Keys: ["PutItem", "DeleteItem"],
  }),
  products: session(
    {
      Products: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Stocks: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan"],
      Shipments: ["Query open"],
      Keys: ["PutItem", "UpdateItem", "DeleteItem"],
    },
    { images: ["PutObject"] },
  ),
  stocks: session({ Products: ["Scan"], Stocks: ["Scan"], Warehouses: ["Scan"] }),
  transactions: session({
    Movements: ["GetItem", "PutItem", "Query byDay"],
    Stocks: ["BatchGetItem", "UpdateItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["BatchGetItem", "Scan"],
  }),
  users: session({
    Users: ["Scan", "PutItem", "UpdateItem", "DeleteItem"],
    Keys: ["PutItem", "UpdateItem", "DeleteItem"],
  }),
  warehouses: session({
    Warehouses: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    Keys: ["PutItem", "UpdateItem", "DeleteItem"],
  }),
  bootstrap: { tables: { Users: ["PutItem"], Keys: ["PutItem"] }, secrets: ["root"] },
  snapshot: {
    tables: {
      Movements: ["Scan", "Query byDay"],
      Stocks: ["Scan", "UpdateItem"],
      Warehouses: ["Scan"],
      Days: ["BatchGetItem", "UpdateItem"],
    },
    secrets: [],
  },
};
