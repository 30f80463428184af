// The tables, buckets and secrets that each Lambda uses. Its role and its environment variables are made from this.
import { api, type Call } from "#shared/api.ts";
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
  | "DescribeContinuousBackups"
  | `Query ${string}`;

export interface Uses {
  /** DynamoDB actions by table; "Query byDay" queries the index `byDay`. */
  tables: Partial<Record<Table, Action[]>>;
  /** S3 actions by bucket: "GetObject images" covers the objects under `images/`, "ListBucket" the whole bucket. */
  buckets?: Partial<Record<Bucket, (`${"GetObject" | "PutObject" | "DeleteObject"} ${string}` | "ListBucket")[]>>;
  secrets: Secret[];
  /** Keys of the items in the table Keys that it may write; "*" at the end stands for any rest. */
  keys?: string[];
  /** Fields of the rows that it may update, of tables where it may not update all. */
  fields?: Partial<Record<Table, string[]>>;
  /** It calls the API with the tokens of its callers, and is told the address. */
  api?: true;
  /** Timeout of a Lambda that no caller waits for; by default `callSeconds`. */
  minutes?: number;
}

/** Timeout of a call. Below API Gateway's 30 s, so that the client gets our answer and not the gateway's. */
export const callSeconds = 28;

type More = Pick<Uses, "buckets" | "keys">;

/** Every authenticated call reads the user's row and the signing secret. */
const withSession = (tables: Uses["tables"], more: More = {}): Uses => ({
  tables: { ...tables, Users: [...new Set<Action>(["BatchGetItem", ...(tables.Users ?? [])])] },
  ...more,
  secrets: ["signing"],
});

/** Adds the rights of a download: it redeems the export ticket, and may store the file. */
const withDownload = (tables: Uses["tables"], { buckets = {}, keys = [] }: More = {}): Uses =>
  withSession(
    { ...tables, Users: ["GetItem"], Keys: [...new Set<Action>(["DeleteItem", ...(tables.Keys ?? [])])] },
    {
      buckets: { ...buckets, reports: ["PutObject exports", "GetObject exports", ...(buckets.reports ?? [])] },
      keys: ["ticket#*", ...keys],
    },
  );

const catalogueTables: Uses["tables"] = {
  Products: ["Scan"],
  Stocks: ["Scan"],
  Warehouses: ["Scan"],
  Shipments: ["Query open"],
};

const ofLambdas: Record<LambdaName, Uses> = {
  login: {
    tables: { Users: ["GetItem"], Keys: ["GetItem", "UpdateItem", "DeleteItem"] },
    keys: ["login#*", "device#*"],
    secrets: ["signing"],
  },
  logout: {
    tables: { Users: ["GetItem", "UpdateItem"] },
    fields: { Users: ["_id", "ended", "sessions_from"] },
    secrets: ["signing"],
  },
  audit: withDownload({ Changes: ["Query byDay"], Products: ["BatchGetItem"], Warehouses: ["BatchGetItem"] }),
  app: withSession(
    {
      ...{ Products: ["Scan", "BatchGetItem"], Stocks: ["Scan", "BatchGetItem"], Warehouses: ["Scan"] },
      Shipments: ["Query open", "BatchGetItem"],
      Movements: ["Query byDay", "BatchGetItem", "DescribeContinuousBackups"],
      Changes: ["Query byDay"],
      Days: ["BatchGetItem"],
      Keys: ["GetItem", "UpdateItem"],
    },
    { keys: ["errors#*"] },
  ),
  categories: withSession(
    {
      Categories: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Keys: ["PutItem", "DeleteItem"],
    },
    { keys: ["category#*"] },
  ),
  products: withSession(
    {
      Products: ["Scan", "GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      Aliases: ["Scan", "BatchGetItem", "DeleteItem"],
      Stocks: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan", "BatchGetItem"],
      Shipments: ["Scan", "Query open"],
      PurchaseOrders: ["Query open", "BatchGetItem", "UpdateItem"],
      Movements: ["Query byDay", "BatchGetItem"],
      History: ["Query"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Keys: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
    },
    {
      buckets: { images: ["PutObject images", "DeleteObject images"] },
      keys: ["p_id#*", "gtin#*", "counter#p", "bulk#*"],
    },
  ),
  plan: withDownload(
    {
      Products: ["Scan", "GetItem", "UpdateItem"],
      Stocks: ["Scan", "GetItem"],
      Warehouses: ["Scan"],
      Shipments: ["Query open"],
      PurchaseOrders: ["Query open"],
      Movements: ["Query byDay", "BatchGetItem"],
      Days: ["BatchGetItem"],
      Events: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
    },
    { buckets: { reports: ["GetObject plan", "ListBucket"] } },
  ),
  product: withDownload(catalogueTables),
  stocks: withDownload({ Products: ["Scan"], Stocks: ["Scan"], Warehouses: ["Scan", "GetItem"] }),
  "stock-report": withDownload(
    {
      Products: ["Scan"],
      Stocks: ["Scan"],
      Warehouses: ["Scan"],
      Movements: ["Query byDay", "GetItem", "BatchGetItem"],
      Keys: ["GetItem"],
    },
    { buckets: { reports: ["GetObject snapshots", "ListBucket"] } },
  ),
  "sales-report": withDownload({
    ...catalogueTables,
    Movements: ["Query byDay", "BatchGetItem"],
    Days: ["BatchGetItem"],
  }),
  dev: withSession(
    {
      Products: ["Scan"],
      Warehouses: ["Scan"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem", "Query byDay", "ConditionCheckItem"],
      History: ["Query"],
      Keys: ["GetItem", "UpdateItem"],
    },
    { buckets: { reports: ["GetObject snapshots", "ListBucket"] }, keys: ["adjustments"] },
  ),
  imports: withDownload(
    {
      Imports: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      Returns: ["Query open", "BatchGetItem", "PutItem"],
      Aliases: ["Scan", "BatchGetItem", "PutItem", "DeleteItem"],
      Products: ["Scan", "BatchGetItem", "PutItem", "UpdateItem"],
      Warehouses: ["Scan", "BatchGetItem", "ConditionCheckItem"],
      Stocks: ["Scan", "BatchGetItem", "PutItem", "UpdateItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem"],
      Days: ["UpdateItem"],
      Changes: ["PutItem"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    },
    {
      buckets: { reports: ["GetObject imports", "PutObject imports", "ListBucket"] },
      keys: ["p_id#*", "gtin#*", "counter#p", "adjustments"],
    },
  ),
  counts: withDownload(
    {
      Counts: ["Scan", "GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      CountLines: ["Query", "GetItem", "BatchGetItem", "PutItem"],
      Picked: ["BatchGetItem"],
      Products: ["Scan", "BatchGetItem"],
      Warehouses: ["GetItem", "BatchGetItem", "ConditionCheckItem"],
      Stocks: ["Scan", "BatchGetItem", "UpdateItem"],
      Movements: ["Query byDay", "GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
      Keys: ["PutItem", "UpdateItem", "ConditionCheckItem"],
    },
    { keys: ["count#*", "counter#C-", "adjustments"] },
  ),
  aliases: withSession({
    Aliases: ["Scan", "GetItem", "BatchGetItem", "PutItem", "DeleteItem"],
    Changes: ["PutItem"],
    Imports: ["BatchGetItem"],
    Products: ["Scan", "BatchGetItem"],
    Warehouses: ["BatchGetItem"],
  }),
  availability: withSession(
    {
      Products: ["Scan"],
      Aliases: ["Scan"],
      Warehouses: ["Scan"],
      Stocks: ["Scan"],
      Movements: ["Query byDay"],
      Changes: ["PutItem", "Query byDay"],
      Keys: ["GetItem", "PutItem"],
    },
    { keys: ["buffer#*"] },
  ),
  tickets: withSession({ Keys: ["PutItem"] }, { keys: ["ticket#*"] }),
  transactions: withDownload(
    {
      Movements: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query byDay", "ConditionCheckItem"],
      Stocks: ["BatchGetItem", "UpdateItem"],
      Products: ["BatchGetItem"],
      Warehouses: ["BatchGetItem", "Scan"],
      Shipments: ["GetItem", "UpdateItem"],
      Returns: ["GetItem", "PutItem"],
      Changes: ["PutItem"],
      Days: ["UpdateItem"],
      History: ["Query"],
      Counts: ["Scan"],
      CountLines: ["Query", "GetItem"],
      Keys: ["GetItem", "UpdateItem"],
    },
    { keys: ["adjustments"] },
  ),
  shipments: withSession({
    Shipments: ["Scan", "Query open", "Query byDay", "GetItem", "PutItem", "UpdateItem"],
    PurchaseOrders: ["BatchGetItem", "UpdateItem"],
    Changes: ["GetItem", "PutItem", "Query byRow"],
    Movements: ["GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem"],
    Stocks: ["UpdateItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["GetItem", "BatchGetItem"],
  }),
  "purchase-orders": withDownload(
    {
      PurchaseOrders: ["Query open", "Query byDay", "GetItem", "PutItem", "UpdateItem"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Products: ["BatchGetItem"],
      Warehouses: ["BatchGetItem"],
      Keys: ["UpdateItem"],
    },
    { keys: ["counter#PO"] },
  ),
  returns: withDownload(
    {
      Returns: ["Query open", "Query byDay", "GetItem", "BatchGetItem", "PutItem"],
      Changes: ["PutItem"],
      Movements: ["GetItem", "BatchGetItem", "PutItem", "Query byDay"],
      Stocks: ["Scan", "BatchGetItem", "UpdateItem"],
      Products: ["GetItem", "BatchGetItem"],
      Warehouses: ["GetItem", "BatchGetItem", "Scan"],
      Days: ["BatchGetItem"],
      Keys: ["GetItem", "PutItem"],
    },
    { buckets: { images: ["PutObject images/returns"] }, keys: ["returns"] },
  ),
  orders: withSession({
    Imports: ["GetItem", "BatchGetItem", "UpdateItem"],
    Aliases: ["Scan"],
    Products: ["Scan", "BatchGetItem"],
    Warehouses: ["Scan", "BatchGetItem"],
    Stocks: ["BatchGetItem", "UpdateItem"],
    Movements: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
    Picked: ["GetItem", "ConditionCheckItem"],
    Days: ["UpdateItem"],
  }),
  picklists: withSession({
    Movements: ["Query byDay", "GetItem", "BatchGetItem", "ConditionCheckItem"],
    Products: ["BatchGetItem"],
    Warehouses: ["BatchGetItem"],
    Picked: ["GetItem", "BatchGetItem", "PutItem"],
  }),
  programs: withSession(
    {
      Users: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      Changes: ["PutItem", "Query byRow"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    },
    { keys: ["username#*", "programs", "rate#*"] },
  ),
  users: withSession(
    {
      Users: ["Scan", "GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
    },
    // A new password ends the limits on sign-ins, and guesses at one's own are counted.
    { keys: ["username#*", "roots", "login#*"] },
  ),
  warehouses: withSession(
    {
      Warehouses: ["Scan", "GetItem", "PutItem", "UpdateItem"],
      Counts: ["GetItem", "UpdateItem"],
      Stocks: ["Scan"],
      Changes: ["GetItem", "PutItem", "Query byRow"],
      Keys: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
    },
    // Deleting a warehouse cancels its open count.
    { keys: ["w_id#*", "counter#w", "count#*", "channel#*", "shelf#*"] },
  ),
  // It may nothing itself: what a tool answers, the call answers that it is.
  mcp: { tables: {}, secrets: [], api: true },
  bootstrap: {
    tables: { Users: ["PutItem"], Keys: ["PutItem"] },
    keys: ["username#*", "roots"],
    secrets: ["root"],
  },
  snapshot: {
    tables: {
      Warehouses: ["Scan"],
      Products: ["Scan"],
      Events: ["Scan"],
      Shipments: ["Query open", "Scan"],
      PurchaseOrders: ["Scan", "UpdateItem"],
      Changes: ["PutItem", "Query byRow"],
      Movements: ["Scan", "Query byDay", "GetItem", "BatchGetItem"],
      Stocks: ["Scan", "UpdateItem"],
      Days: ["BatchGetItem", "BatchWriteItem", "UpdateItem"],
      History: ["BatchWriteItem"],
      Keys: ["GetItem", "PutItem", "UpdateItem"],
    },
    buckets: {
      reports: [
        "PutObject snapshots",
        "GetObject snapshots",
        "PutObject plan",
        "GetObject plan",
        "PutObject seals",
        "GetObject seals",
        "ListBucket",
      ],
    },
    // The markers of the last closed and sealed day and of rebuilt days, and the record of the last run.
    keys: ["closed", "sealed", "rebuilt", "night"],
    secrets: [],
    minutes: 15,
  },
};

/** Adds the rights of calls that programs may make, which are counted. */
const withRate = ({ tables, keys = [], ...more }: Uses): Uses => ({
  ...more,
  tables: { ...tables, Keys: [...new Set<Action>(["GetItem", "UpdateItem", ...(tables.Keys ?? [])])] },
  keys: ["rate#*", ...keys],
});

const hasScopes = (name: string): boolean =>
  Object.values<Call>((api as Record<string, Record<string, Call>>)[name] ?? {}).some(({ scope }) => scope);

export const uses = Object.fromEntries(
  Object.entries(ofLambdas).map(([name, own]) => [name, hasScopes(name) && !own.api ? withRate(own) : own]),
) as Record<LambdaName, Uses>;
