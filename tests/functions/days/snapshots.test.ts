// What the engine of this machine does not do: S3 refuses to write again what is written already.
import { PutObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test } from "vitest";
import { writeSnapshot } from "#functions/lib/days/snapshots.ts";

const s3 = mockClient(S3Client);
beforeEach(() => {
  s3.reset();
});
// The next file of this process has the same class.
afterAll(() => s3.restore());

const snapshot = { version: 1 as const, day: "2026-11-20", taken_at: "2026-11-20T19:00:00.000Z", products: [] };
const refusal = (name: string) => new S3ServiceException({ name, $fault: "client", $metadata: {} });

test("a snapshot is written on the condition that there is none of its day", async () => {
  await writeSnapshot(snapshot);
  expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Key, input.IfNoneMatch])).toEqual([
    ["snapshots/2026-11-20.json.gz", "*"],
  ]);
});

test("of two nights at once the later one leaves the snapshot of the other and goes on", async () => {
  s3.on(PutObjectCommand).rejects(refusal("PreconditionFailed"));
  await expect(writeSnapshot(snapshot)).resolves.toBeUndefined();
});

test("a snapshot that meets another one on its way is written once more, unless the other has come", async () => {
  s3.on(PutObjectCommand).rejectsOnce(refusal("ConditionalRequestConflict"));
  await writeSnapshot(snapshot);
  expect(s3.commandCalls(PutObjectCommand)).toHaveLength(2);
  s3.on(PutObjectCommand).rejectsOnce(refusal("ConditionalRequestConflict")).rejects(refusal("PreconditionFailed"));
  await expect(writeSnapshot(snapshot)).resolves.toBeUndefined();
});

test("a snapshot that cannot be written for another reason fails its night", async () => {
  s3.on(PutObjectCommand).rejects(refusal("AccessDenied"));
  await expect(writeSnapshot(snapshot)).rejects.toMatchObject({ name: "AccessDenied" });
});
