// Cost of a stock-out and of a sign-in, the first compared with the bare calls of the engine that it needs.
import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { engine } from "#tests/support/engine.ts";
import { idempotencyKey, newStockLine } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { inTurn, type Line } from "./report.ts";

const plenty = 1_000_000;

/**
 * Milliseconds, and stock-outs a second. Its bare calls of the engine take two thirds of the time, so these differ from
 * machine to machine; the ratio below is what shows that the product became slower.
 */
const postingTime = 5;
const postingRate = 450;
/** Besides the engine it has HTTP to the gateway and back, the session, the checks of its body, and a line of the log. */
const postingRatio = 2.5;
/** Either way: a password that is not hashed takes a twentieth. Beside other work it is up to 1.6 without a reason. */
const loginRatio = 2;

export const postingCosts = async (world: TestWorld): Promise<Line[]> => {
  const { api, executive, manager, anonymous } = world;
  const line = await newStockLine(manager, plenty);
  const ask = httpClient(api, executive);
  const out = () => ask("POST", "/v1/transactions/out", line, idempotencyKey());
  const [bare, warm] = await inTurn(400, [bareCalls(world), out]);
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
    { what: "stock-out of one product, warm HTTP, p50", figure: warm.p50, unit: "ms", budget: postingTime },
    { what: "the same, p99", figure: warm.p99, unit: "ms" },
    { what: "its bare read and transaction through the SDK, p50", figure: bare.p50, unit: "ms" },
    {
      what: "processor time of a stock-out to the bare calls",
      figure: warm.processor / bare.processor,
      unit: "x",
      budget: postingRatio,
    },
    { what: "write units of a stock-out, with its index", figure: costs?.wcu ?? Number.NaN, unit: "WCU", budget: 6 },
    { what: "read units of a stock-out, session included", figure: costs?.rcu ?? Number.NaN, unit: "RCU" },
    { what: "16 clients on one product", figure: perSecond, unit: "/s", budget: postingRate, atLeast: true },
    { what: "of these, lost or refused", figure: lost, unit: "", budget: 0 },
    { what: "login, p50", figure: known.p50, unit: "ms", budget: 120 },
    {
      what: "processor time of the login of an unknown user to a known one",
      figure: Math.max(unknown.processor / known.processor, known.processor / unknown.processor),
      unit: "x",
      budget: loginRatio,
    },
  ];
};

/** The same as a stock-out: a read of the user, then a movement and a conditional update in one transaction. */
const bareCalls = (world: TestWorld) => {
  const { env } = world;
  const client = engine(world).client;
  const _id = `bare-${randomUUID()}`;
  const ready = client.send(
    new PutCommand({ TableName: env.STOCKS_TABLE, Item: { _id, held: { w1: plenty }, sold: {} } }),
  );
  return async () => {
    await ready;
    await client.send(
      new GetCommand({ TableName: env.USERS_TABLE, Key: { _id: world.executive._id }, ConsistentRead: true }),
    );
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
