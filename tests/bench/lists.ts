// Cost of the long lists in time, read units and bytes on the wire.
import { brotliDecompressSync } from "node:zlib";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { engine } from "#tests/support/engine.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { type Line, timed } from "./report.ts";
import { movementsOf, putCatalogue } from "./seed.ts";

const day = "2026-10-01";

export const listCosts = async (world: TestWorld): Promise<Line[]> => {
  await putCatalogue(world, 10_000, 5);
  const before = await oneDay(world);
  await engine(world).put("movements", movementsOf("2026-10-02", 50_000, 10_000));
  const after = await oneDay(world, false);
  return [
    ...(await list(world, "products", "/v1/products", 800, 1)),
    ...(await list(world, "stocks, 50,000 records", "/v1/stocks", 1_000, 1)),
    ...(await list(world, "application context", "/v1/app/context", 800, 1)),
    { what: "transactions, one day of 5,000, p50", figure: before.p50, unit: "ms", budget: 150 },
    { what: "the bare query of these through the SDK, p50", figure: await bareQuery(world), unit: "ms" },
    { what: "the same with ten times the history", figure: after.p50 / before.p50, unit: "x" },
  ];
};

const oneDay = async (world: TestWorld, seed = true) => {
  if (seed) await engine(world).put("movements", movementsOf(day, 5_000, 2_000));
  return timed(9, () => httpClient(world.api, world.manager)("GET", `/v1/transactions?start=${day}&end=${day}`));
};

/** Time of the engine alone to return these movements. */
const bareQuery = async (world: TestWorld): Promise<number> => {
  const { client } = engine(world);
  const { p50 } = await timed(9, async () => {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const { LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: world.env.MOVEMENTS_TABLE,
          IndexName: "byDay",
          KeyConditionExpression: "#day = :day",
          ExpressionAttributeNames: { "#day": "day" },
          ExpressionAttributeValues: { ":day": day },
          ExclusiveStartKey,
        }),
      );
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  });
  return p50;
};

const list = async (world: TestWorld, what: string, path: string, ms: number, megabytes: number): Promise<Line[]> => {
  const ask = () => httpClient(world.api, world.manager)("GET", path);
  const { p50 } = await timed(7, ask);
  const { body } = await ask();
  const costs = world.requests().findLast(({ route }) => route === `GET ${path}`);
  return [
    { what: `${what}, p50`, figure: p50, unit: "ms", budget: ms },
    { what: `${what}, on the wire`, figure: body.length / 1e6, unit: "MB", budget: megabytes },
    { what: `${what}, unzipped`, figure: brotliDecompressSync(body).length / 1e6, unit: "MB" },
    { what: `${what}, read units`, figure: costs?.rcu ?? Number.NaN, unit: "RCU" },
  ];
};
