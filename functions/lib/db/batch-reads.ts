// Calls that DynamoDB answers in parts (BatchGet, BatchWrite, Query, Scan), repeated until everything is done.
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { backoff, dynamo, startReading } from "./dynamo.ts";

type Key = Record<string, unknown>;

type Page = { Items?: Key[]; LastEvaluatedKey?: Key };

async function* paginate<R>(next: (from: Key | undefined) => Promise<Page>): AsyncGenerator<R[]> {
  let from: Key | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await next(from);
    yield Items as R[];
    from = LastEvaluatedKey;
  } while (from);
}

const collect = async <R>(pages: AsyncGenerator<R[]>): Promise<R[]> => {
  const rows: R[] = [];
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
};

/** Every row of a table in pages, strongly consistent: for tables that do not fit in memory. */
export const scanPages = <R>(input: ScanCommandInput): AsyncGenerator<R[]> =>
  paginate((ExclusiveStartKey) => dynamo.send(new ScanCommand({ ConsistentRead: true, ...input, ExclusiveStartKey })));

/** Every row of a table, strongly consistent. */
export const scanAll = <R>(input: ScanCommandInput): Promise<R[]> => collect(scanPages<R>(input));

/**
 * Rows of a table after the id `after` ("" begins at the first, undefined reads nothing), at most `parts` pages of 1 MB; `last`
 * is where to go on, missing at the end. Strongly consistent.
 */
export const scanAfter = async <R>(
  input: ScanCommandInput,
  after: string | undefined,
  parts: number,
): Promise<{ rows: R[]; last?: string }> => {
  const rows: R[] = [];
  let last = after;
  for (let part = 0; part < parts && last !== undefined; part++) {
    const from = last ? { ExclusiveStartKey: { _id: last } } : {};
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new ScanCommand({ ConsistentRead: true, ...input, ...from }),
    );
    for (const row of Items) rows.push(row as R);
    last = LastEvaluatedKey?._id;
  }
  return { rows, ...(last && { last }) };
};

export const queryAll = <R>(input: QueryCommandInput): Promise<R[]> =>
  collect(paginate((ExclusiveStartKey) => dynamo.send(new QueryCommand({ ...input, ExclusiveStartKey }))));

/** Most keys of one BatchGetItem. */
const maxKeys = 100;
/**
 * Sends requests until none is left unprocessed: DynamoDB leaves some beyond 16 MB of rows, or when it throttles. 503 after
 * about as long as a person waits.
 */
const retryUnprocessed = async <R extends object>(all: R, send: (some: R) => Promise<R | undefined>): Promise<void> => {
  const isWorthWaiting = startReading();
  let left: R | undefined = all;
  for (let attempt = 0; left && Object.keys(left).length > 0; attempt++) {
    if (!isWorthWaiting()) throw new Failure("SERVICE_UNAVAILABLE").withCause(unprocessedError(left));
    if (attempt > 0) await backoff(attempt);
    left = await send(left);
  }
};

const unprocessedError = (left: object): Error => new Error(`Still unprocessed: ${Object.keys(left).join(", ")}`);

/** Reads in parallel: a year of days must not wait for 366 connections. */
const maxParallel = 16;

/** Maps items in order, a limited number in parallel. */
export const mapLimit = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += maxParallel)
    done.push(...(await Promise.all(items.slice(at, at + maxParallel).map(work))));
  return done;
};

/** Rows of one BatchWriteItem. */
const maxWrites = 25;

/** Puts rows into one table, in no order. */
export const putAll = async (table: string, rows: readonly object[]): Promise<void> => {
  await mapLimit(slices(rows, maxWrites), (some) =>
    retryUnprocessed<Writes>({ [table]: some.map((Item) => ({ PutRequest: { Item: { ...Item } } })) }, async (left) => {
      const { UnprocessedItems } = await dynamo.send(new BatchWriteCommand({ RequestItems: left }));
      return UnprocessedItems;
    }),
  );
};

/** Parts of a list, of so many items each. */
export const slices = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));

type Writes = NonNullable<BatchWriteCommandInput["RequestItems"]>;

/** Keys to read from one table; strongly consistent by default. */
export interface BatchGet {
  table: string;
  keys: Key[];
  ConsistentRead?: boolean;
  /** Fields to read; by default all. */
  fields?: string[];
}

/** Rows by table name. */
export type RowsByTable = ReadonlyMap<string, Key[]>;

/** The rows that exist among these keys, in no order. Several tables are read in as few calls as possible. */
export const getAll = async (...reads: BatchGet[]): Promise<RowsByTable> => {
  const keyed = reads.flatMap(({ table, keys, ConsistentRead = true, fields }) => {
    const how = { ConsistentRead, ...(fields && projection(fields)) };
    return keys.map((key) => ({ table, key, how }));
  });
  const rows = new Map(reads.map(({ table }): [string, Key[]] => [table, []]));
  await mapLimit(slices(keyed, maxKeys), (part) => {
    const requests: Requests = {};
    for (const { table, key, how } of part) {
      requests[table] ??= { Keys: [], ...how };
      requests[table].Keys?.push(key);
    }
    return getPart(requests, rows);
  });
  return rows;
};

/** Reads these fields alone. */
export const projection = (fields: readonly string[]) => ({
  ProjectionExpression: fields.map((field) => `#${field}`).join(),
  ExpressionAttributeNames: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
});

type Requests = NonNullable<BatchGetCommandInput["RequestItems"]>;

const getPart = (requests: Requests, rows: Map<string, Key[]>): Promise<void> =>
  retryUnprocessed(requests, async (RequestItems) => {
    const { Responses = {}, UnprocessedKeys } = await dynamo.send(new BatchGetCommand({ RequestItems }));
    for (const [table, found] of Object.entries(Responses)) rows.get(table)?.push(...found);
    return UnprocessedKeys;
  });
