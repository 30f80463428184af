// Since when the ledger can be restored, by what AWS answers.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#infra/local/http-server.ts";

const backups = (ContinuousBackupsDescription: object) => JSON.stringify({ ContinuousBackupsDescription });
const since = { EarliestRestorableDateTime: 1_793_059_200 };
/** The address of AWS is the environment's, which a process reads at its start. */
const script =
  'import("./functions/lib/db/restorable.ts").then(async (one) => console.log(await one.readRestorableSince()))';

test.each([
  ["the instant", 200, backups({ PointInTimeRecoveryDescription: since }), "2026-10-27T00:00:00.000Z"],
  ["that nothing is kept", 200, backups({ ContinuousBackupsStatus: "DISABLED" }), "undefined"],
  ["that the role may not ask", 400, '{ "__type": "AccessDeniedException" }', "undefined"],
])("AWS says %s", async (_, status, body, expected) => {
  const asked: unknown[] = [];
  const { port, stop } = await listen((request, response) => {
    asked.push(request.headers["x-amz-target"]);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(body);
  });
  onTestFinished(stop);
  const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "MOVEMENTS_TABLE"];
  const env = Object.fromEntries(names.map((name) => [name, name.toLowerCase().replaceAll("_", "-")]));
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...env, AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` },
  });
  expect([stdout.trim(), asked]).toEqual([expected, ["DynamoDB_20120810.DescribeContinuousBackups"]]);
});
