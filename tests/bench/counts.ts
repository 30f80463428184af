// Counting: the cost of a line beyond its bare write, and the time of a count of 10,000 products from open to applied.
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { dayOf } from "#shared/day.ts";
import { applyWhole, choiceOf, countLine, openCount, reviewOf, sendLines } from "#tests/support/counts.ts";
import { engine } from "#tests/support/engine.ts";
import { newStockLine } from "#tests/support/stock.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { httpClient } from "./http.ts";
import { inSeconds, inTurn, type Line, timed } from "./report.ts";
import { movementsOf, putCatalogue } from "./seed.ts";

const products = 10_000;

/** Milliseconds beyond the write. */
const lineBudget = 3;
/** The wait of a person, even beside other work on the machine. */
const reviewSeconds = 1.5;
const applySeconds = 90;

export const lineCosts = async (world: TestWorld): Promise<Line[]> => {
  const { api, manager, executive } = world;
  const { product, warehouse } = await newStockLine(manager, 10);
  const count = await openCount(manager, warehouse);
  const ask = httpClient(api, executive);
  const path = `/v1/counts/${count}/lines`;
  const send = () => ask("PUT", path, { lines: [countLine(product, 3)] });
  const [bare, line] = await inTurn(200, [bareWrite(world, count, warehouse), send]);
  const costs = world.requests().findLast(({ route }) => route === "PUT /v1/counts/{id}/lines");
  await manager.delete(`/v1/counts/${count}`);
  return [
    { what: "count line, warm HTTP, p50", figure: line.p50, unit: "ms" },
    { what: "the bare write through the SDK, p50", figure: bare.p50, unit: "ms" },
    { what: "count line beyond its write", figure: line.p50 - bare.p50, unit: "ms", budget: lineBudget },
    { what: "write units of a count line", figure: costs?.wcu ?? Number.NaN, unit: "WCU", budget: 4 },
    { what: "read units of a count line, session included", figure: costs?.rcu ?? Number.NaN, unit: "RCU" },
  ];
};

/** The same writes as a line: the check that its count is open, and the line, in one transaction. */
const bareWrite = (world: TestWorld, count: string, warehouse: string) => {
  const { env } = world;
  const { client } = engine(world);
  const at = new Date().toISOString();
  return () => {
    const { id, ...fields } = countLine("p1", 3);
    return client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            ConditionCheck: {
              TableName: env.KEYS_TABLE,
              Key: { key: `count#${warehouse}` },
              ConditionExpression: "#owner = :owner",
              ExpressionAttributeNames: { "#owner": "owner" },
              ExpressionAttributeValues: { ":owner": count },
            },
          },
          {
            Put: {
              TableName: env.COUNTLINES_TABLE,
              Item: { count: `${count}-bare`, line: id, ...fields, began_at: at, at, arrived_at: at },
              ConditionExpression: "attribute_not_exists(#line)",
              ExpressionAttributeNames: { "#line": "line" },
            },
          },
        ],
      }),
    );
  };
};

/** All products of a warehouse, each found one unit short, on a day with 5,000 sales before it. */
export const countCosts = async (world: TestWorld): Promise<Line[]> => {
  const { manager, executive } = world;
  const { warehouseRows, stockRows } = await putCatalogue(world, products, 5);
  const created_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const day = dayOf(created_at);
  await engine(world).put("movements", movementsOf(day, 5_000, products), { created_at });
  const warehouse = warehouseRows[0]?._id ?? "";
  const { seconds: opened, result: count } = await inSeconds(() => openCount(manager, warehouse));
  const { seconds: sent } = await inSeconds(async () => {
    for (let at = 0; at < products; at += 100) {
      const some = stockRows.slice(at, at + 100).map(({ _id, held }) => countLine(_id, (held[warehouse] ?? 0) + 1));
      await sendLines(executive, count, ...some);
    }
  });
  const detail = await timed(5, () => httpClient(world.api, executive)("GET", `/v1/counts/${count}`));
  const review = await timed(5, () => httpClient(world.api, manager)("GET", `/v1/counts/${count}/review`));
  const choice = choiceOf((await reviewOf(manager, count)).rows);
  const { seconds: applied, result: step } = await inSeconds(() => applyWhole(manager, count, choice));
  if (step.written !== products) throw new Error(JSON.stringify(step.left_out[0]));
  return [
    { what: "count of 10,000 products, opened", figure: opened, unit: "s", budget: 1 },
    { what: "its 10,000 lines, 100 at once", figure: sent, unit: "s" },
    { what: "the count with its lines, p50", figure: detail.p50 / 1_000, unit: "s", budget: reviewSeconds },
    { what: "its review, p50", figure: review.p50 / 1_000, unit: "s", budget: reviewSeconds },
    { what: `apply, in ${step.groups} groups`, figure: applied, unit: "s", budget: applySeconds },
  ];
};
