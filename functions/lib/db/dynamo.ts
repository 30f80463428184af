// The DynamoDB client with its capacity meter, and writes that are retried until their outcome is known.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { awsTimeouts } from "./aws-timeouts.ts";
import { countCall } from "./capacity-meter.ts";

const client = new DynamoDBClient({ requestHandler: awsTimeouts });

// The SDK's logger copies every answer, which takes a seventh of the time of a long list, and its log is not used.
client.middlewareStack.remove("loggerMiddleware");
client.middlewareStack.add(
  (next, context) => async (args) => {
    const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
    const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
    const units = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    countCall(/Get|Query|Scan/.test(context.commandName ?? "") ? "read" : "write", units);
    return result;
  },
  { step: "initialize", name: "meter" },
);

interface Capacity {
  CapacityUnits?: number;
}

/** Milliseconds for which a throttled read is tried again: nearly as long as the app waits for an answer. */
const readTime = 12_000;

/** Says whether a read that begins now is still to be tried again. */
export const startReading = (): (() => boolean) => {
  const deadline = Date.now() + readTime;
  return () => Date.now() < deadline;
};

// The SDK gives up after three attempts, half a second apart.
client.middlewareStack.add(
  (next, context) => async (args) => {
    const isWorthWaiting = startReading();
    for (let attempt = 0; ; attempt++)
      try {
        return await next(args);
      } catch (error) {
        if (!/Get|Query|Scan/.test(context.commandName ?? "") || !isThrottled(error) || !isWorthWaiting()) throw error;
        await backoff(attempt);
      }
  },
  { step: "initialize", name: "wait" },
);

const isThrottled = (error: unknown): boolean => /Throttl|Throughput|LimitExceeded/.test((error as Error).name);

export const dynamo = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

export type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A condition of the transaction failed: `failed[i]` says whether the condition of action i did. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  readonly failed: boolean[];

  constructor(failed: boolean[]) {
    super("Transaction cancelled");
    this.failed = failed;
  }
}

/** Milliseconds for which a write is retried before it fails with 503. */
const retryTime = 5_000;
/** Milliseconds. */
const minBackoff = 25;
const maxBackoff = 400;

/** Waits before the next attempt: exponential backoff with full jitter. */
export const backoff = (attempt: number): Promise<void> =>
  wait(randomInt(minBackoff, Math.min(maxBackoff, minBackoff * 2 ** (attempt + 1)) + 1));

/** Retries a write while its error is transient; 503 after `retryTime`. */
const retry = async (write: () => Promise<unknown>): Promise<void> => {
  const deadline = Date.now() + retryTime;
  for (let attempt = 0; ; attempt++) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isTransient(error)) throw asCancelled(error);
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE").withCause(error);
      await backoff(attempt);
    }
  }
};

/**
 * Writes all or nothing. Conflicts, throttling and unknown outcomes (timeouts, 5xx) are retried with the same token, so
 * DynamoDB does not write twice. Throws `Cancelled` if a condition failed, 503 after `retryTime`.
 */
export const transact = (actions: Action[]): Promise<void> => {
  const token = randomUUID();
  return retry(() => dynamo.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: token })));
};

/** An item, strongly consistent. */
export const getItem = async <T>(TableName: string | undefined, Key: Record<string, string>): Promise<T | undefined> =>
  (await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item as T | undefined;

/** When an item that is stored for so many days expires: seconds since 1970, after which DynamoDB deletes it. */
export const expiresIn = (now: Date, days: number): number => Math.ceil(now.getTime() / 1_000) + days * 86_400;

/** Puts the record of a group of work, with its key and outcome. Its condition fails if the group took effect before. */
export const recordGroup = (TableName: string | undefined, Item: Record<string, unknown>): Action => ({
  Put: {
    TableName,
    Item,
    ConditionExpression: "attribute_not_exists(#key)",
    ExpressionAttributeNames: { "#key": "key" },
  },
});

/** The result of a write; undefined if its condition failed. */
export const ifCondition = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/** One idempotent update of a row that transactions also write, retried: half the price of a transaction. */
export const updateWithRetry = (input: UpdateCommandInput): Promise<void> =>
  retry(() => dynamo.send(new UpdateCommand(input)));

const transientReasons = new Set(["None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const isTransient = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).every(({ Code }) => transientReasons.has(Code ?? "None"))
    : isOutage(error);

/** `Cancelled` if nothing but conditions failed for good, or else the error itself. */
const asCancelled = (error: unknown): unknown => {
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const unexpected = reasons.some(
    ({ Code }) => Code !== "ConditionalCheckFailed" && !transientReasons.has(Code ?? "None"),
  );
  return unexpected ? error : new Cancelled(reasons.map(({ Code }) => Code === "ConditionalCheckFailed"));
};

/** Whether AWS failed and not the request: no answer, a 5xx, throttling, or a transaction on the same row. */
export const isOutage = (error: unknown): boolean => {
  const { $metadata, $retryable, name, code } = (error ?? {}) as Outage;
  const status = $metadata?.httpStatusCode;
  return (
    (status !== undefined && status >= 500) ||
    $retryable !== undefined ||
    /Timeout|Throttl|InProgress|Throughput|LimitExceeded|TransactionConflict/.test(name ?? "") ||
    /^E[A-Z]+$/.test(code ?? "")
  );
};

interface Outage {
  $metadata?: { httpStatusCode?: number };
  $retryable?: unknown;
  name?: string;
  code?: string;
}
