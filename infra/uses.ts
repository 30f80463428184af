// What each Lambda touches: its role, its environment and nothing else come from here.
import type { LambdaName } from "./config.ts";
import type { Bucket, Secret, Table } from "./data-stack.ts";

type Action =
  | "BatchWriteItem"
  | "Query"
  | "GetItem"
  | "BatchGetItem"
  | "Scan"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | `Query ${string}`;

export interface Uses {
  /** DynamoDB actions by table; "Query byDay" is a query of that index. */
  tables: Partial<Record<Table, Action[]>>;
  /** S3 actions by bucket, on the objects of a folder of it; listing is of the bucket. */
  buckets?: Partial<Record<Bucket, (`${"GetObject" | "PutObject"} ${string}` | "ListBucket")[]>>;
  secrets: Secret[];
  /** Time it may take, when nobody waits for its answer. */
  minutes?: number;
}

/** Time a call may take: below the gateway's 30 s, so that the answer is still ours. */
export const callSeconds = 28;

/** Every call reads the session's user and the key that signed it. */
const session = (tables: Uses["tables"], buckets: Uses["buckets"] = {}): Uses => ({
  tables: { ...tables, Users: [...new Set<Action>(["BatchGetItem", ...(tables.Users ?? [])])] },
  buckets,
  secrets: ["signing"],
});

/** What a call that answers with a file needs besides its rows: a ticket that is used up, and a place for the file. */
const ticket: Uses["tables"] = { Keys: ["DeleteItem"], Users: ["GetItem"] };
const report = { reports: ["PutObject exports", "GetObject exports"] } satisfies Uses["buckets"];

const catalogue: Uses["tables"] = {
  Products: ["Scan"],
  Stocks: ["Scan"],
  Warehouses: ["Scan"],
  Shipments: ["Query open"],
};

export const uses: Record<LambdaName, Uses> = {
  login: { tables: { Users: ["GetItem"], Keys: ["GetItem", "UpdateItem", "DeleteItem"] }, secrets: ["signing"] },
  app: session({ ...catalogue, Movements: ["Query byDay", "BatchGetItem"], Days: ["BatchGetItem"] }),
  categories: session({
    Categories: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    Keys: ["PutItem", "DeleteItem"],
  }),
  products: session(
    {
      Products: ["Scan", "GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      Stocks: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan", "BatchGetItem"],
      Shipments: ["Query open"],
      Movements: ["Query byDay"],
      History: ["Query"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    },
    { images: ["PutObject images"] },
  ),
  product: session({ ...catalogue, ...ticket }, report),
  stocks: session({ Products: ["Scan"], Stocks: ["Scan"], Warehouses: ["Scan", "GetItem"], ...ticket }, report),
  "stock-report": session(
    {
      Products: ["Scan"],
      Stocks: ["Scan"],
      Warehouses: ["Scan"],
      Movements: ["Query byDay", "GetItem", "BatchGetItem"],
      ...ticket,
      Keys: ["GetItem", "DeleteItem"],
    },
    { reports: [...report.reports, "GetObject snapshots", "ListBucket"] },
  ),
  "sales-report": session(
    { ...catalogue, Movements: ["Query byDay", "BatchGetItem"], Days: ["BatchGetItem"], ...ticket },
    report,
  ),
  dev: session(
    {
      Products: ["Scan"],
      Warehouses: ["Scan"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem", "Query byDay"],
      Keys: ["GetItem", "UpdateItem"],
    },
    { reports: ["GetObject snapshots", "ListBucket"] },
  ),
  tickets: session({ Keys: ["PutItem"] }),
  transactions: session(
    {
      Movements: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query byDay"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Products: ["BatchGetItem"],
      Warehouses: ["BatchGetItem", "Scan"],
      Shipments: ["GetItem", "UpdateItem"],
      Days: ["UpdateItem"],
      ...ticket,
      Keys: ["UpdateItem", "DeleteItem"],
    },
    report,
  ),
  shipments: session({
    Shipments: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    Movements: ["GetItem", "BatchGetItem", "PutItem"],
    Stocks: ["UpdateItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["GetItem", "BatchGetItem"],
  }),
  picklists: session({ Movements: ["Query byDay"], Products: ["BatchGetItem"], Warehouses: ["BatchGetItem"] }),
  users: session({
    Users: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    Keys: ["PutItem", "UpdateItem", "DeleteItem"],
  }),
  warehouses: session({
    Warehouses: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    Keys: ["PutItem", "UpdateItem", "DeleteItem"],
  }),
  bootstrap: { tables: { Users: ["PutItem"], Keys: ["PutItem"] }, secrets: ["root"] },
  snapshot: {
    tables: {
      Warehouses: ["Scan"],
      Shipments: ["Query open"],
      Movements: ["Scan", "Query byDay", "BatchGetItem"],
      Stocks: ["Scan", "UpdateItem"],
      Days: ["BatchGetItem", "UpdateItem"],
      History: ["BatchWriteItem"],
      Keys: ["PutItem"],
    },
    buckets: { reports: ["PutObject snapshots", "GetObject snapshots", "ListBucket"] },
    secrets: [],
    minutes: 15,
  },
};
