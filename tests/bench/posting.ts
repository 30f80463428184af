// Cost of a stock-out and of a session check, compared with the bare transaction through the SDK.
import { randomUUID } from "node:crypto";
import { PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { engine } from "#tests/support/engine.ts";
import { idempotencyKey, newStockLine } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { inTurn, type Line } from "./report.ts";

const plenty = 1_000_000;

export const postingCosts = async (world: TestWorld): Promise<Line[]> => {
  const { api, executive, manager, anonymous } = world;
  const line = await newStockLine(manager, plenty);
  const ask = httpClient(api, executive);
  const out = () => ask("POST", "/v1/transactions/out", line, idempotencyKey());
  const [bare, warm] = await inTurn(1_000, [bareTransaction(world), out]);
  const costs = world.requests().findLast(({ route }) => route === "POST /v1/transactions/out");
  await executive.get("/v1/app/context");

  const clients = 16;
  const each = 60;
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: clients }, async () => {
      const statuses: number[] = [];
      for (let n = 0; n < each; n++) statuses.push((await out()).status);
      return statuses;
    }),
  );
  const perSecond = (clients * each * 1_000) / (performance.now() - started);
  const lost = answers.flat().filter((status) => status !== 201).length;

  const signIn = (username: string) => () => anonymous.post("/v1/login", { username, password: "executive-password" });
  const [known, unknown] = await inTurn(30, [signIn("executive"), (run) => signIn(`nobody-${run}`)()]);

  return [
    { what: "stock-out of one product, warm HTTP, p50", figure: warm.p50, unit: "ms", budget: 3 },
    { what: "the same, p99", figure: warm.p99, unit: "ms" },
    { what: "the bare transaction through the SDK, p50", figure: bare.p50, unit: "ms" },
    { what: "stock-out to bare transaction", figure: warm.p50 / bare.p50, unit: "x", budget: 2 },
    { what: "write units of a stock-out, with its index", figure: costs?.wcu ?? Number.NaN, unit: "WCU", budget: 6 },
    { what: "read units of a stock-out, session included", figure: costs?.rcu ?? Number.NaN, unit: "RCU" },
    { what: "16 clients on one product", figure: perSecond, unit: "/s", budget: 600, atLeast: true },
    { what: "of these, lost or refused", figure: lost, unit: "", budget: 0 },
    { what: "login, p50", figure: known.p50, unit: "ms", budget: 120 },
    { what: "login of an unknown user to a known one", figure: unknown.p50 / known.p50, unit: "x", budget: 1.1 },
  ];
};

/** The same writes as a stock-out: a movement and a conditional update, in one transaction. */
const bareTransaction = (world: TestWorld) => {
  const { env } = world;
  const client = engine(world).client;
  const _id = `bare-${randomUUID()}`;
  const ready = client.send(
    new PutCommand({ TableName: env.STOCKS_TABLE, Item: { _id, held: { w1: plenty }, sold: {} } }),
  );
  return async () => {
    await ready;
    const entry = {
      _id: randomUUID(),
      kind: "out",
      reason: "Outbound",
      lines: [[_id, "w1", -1]],
      user: { _id, name: "A", username: "a" },
    };
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: env.MOVEMENTS_TABLE,
              Item: { ...entry, day: "2026-01-01", created_at: new Date().toISOString(), hash: randomUUID() },
              ConditionExpression: "attribute_not_exists(#id)",
              ExpressionAttributeNames: { "#id": "_id" },
            },
          },
          {
            Update: {
              TableName: env.STOCKS_TABLE,
              Key: { _id },
              UpdateExpression: "SET held.w1 = held.w1 - :n",
              ConditionExpression: "held.w1 >= :n",
              ExpressionAttributeValues: { ":n": 1 },
            },
          },
        ],
      }),
    );
  };
};
