// Batch reads and writes of which DynamoDB leaves a part unprocessed, as the local engine never does.
import { BatchGetCommand, type BatchGetCommandInput, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { getAll, putAll } from "#functions/lib/db/batch-reads.ts";
import { dynamo } from "#functions/lib/db/dynamo.ts";
import { Failure } from "#shared/failure.ts";

const mock = mockClient(dynamo);
beforeEach(() => {
  mock.reset();
});

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ _id: `p${from + n}` }));

/** Answers the first 40 keys of a table and leaves the others unprocessed. */
const some = ({ RequestItems = {} }: BatchGetCommandInput) => {
  const answer = { Responses: {} as Record<string, object[]>, UnprocessedKeys: {} as typeof RequestItems };
  for (const [table, { Keys = [], ...how }] of Object.entries(RequestItems)) {
    answer.Responses[table] = Keys.slice(0, 40);
    if (Keys.length > 40) answer.UnprocessedKeys[table] = { Keys: Keys.slice(40), ...how };
  }
  return answer;
};

test("unprocessed keys are read again with the same options, and every row is returned once", async () => {
  mock.on(BatchGetCommand).callsFake(some);
  const found = await getAll({ table: "Stocks", keys: ids(0, 150), fields: ["_id"] });
  expect(new Set(found.get("Stocks"))).toEqual(new Set(ids(0, 150)));
  expect(found.get("Stocks")).toHaveLength(150);
  for (const { args } of mock.commandCalls(BatchGetCommand))
    expect(args[0].input.RequestItems?.Stocks).toMatchObject({ ConsistentRead: true, ProjectionExpression: "#_id" });
});

test("unprocessed writes are sent again, and no others", async () => {
  const rows = ids(0, 30).map((row) => ({ ...row, day: "2026-11-20" }));
  const put = (some: object[]) => some.map((Item) => ({ PutRequest: { Item } }));
  mock
    .on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { History: put(rows.slice(20, 25)) } })
    .resolves({});
  await putAll("History", rows);
  const sent = mock.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems?.History);
  expect(sent).toEqual([put(rows.slice(0, 25)), put(rows.slice(25)), put(rows.slice(20, 25))]);
});

test("after keys stayed unprocessed for too long the answer is 503 and never a part of the rows, and the log names the table", async () => {
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    now += 2_000;
    return { UnprocessedKeys: RequestItems };
  });
  await expect(getAll({ table: "Stocks", keys: ids(0, 3) })).rejects.toEqual(
    new Failure("SERVICE_UNAVAILABLE").withCause(new Error("Still unprocessed: Stocks")),
  );
  // As long as a person waits.
  expect(mock.commandCalls(BatchGetCommand)).toHaveLength(6);
});
