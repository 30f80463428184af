// The engines ask for no role; the worlds of tests do.
import { expect, test } from "vitest";
import { newWorld } from "#tests/support/world.ts";

test("a call its role does not allow fails the test file", async () => {
  const { env, stop } = await newWorld();
  const ask = (action: string) =>
    fetch(env.AWS_ENDPOINT_URL_DYNAMODB ?? "", {
      method: "POST",
      headers: { "user-agent": "sdk app/inventory-dev-stocks", "x-amz-target": `DynamoDB_20120810.${action}` },
      body: JSON.stringify({ TableName: env.STOCKS_TABLE }),
    });
  await ask("Scan");
  await ask("PutItem");
  await expect(stop()).rejects.toThrow(`inventory-dev-stocks: dynamodb:PutItem on ${env.STOCKS_TABLE}`);
});
