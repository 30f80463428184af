// Backups as AWS keeps and restores them: tables as they were at an instant, under new names, and objects.
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import { asBytes, asText, s3Of, settingsOf } from "./engine.ts";
import type { TestWorld } from "./world.ts";

export interface Backup {
  /** Rows in DynamoDB's JSON, as in its exports, by table such as `USERS`. */
  tables: Map<string, string[]>;
  /** Objects by `BUCKET/key`. */
  objects: Map<string, { body: Uint8Array; type?: string; cache?: string }>;
}

const dynamoOf = (world: TestWorld) => new DynamoDBClient({ ...settingsOf(world), endpoint: world.dynamo });

/** Names of the Lambdas' tables or buckets, by their environment variable without the suffix. */
const named = ({ env }: TestWorld, kind: "TABLE" | "BUCKET"): [noun: string, name: string][] =>
  Object.entries(env).flatMap(([key, name]) => (key.endsWith(`_${kind}`) ? [[key.replace(`_${kind}`, ""), name]] : []));

export const takeBackup = async (world: TestWorld): Promise<Backup> => {
  const [dynamo, s3] = [dynamoOf(world), s3Of(world)];
  const backup: Backup = { tables: new Map(), objects: new Map() };
  for (const [noun, TableName] of named(world, "TABLE")) {
    const lines: string[] = [];
    for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName, ConsistentRead: true }))
      lines.push(...Items.map((Item) => JSON.stringify({ Item }, asText)));
    backup.tables.set(noun, lines);
  }
  for (const [noun, Bucket] of named(world, "BUCKET"))
    for (const Key of await keysIn(s3, Bucket)) {
      const { Body, ContentType, CacheControl } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      const body = (await Body?.transformToByteArray()) ?? new Uint8Array();
      backup.objects.set(`${noun}/${Key}`, { body, type: ContentType, cache: CacheControl });
    }
  return backup;
};

const keysIn = async (client: S3Client, Bucket: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  return keys;
};

/** Deletes every table, and every object whose key is selected. */
export const wipe = async (world: TestWorld, goes: (key: string) => boolean): Promise<void> => {
  const [dynamo, s3] = [dynamoOf(world), s3Of(world)];
  for (const [, TableName] of named(world, "TABLE")) await dynamo.send(new DeleteTableCommand({ TableName }));
  for (const [, Bucket] of named(world, "BUCKET"))
    for (const Key of (await keysIn(s3, Bucket)).filter(goes)) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
};

/** As AWS does, restores tables under new names only, with their keys and indexes and no other settings. */
export const restoreTables = async (
  world: TestWorld,
  { tables }: Backup,
  nameOf: (noun: string) => string,
): Promise<void> => {
  const dynamo = dynamoOf(world);
  for (const [noun, from] of named(world, "TABLE")) {
    const TableName = nameOf(noun);
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: from }));
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = Table ?? {};
    const indexes = GlobalSecondaryIndexes?.map((index) => {
      const { IndexName, KeySchema, Projection } = index;
      return { IndexName, KeySchema, Projection };
    });
    const shape = { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes: indexes, BillingMode: "PAY_PER_REQUEST" };
    await dynamo.send(new CreateTableCommand({ TableName, ...(shape as object) }));
    const lines = tables.get(noun) ?? [];
    for (let at = 0; at < lines.length; at += 25) {
      const puts = lines.slice(at, at + 25).map((line) => ({ PutRequest: JSON.parse(line, asBytes) }));
      await dynamo.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }));
    }
  }
};

/** Restores missing objects under their keys. */
export const restoreObjects = async (world: TestWorld, { objects }: Backup): Promise<void> => {
  const s3 = s3Of(world);
  for (const [noun, Bucket] of named(world, "BUCKET")) {
    const there = new Set(await keysIn(s3, Bucket));
    for (const [name, { body, type, cache }] of objects) {
      const Key = name.slice(noun.length + 1);
      if (!name.startsWith(`${noun}/`) || there.has(Key)) continue;
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentType: type, CacheControl: cache }));
    }
  }
};
