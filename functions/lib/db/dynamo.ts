// The DynamoDB client, its capacity meter, and the transaction that is retried until its outcome is known.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Failure } from "#shared/failure.ts";
import { requestHandler } from "./aws-timeouts.ts";
import { count } from "./capacity-meter.ts";

const client = new DynamoDBClient({ requestHandler });

// For a log that nobody keeps it copies every answer, field by field: a seventh of a long list's time.
client.middlewareStack.remove("loggerMiddleware");
client.middlewareStack.add(
  (next, context) => async (args) => {
    const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
    const { ConsumedCapacity: consumed } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
    const units = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    count(/Get|Query|Scan/.test(context.commandName ?? "") ? "read" : "write", units);
    return result;
  },
  { step: "initialize", name: "meter" },
);

interface Capacity {
  CapacityUnits?: number;
}

export const dynamo = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

export type Action = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A transaction was cancelled for good; `failed[i]` says that the condition of action i did not hold. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  readonly failed: boolean[];

  constructor(failed: boolean[]) {
    super("Transaction cancelled");
    this.failed = failed;
  }
}

/** Milliseconds in which a write is tried again before the caller is asked to. */
const patience = 5_000;
/** Full jitter between the two, in milliseconds. */
const shortest = 25;
const longest = 400;

/** Before a call is made again: longer with each attempt, and not for all who wait at once. */
export const pause = (attempt: number): Promise<void> =>
  wait(randomInt(shortest, Math.min(longest, shortest * 2 ** (attempt + 1)) + 1));

/** Makes a write again as long as what stands in its way may pass; 503 when patience ends. */
const insist = async (write: () => Promise<unknown>): Promise<void> => {
  const deadline = Date.now() + patience;
  for (let attempt = 0; ; attempt++) {
    try {
      await write();
      return;
    } catch (error) {
      if (!mayPass(error)) throw judged(error);
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE").because(error);
      await pause(attempt);
    }
  }
};

/**
 * Writes all or nothing. Conflicts, throttles and unknown outcomes (timeouts, 5xx) are tried again under the same
 * token, which DynamoDB answers without writing twice; `Cancelled` when a condition failed, 503 when patience ends.
 */
export const transact = (actions: Action[]): Promise<void> => {
  const token = randomUUID();
  return insist(() => dynamo.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: token })));
};

/** One update that may be made twice, of a row that transactions write too: half the price of a transaction. */
export const update = (input: UpdateCommandInput): Promise<void> => insist(() => dynamo.send(new UpdateCommand(input)));

const passing = new Set(["None", "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const mayPass = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).every(({ Code }) => passing.has(Code ?? "None"))
    : isOutage(error);

const judged = (error: unknown): unknown => {
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const unexpected = reasons.some(({ Code }) => Code !== "ConditionalCheckFailed" && !passing.has(Code ?? "None"));
  return unexpected ? error : new Cancelled(reasons.map(({ Code }) => Code === "ConditionalCheckFailed"));
};

/** Whether AWS, not the request, is at fault: nothing came back, a 5xx, a throttle, or a transaction on the same row. */
export const isOutage = (error: unknown): boolean => {
  const { $metadata, $retryable, name, code } = error as Outage;
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
