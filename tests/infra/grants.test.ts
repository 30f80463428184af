// The local engines do not check roles; the test worlds do.
import { expect, test } from "vitest";
import { newWorld } from "#tests/support/world.ts";

/** Loaded into every Lambda: makes calls that its code never makes. */
const intruder = `data:text/javascript,${encodeURIComponent(`
  import { request } from "node:http";
  const send = (action, input) =>
    request(process.env.AWS_ENDPOINT_URL_DYNAMODB, {
      method: "POST",
      headers: { "x-amz-target": "DynamoDB_20120810." + action },
    })
      .on("error", () => {})
      .end(JSON.stringify(input));
  for (const action of ["Scan", "PutItem"]) send(action, { TableName: process.env.STOCKS_TABLE });
  for (const key of ["roots", "ticket#1234"])
    if (process.env.KEYS_TABLE) send("DeleteItem", { TableName: process.env.KEYS_TABLE, Key: { key: { S: key } } });
`)}`;

test("a call its role does not allow fails the test file", async () => {
  const { env, manager, stop } = await newWorld({ preload: [intruder] });
  await manager.get("/v1/stocks");
  const refused = await stop().catch(String);
  expect(refused).toContain(`inventory-dev-stocks: dynamodb:PutItem on ${env.STOCKS_TABLE}`);
  expect(refused).not.toContain(`inventory-dev-stocks: dynamodb:Scan on ${env.STOCKS_TABLE}`);
  // In the table Keys a download may delete its ticket, but not the list of root users.
  expect(refused).toContain(`inventory-dev-stocks: dynamodb:DeleteItem on ${env.KEYS_TABLE}, key roots`);
  expect(refused).not.toMatch(/inventory-dev-stocks: .*key ticket/);
});
