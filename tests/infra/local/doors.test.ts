// The local run is no open door: its engines answer only the credentials of this run, no page of another origin or name
// gets in, no path leaves its bucket, and nobody else can read the data folder.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s3Of, settingsOf } from "#tests/support/engine.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";

const data = mkdtempSync(join(tmpdir(), "doors-"));
const here = await newWorld({ data });
const { site, api, dev, env, dynamo, storage } = here;
const secrets = env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? "";
const s3 = s3Of(here);
const Bucket = env.IMAGES_BUCKET;
const picture = { Bucket, Key: "images/a (1).webp" };

beforeAll(async () => {
  await s3.send(new PutObjectCommand({ ...picture, Body: "picture" }));
  await s3.send(new PutObjectCommand({ Bucket: env.REPORTS_BUCKET, Key: "secret.txt", Body: "a secret report" }));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Sends a path as it is, which `fetch` would resolve, to any name that leads here. */
const raw = (server: string, path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server);
    request({ hostname, port, path, method, headers, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) }),
    )
      .on("error", reject)
      .end();
  });

describe("the engines answer only the credentials of this run", () => {
  const { credentials, region } = settingsOf(here);
  const wrongKey = { ...credentials, accessKeyId: "S3RVER" };
  const wrongSecret = { ...credentials, secretAccessKey: "S3RVER" };

  test.each([
    ["another access key", wrongKey, "UnrecognizedClientException", "InvalidAccessKeyId"],
    ["another secret", wrongSecret, "InvalidSignatureException", "SignatureDoesNotMatch"],
  ])("%s is refused", async (_, credentials, json, xml) => {
    const settings = { region, credentials, maxAttempts: 1 };
    const tables = new DynamoDBClient({ ...settings, endpoint: dynamo });
    await expect(tables.send(new ListTablesCommand({}))).rejects.toMatchObject({ name: json });
    const store = new SecretsManagerClient({ ...settings, endpoint: secrets });
    const secret = new GetSecretValueCommand({ SecretId: env.SIGNING_SECRET });
    await expect(store.send(secret)).rejects.toMatchObject({ name: json });
    const objects = new S3Client({ ...settings, endpoint: storage });
    await expect(objects.send(new GetObjectCommand(picture))).rejects.toMatchObject({ name: xml });
    await expect(objects.send(new PutObjectCommand({ ...picture, Body: "other" }))).rejects.toMatchObject({
      name: xml,
    });
    await expect(objects.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: xml });
  });

  test("the right credentials are let in, for a list of a bucket too", async () => {
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: "images/" }));
    expect(Contents?.map(({ Key }) => Key)).toContain(picture.Key);
  });

  test("a request signed for one body, table or key is refused with another", async () => {
    const client = new DynamoDBClient({ ...settingsOf(here), endpoint: dynamo });
    let sent: { headers: Record<string, string>; body: string } | undefined;
    client.middlewareStack.add(
      (next) => (args) => {
        sent = args.request as typeof sent;
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
    await client.send(new ListTablesCommand({}));
    const { headers = {}, body } = sent ?? {};
    const post = (change: Record<string, string>, text = body) =>
      fetch(dynamo, { method: "POST", headers: { ...headers, ...change }, body: text });
    expect((await post({})).status).toBe(200);
    const other = { "x-amz-target": "DynamoDB_20120810.DescribeTable" };
    for (const answer of [await post(other), await post({}, "[]")])
      expect(await answer.json()).toMatchObject({ __type: expect.stringMatching(/#InvalidSignatureException$/) });
  });

  test.each([
    ["DynamoDB", dynamo, { "x-amz-target": "DynamoDB_20120810.ListTables" }],
    ["Secrets Manager", secrets, { "x-amz-target": "secretsmanager.GetSecretValue" }],
    ["S3", `${storage}/${Bucket}/images/a%20(1).webp`, { "x-amz-meta-a": "b" }],
  ])("a page of another origin neither reads nor writes %s", async (_, url, headers) => {
    const origin = { origin: "https://elsewhere.example" };
    const preflight = {
      "access-control-request-method": "PUT",
      "access-control-request-headers": Object.keys(headers).join(","),
    };
    for (const init of [
      { method: "OPTIONS", headers: { ...origin, ...preflight } },
      { method: "POST", headers: { ...origin, ...headers }, body: JSON.stringify({ SecretId: env.SIGNING_SECRET }) },
      { method: "POST", headers: { ...origin, "content-type": "text/plain" }, body: "{}" },
      { method: "PUT", headers: { ...origin, ...headers }, body: "other" },
      { method: "GET", headers: origin },
      { method: "DELETE", headers: origin },
    ]) {
      const answer = await fetch(url, init);
      expect(answer.ok, init.method).toBe(false);
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
      expect(await answer.text()).not.toMatch(/TableNames|SecretString|picture/);
    }
    expect(await (await s3.send(new GetObjectCommand(picture))).Body?.transformToString()).toBe("picture");
  });
});

test.each([
  ["the site", site, "/", 200],
  ["the API", api, "/v1/warehouses", 401],
  ["the developers' API", dev, "/v1/dev/nothing", 404],
  ["S3", storage, "/", 403],
  ["DynamoDB", dynamo, "/", 400],
  ["Secrets Manager", secrets, "/", 400],
])(
  "%s answers no other name than that of this machine, as a page has that points its own here",
  async (_, server, path, ours) => {
    const { port } = new URL(server);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "LOCALHOST"])
      expect((await raw(server, path, { host })).status, host).toBe(ours);
    for (const host of [
      "elsewhere.example",
      `elsewhere.example:${port}`,
      "localhost.elsewhere.example",
      "127.0.0.1.nip.io",
    ])
      expect(await raw(server, path, { host }), host).toEqual({ status: 403, body: "Ask for localhost.\n" });
  },
);

test.each([
  "..%2f..%2f",
  "..%2f",
  "../",
  "..%5c..%5c",
  "..\\",
  "%2e%2e/%2e%2e/",
  "%2e%2e%2f",
  "%252e%252e%252f",
  "..%252f",
  "..%c0%af",
  "x/..%2f../..%2f",
  "%00/../",
  "%2fetc%2fpasswd%00",
  "/etc/passwd/",
  "./../../",
])("no path leaves the bucket: %s", async (steps) => {
  const targets = [`${env.REPORTS_BUCKET}/secret.txt`, "secrets.json", "dynamo/dynamo.db", "etc/passwd", "index.html"];
  for (const target of targets) {
    const { status, body } = await raw(site, `/images/${steps}${target}`);
    // Paths that resolve to the page's own route get the page, which is public.
    expect(status === 403 || body.startsWith("<!doctype html>"), `${steps}${target}: ${status} ${body}`).toBe(true);
    const url = `/${Bucket}/images/${steps}${target}`;
    expect((await raw(storage, url)).status).toBe(403);
  }
});

test("no signed path leaves its bucket, and no link on the disk leads out of it", async () => {
  for (const Key of ["../x", "images/../../x", "images/..", "a\0b"])
    await expect(s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" })), Key).rejects.toThrow();
  for (const bucket of ["..", ".", "none"])
    await expect(s3.send(new GetObjectCommand({ Bucket: bucket, Key: "secrets.json" })), bucket).rejects.toThrow();

  const folder = join(data, "s3", Bucket ?? "", "images");
  writeFileSync(join(data, "outside._S3rver_object"), "outside");
  symlinkSync(data, join(folder, "folder"));
  symlinkSync(join(data, "secrets.json"), join(folder, "file._S3rver_object"));
  for (const name of ["folder/outside", "file"]) {
    expect((await raw(site, `/images/${name}`)).status).toBe(403);
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: `images/${name}` }))).rejects.toThrow();
    await expect(s3.send(new PutObjectCommand({ Bucket, Key: `images/${name}`, Body: "x" }))).rejects.toThrow();
    await expect(s3.send(new DeleteObjectCommand({ Bucket, Key: `images/${name}` }))).rejects.toThrow();
  }
  for (const path of [
    join(folder, "folder"),
    join(folder, "file._S3rver_object"),
    join(data, "outside._S3rver_object"),
  ])
    rmSync(path);
});

test("a signed link is valid for its key, its method and its seconds only", async () => {
  const link = await getSignedUrl(s3, new GetObjectCommand(picture), { expiresIn: 60 });
  expect(await (await fetch(link)).text()).toBe("picture");
  const refusal = async (url: string | URL, init?: RequestInit) => {
    const answer = await fetch(url, init);
    const [, code] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    return [answer.status, answer.headers.get("content-type"), code];
  };
  const xml = (code: string) => [403, "application/xml", code];
  for (const method of ["PUT", "DELETE", "POST"])
    expect(await refusal(link, { method }), method).toEqual(xml("SignatureDoesNotMatch"));
  const others = [
    link.replace("/images/", "/images/other-"),
    link.replace(Bucket ?? "", env.REPORTS_BUCKET ?? ""),
    link.replace("X-Amz-Expires=60", "X-Amz-Expires=600"),
    `${link}&response-content-disposition=inline`,
    `${link}?&response-content-disposition=inline`,
    `${link}?&acl`,
  ];
  for (const other of others) expect(await refusal(other), other).toEqual(xml("SignatureDoesNotMatch"));
  expect(await refusal(link.replace(/&X-Amz-Signature=\w+/, ""))).toEqual(xml("AccessDenied"));

  const minuteAgo = new Date(Date.now() - 60_000);
  const signedThen = (expiresIn: number) =>
    getSignedUrl(s3, new GetObjectCommand(picture), { expiresIn, signingDate: minuteAgo });
  expect(await refusal(await signedThen(59))).toEqual(xml("AccessDenied"));
  expect((await fetch(await signedThen(3_600))).status).toBe(200);
});

test("everything in the data folder is for its owner only", async () => {
  expect(modesOf(data)).toEqual({ folder: ["700"], file: ["600"] });
});

test("a data folder that other users could read is closed to them by the next start", async () => {
  await here.stop();
  for (const path of [data, ...pathsIn(data)]) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
  await (await newWorld({ data })).stop();
  expect(modesOf(data)).toEqual({ folder: ["700"], file: ["600"] });
});

test("a folder with files of other programs stays as it is, around our own files", async () => {
  const shared = mkdtempSync(join(tmpdir(), "shared-"));
  chmodSync(shared, 0o755);
  mkdirSync(join(shared, "photos"));
  chmodSync(join(shared, "photos"), 0o755);
  const world: TestWorld = await newWorld({ data: shared });
  await world.stop();
  const modes = ["", "photos", "s3", "secrets.json"].map((name) => modeOf(join(shared, name)));
  expect(modes).toEqual(["755", "755", "700", "600"]);
  rmSync(shared, { recursive: true });
});

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

const modesOf = (folder: string) => {
  const modes = { folder: new Set<string>(), file: new Set<string>() };
  for (const path of [folder, ...pathsIn(folder)])
    modes[lstatSync(path).isDirectory() ? "folder" : "file"].add(modeOf(path));
  return { folder: [...modes.folder], file: [...modes.file] };
};
