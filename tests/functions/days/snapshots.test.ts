// Conditional writes of S3, which the local engine does not have: a snapshot is never overwritten.
import { PutObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test } from "vitest";
import { writeSnapshot } from "#functions/lib/days/snapshots.ts";

const s3 = mockClient(S3Client);
beforeEach(() => {
  s3.reset();
});
// Test files of one process share the class.
afterAll(() => s3.restore());

const snapshot = { version: 1 as const, day: "2026-11-20", taken_at: "2026-11-20T19:00:00.000Z", products: [] };
const refusal = (name: string) => new S3ServiceException({ name, $fault: "client", $metadata: {} });

test("a snapshot is written only if its day has none", async () => {
  await writeSnapshot(snapshot);
  expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Key, input.IfNoneMatch])).toEqual([
    ["snapshots/2026-11-20.json.gz", "*"],
  ]);
});

test("of two nightly runs at once the later one keeps the snapshot of the other and continues", async () => {
  s3.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
  await expect(writeSnapshot(snapshot)).resolves.toBeUndefined();
});

test("a snapshot that conflicts with another write is written again, unless the other write succeeded", async () => {
  s3.on(PutObjectCommand).rejectsOnce(refusal("ConditionalRequestConflict"));
  await writeSnapshot(snapshot);
  expect(s3.commandCalls(PutObjectCommand)).toHaveLength(2);
  s3.on(PutObjectCommand).rejectsOnce(refusal("ConditionalRequestConflict")).rejects(refusal("PreconditionFailed"));
  await expect(writeSnapshot(snapshot)).resolves.toBeUndefined();
});

test("a snapshot that cannot be written for another reason fails the nightly run", async () => {
  s3.on(PutObjectCommand).rejects(refusal("AccessDenied"));
  await expect(writeSnapshot(snapshot)).rejects.toMatchObject({ name: "AccessDenied" });
});
