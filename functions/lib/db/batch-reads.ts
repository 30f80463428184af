// Reads that DynamoDB answers in parts, read to the end.
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
import { dynamo, pause } from "./dynamo.ts";

type Key = Record<string, unknown>;

type Page = { Items?: Key[]; LastEvaluatedKey?: Key };

async function* pagesOf<R>(next: (from: Key | undefined) => Promise<Page>): AsyncGenerator<R[]> {
  let from: Key | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await next(from);
    yield Items as R[];
    from = LastEvaluatedKey;
  } while (from);
}

const toTheEnd = async <R>(pages: AsyncGenerator<R[]>): Promise<R[]> => {
  const rows: R[] = [];
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
};

/** Every row of a table, read strongly, a page at a time: for what is too much to be held at once. */
export const scanPages = <R>(input: ScanCommandInput): AsyncGenerator<R[]> =>
  pagesOf((ExclusiveStartKey) => dynamo.send(new ScanCommand({ ConsistentRead: true, ...input, ExclusiveStartKey })));

/** Every row of a table, read strongly. */
export const scanAll = <R>(input: ScanCommandInput): Promise<R[]> => toTheEnd(scanPages<R>(input));

/** Every row that a query finds. */
export const queryAll = <R>(input: QueryCommandInput): Promise<R[]> =>
  toTheEnd(pagesOf((ExclusiveStartKey) => dynamo.send(new QueryCommand({ ...input, ExclusiveStartKey }))));

/** Most keys of one BatchGetItem. */
const mostKeys = 100;
/** How often is asked for what DynamoDB left undone: beyond 16 MB, or when it is too busy for all of it. */
const mostAttempts = 8;

/** Asks until nothing is left undone. */
const untilDone = async <R extends object>(all: R, ask: (some: R) => Promise<R | undefined>): Promise<void> => {
  let left: R | undefined = all;
  for (let attempt = 0; left && Object.keys(left).length > 0; attempt++) {
    if (attempt === mostAttempts) throw new Failure("SERVICE_UNAVAILABLE").because(undone(left));
    if (attempt > 0) await pause(attempt);
    left = await ask(left);
  }
};

const undone = (left: object): Error => new Error(`Left undone ${mostAttempts} times: ${Object.keys(left).join(", ")}`);

/** Reads under way at once: a year of days is no reason to wait for 366 connections. */
const mostAtOnce = 16;

/** Does the same for each, some at once, and gives the results in order. */
export const mapLimit = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += mostAtOnce)
    done.push(...(await Promise.all(items.slice(at, at + mostAtOnce).map(work))));
  return done;
};

/** Rows of one BatchWriteItem. */
const mostWrites = 25;

/** Puts rows of one table, in no order; what DynamoDB leaves unprocessed is sent again. */
export const putAll = async (table: string, rows: object[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += mostWrites) {
    const puts = rows.slice(at, at + mostWrites).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
    await untilDone<Writes>({ [table]: puts }, async (RequestItems) => {
      const { UnprocessedItems } = await dynamo.send(new BatchWriteCommand({ RequestItems }));
      return UnprocessedItems;
    });
  }
};

type Writes = NonNullable<BatchWriteCommandInput["RequestItems"]>;

/** Keys of one table, read strongly unless said otherwise. */
export interface Wanted {
  table: string;
  keys: Key[];
  ConsistentRead?: boolean;
  /** Fields to read; all of them otherwise. */
  fields?: string[];
}

/** Rows by table. */
export type Found = ReadonlyMap<string, Key[]>;

/** The rows there are of these keys, in no order; tables are read together, in as few calls as it takes. */
export const getAll = async (...wanted: Wanted[]): Promise<Found> => {
  const asked = wanted.flatMap(({ table, keys, ConsistentRead = true, fields }) => {
    const how = { ConsistentRead, ...(fields && projection(fields)) };
    return keys.map((key) => ({ table, key, how }));
  });
  const rows = new Map(wanted.map(({ table }): [string, Key[]] => [table, []]));
  const parts = Array.from({ length: Math.ceil(asked.length / mostKeys) }, (_, i) =>
    asked.slice(i * mostKeys, (i + 1) * mostKeys),
  );
  await Promise.all(
    parts.map((part) => {
      const requests: Requests = {};
      for (const { table, key, how } of part) {
        requests[table] ??= { Keys: [], ...how };
        requests[table].Keys?.push(key);
      }
      return getPart(requests, rows);
    }),
  );
  return rows;
};

const projection = (fields: string[]) => ({
  ProjectionExpression: fields.map((field) => `#${field}`).join(),
  ExpressionAttributeNames: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
});

type Requests = NonNullable<BatchGetCommandInput["RequestItems"]>;

const getPart = (requests: Requests, rows: Map<string, Key[]>): Promise<void> =>
  untilDone(requests, async (RequestItems) => {
    const { Responses = {}, UnprocessedKeys } = await dynamo.send(new BatchGetCommand({ RequestItems }));
    for (const [table, found] of Object.entries(Responses)) rows.get(table)?.push(...found);
    return UnprocessedKeys;
  });
