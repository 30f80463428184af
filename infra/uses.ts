// The tables, buckets and secrets that each Lambda uses. Its role and its environment variables are made from this.
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
  | "ConditionCheckItem"
  | `Query ${string}`;

export interface Uses {
  /** DynamoDB actions by table; "Query byDay" queries the index `byDay`. */
  tables: Partial<Record<Table, Action[]>>;
  /** S3 actions by bucket: "GetObject images" covers the objects under `images/`, "ListBucket" the whole bucket. */
  buckets?: Partial<Record<Bucket, (`${"GetObject" | "PutObject" | "DeleteObject"} ${string}` | "ListBucket")[]>>;
  secrets: Secret[];
  /** Timeout of a Lambda that no caller waits for; others have `callSeconds`. */
  minutes?: number;
}

/** Timeout of a call. Below API Gateway's 30 s, so that the client gets our answer and not the gateway's. */
export const callSeconds = 28;

/** Every authenticated call reads the user's row and the signing secret. */
const withSession = (tables: Uses["tables"], buckets: Uses["buckets"] = {}): Uses => ({
  tables: { ...tables, Users: [...new Set<Action>(["BatchGetItem", ...(tables.Users ?? [])])] },
  buckets,
  secrets: ["signing"],
});

/** What a download needs besides its rows: to consume the export ticket, and to store the file. */
const exportTicket: Uses["tables"] = { Keys: ["DeleteItem"], Users: ["GetItem"] };
const exportFile = { reports: ["PutObject exports", "GetObject exports"] } satisfies Uses["buckets"];

const catalogueTables: Uses["tables"] = {
  Products: ["Scan"],
  Stocks: ["Scan"],
  Warehouses: ["Scan"],
  Shipments: ["Query open"],
};

export const uses: Record<LambdaName, Uses> = {
  login: { tables: { Users: ["GetItem"], Keys: ["GetItem", "UpdateItem", "DeleteItem"] }, secrets: ["signing"] },
  audit: withSession(
    { Changes: ["Query byDay"], Products: ["BatchGetItem"], Warehouses: ["BatchGetItem"], ...exportTicket },
    exportFile,
  ),
  app: withSession({ ...catalogueTables, Movements: ["Query byDay", "BatchGetItem"], Days: ["BatchGetItem"] }),
  categories: withSession({
    Categories: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    Changes: ["GetItem", "PutItem"],
    Keys: ["GetItem", "PutItem", "DeleteItem", "ConditionCheckItem"],
  }),
  products: withSession(
    {
      Products: ["Scan", "GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      Stocks: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan", "BatchGetItem"],
      Shipments: ["Query open"],
      Movements: ["Query byDay"],
      History: ["Query"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
    },
    { images: ["PutObject images", "DeleteObject images"] },
  ),
  plan: withSession(
    {
      Products: ["Scan", "GetItem", "UpdateItem"],
      Stocks: ["Scan", "GetItem"],
      Warehouses: ["Scan"],
      Shipments: ["Query open"],
      Movements: ["Query byDay", "BatchGetItem"],
      Days: ["BatchGetItem"],
      Changes: ["PutItem"],
      ...exportTicket,
    },
    { reports: [...exportFile.reports, "GetObject plan", "ListBucket"] },
  ),
  product: withSession({ ...catalogueTables, ...exportTicket }, exportFile),
  stocks: withSession(
    { Products: ["Scan"], Stocks: ["Scan"], Warehouses: ["Scan", "GetItem"], ...exportTicket },
    exportFile,
  ),
  "stock-report": withSession(
    {
      Products: ["Scan"],
      Stocks: ["Scan"],
      Warehouses: ["Scan"],
      Movements: ["Query byDay", "GetItem", "BatchGetItem"],
      ...exportTicket,
      Keys: ["GetItem", "DeleteItem"],
    },
    { reports: [...exportFile.reports, "GetObject snapshots", "ListBucket"] },
  ),
  "sales-report": withSession(
    { ...catalogueTables, Movements: ["Query byDay", "BatchGetItem"], Days: ["BatchGetItem"], ...exportTicket },
    exportFile,
  ),
  dev: withSession(
    {
      Products: ["Scan"],
      Warehouses: ["Scan"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem", "Query byDay"],
      Keys: ["GetItem", "UpdateItem"],
    },
    { reports: ["GetObject snapshots", "ListBucket"] },
  ),
  imports: withSession(
    {
      Imports: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      Aliases: ["Scan", "BatchWriteItem"],
      Products: ["Scan", "BatchGetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan", "BatchGetItem"],
      Stocks: ["Scan", "BatchGetItem", "PutItem", "UpdateItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem"],
      Changes: ["PutItem"],
      ...exportTicket,
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
    },
    { reports: ["GetObject imports", "PutObject imports", ...exportFile.reports, "ListBucket"] },
  ),
  counts: withSession(
    {
      Counts: ["Scan", "GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      CountLines: ["Query", "GetItem", "BatchGetItem", "PutItem"],
      Picked: ["BatchGetItem"],
      Products: ["BatchGetItem"],
      Warehouses: ["GetItem", "BatchGetItem", "ConditionCheckItem"],
      Stocks: ["Scan", "BatchGetItem", "UpdateItem"],
      Movements: ["Query byDay", "GetItem", "BatchGetItem", "PutItem"],
      ...exportTicket,
      Keys: ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
    },
    exportFile,
  ),
  aliases: withSession({
    Aliases: ["Scan", "DeleteItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["BatchGetItem"],
  }),
  tickets: withSession({ Keys: ["PutItem"] }),
  transactions: withSession(
    {
      Movements: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query byDay"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Products: ["BatchGetItem"],
      Warehouses: ["BatchGetItem", "Scan"],
      Shipments: ["GetItem", "UpdateItem"],
      Days: ["UpdateItem"],
      ...exportTicket,
      Keys: ["UpdateItem", "DeleteItem"],
    },
    exportFile,
  ),
  shipments: withSession({
    Shipments: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    Changes: ["PutItem"],
    Movements: ["GetItem", "BatchGetItem", "PutItem"],
    Stocks: ["UpdateItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["GetItem", "BatchGetItem"],
  }),
  picklists: withSession({
    Movements: ["Query byDay", "GetItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["BatchGetItem"],
    Picked: ["GetItem", "PutItem"],
  }),
  users: withSession({
    Users: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    Changes: ["GetItem", "PutItem"],
    Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
  }),
  warehouses: withSession({
    Warehouses: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    Stocks: ["Scan"],
    Changes: ["GetItem", "PutItem"],
    Counts: ["GetItem", "UpdateItem"],
    Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
  }),
  bootstrap: { tables: { Users: ["PutItem"], Keys: ["PutItem"] }, secrets: ["root"] },
  snapshot: {
    tables: {
      Warehouses: ["Scan"],
      Shipments: ["Query open"],
      Movements: ["Scan", "Query byDay", "GetItem", "BatchGetItem"],
      Stocks: ["Scan", "UpdateItem"],
      Days: ["BatchGetItem", "UpdateItem"],
      History: ["BatchWriteItem"],
      Keys: ["Scan", "GetItem", "PutItem", "DeleteItem"],
    },
    buckets: {
      reports: ["PutObject snapshots", "GetObject snapshots", "PutObject plan", "GetObject plan", "ListBucket"],
    },
    secrets: [],
    minutes: 15,
  },
};
