// The local S3 keeps whole objects only, since a snapshot is written once and read for ever.
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, expect, test } from "vitest";
import { startS3 } from "#infra/local/s3.ts";
import { newCredentials } from "#infra/local/signature.ts";

const folder = mkdtempSync(join(tmpdir(), "s3-"));
const credentials = newCredentials();
const engine = await startS3(folder, ["reports"], credentials);
const s3 = new S3Client({
  endpoint: `http://${engine.host}`,
  region: "local",
  credentials,
  requestChecksumCalculation: "WHEN_REQUIRED",
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const read = async (Key: string): Promise<string | undefined> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "reports", Key }));
  return Body?.transformToString();
};

/** Sends half of an object and breaks the connection, as a process does that is killed. */
const breakOff = async (Key: string): Promise<void> => {
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: "reports", Key }));
  const upload = request(url, { method: "PUT", headers: { "content-length": 100_000, expect: "100-continue" } });
  upload.on("error", () => {});
  upload.flushHeaders();
  await once(upload, "continue");
  await new Promise((written) => upload.write("x".repeat(50_000), written));
  await expect.poll(() => filesOf(Key)).toContainEqual(expect.stringMatching(/part$/));
  upload.destroy();
  await expect.poll(() => filesOf(Key)).not.toContainEqual(expect.stringMatching(/part$/));
};

const filesOf = (key: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.includes(key));

test("an object whose upload breaks off does not exist", async () => {
  await breakOff("new.gz");
  await expect(read("new.gz")).rejects.toThrow("The specified key does not exist");
});

test("an object whose replacement breaks off keeps its content", async () => {
  await s3.send(new PutObjectCommand({ Bucket: "reports", Key: "kept.gz", Body: "first" }));
  await breakOff("kept.gz");
  expect(await read("kept.gz")).toBe("first");
  await s3.send(new PutObjectCommand({ Bucket: "reports", Key: "kept.gz", Body: "second" }));
  expect(await read("kept.gz")).toBe("second");
});
