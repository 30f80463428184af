// Since when the ledger can be restored, by what AWS answers.
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "#infra/local/http-server.ts";

const backups = (ContinuousBackupsDescription: object) => JSON.stringify({ ContinuousBackupsDescription });
const since = { EarliestRestorableDateTime: 1_793_059_200 };

test.each([
  ["the instant", 200, backups({ PointInTimeRecoveryDescription: since }), "2026-10-27T00:00:00.000Z"],
  ["that nothing is kept", 200, backups({ ContinuousBackupsStatus: "DISABLED" }), undefined],
  ["that the role may not ask", 400, '{ "__type": "AccessDeniedException" }', undefined],
])("AWS says %s", async (_, status, body, expected) => {
  const asked: unknown[] = [];
  const { port, stop } = await listen((request, response) => {
    asked.push(request.headers["x-amz-target"]);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(body);
  });
  onTestFinished(stop);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "MOVEMENTS_TABLE"])
    vi.stubEnv(name, name.toLowerCase());
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", `http://127.0.0.1:${port}`);
  vi.resetModules();
  const { readRestorableSince } = await import("#functions/lib/db/restorable.ts");
  expect([await readRestorableSince(), asked]).toEqual([expected, ["DynamoDB_20120810.DescribeContinuousBackups"]]);
});
