// Reads that DynamoDB answers in parts, read to the end.
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { dynamo } from "./dynamo.ts";

type Key = Record<string, unknown>;

const toTheEnd = async <R>(next: (from: Key | undefined) => Promise<{ Items?: Key[]; LastEvaluatedKey?: Key }>) => {
  const rows: R[] = [];
  let from: Key | undefined;
  do {
    const page = await next(from);
    for (const item of page.Items ?? []) rows.push(item as R);
    from = page.LastEvaluatedKey;
  } while (from);
  return rows;
};

/** Every row of a table, read strongly. */
export const scanAll = <R>(input: ScanCommandInput): Promise<R[]> =>
  toTheEnd((ExclusiveStartKey) => dynamo.send(new ScanCommand({ ConsistentRead: true, ...input, ExclusiveStartKey })));

/** Every row that a query finds. */
export const queryAll = <R>(input: QueryCommandInput): Promise<R[]> =>
  toTheEnd((ExclusiveStartKey) => dynamo.send(new QueryCommand({ ...input, ExclusiveStartKey })));

/** Most keys of one BatchGetItem, and how often it is asked for what it left unprocessed. */
const mostKeys = 100;
const mostAttempts = 8;

/** The rows there are of these keys, in no order. */
export const getAll = async <R>(TableName = "", keys: Key[] = [], ConsistentRead = true): Promise<R[]> => {
  const parts = Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, i) => keys.slice(i * mostKeys, (i + 1) * mostKeys));
  return (await Promise.all(parts.map((part) => getPart<R>(TableName, part, ConsistentRead)))).flat();
};

const getPart = async <R>(table: string, keys: Key[], ConsistentRead: boolean): Promise<R[]> => {
  const rows: R[] = [];
  let asked: Key[] | undefined = keys;
  for (let attempt = 0; asked?.length; attempt++) {
    if (attempt === mostAttempts) throw new Failure("SERVICE_UNAVAILABLE");
    const answer: BatchGetCommandOutput = await dynamo.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: asked, ConsistentRead } } }),
    );
    for (const row of answer.Responses?.[table] ?? []) rows.push(row as R);
    asked = answer.UnprocessedKeys?.[table]?.Keys;
  }
  return rows;
};
