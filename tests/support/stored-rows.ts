// All stored data of a world: read, and replaced.
import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Json } from "#infra/local/assembly.ts";
import { asBytes, asText, s3Of, settingsOf } from "./engine.ts";
import type { TestWorld } from "./world.ts";

/** An item as DynamoDB writes it, with bytes as base64. */
export type Row = Record<string, Record<string, Json>>;

/** Rows by table, as in `users`, and files of closed days by name, as base64. */
export interface StoredData {
  tables: Record<string, Row[]>;
  files: Record<string, string>;
}

/** Attributes come in any order. */
const inOrder = (item: object) => Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));

export const storedRows = (world: TestWorld) => {
  const { dynamo, env } = world;
  const client = new DynamoDBClient({ ...settingsOf(world), endpoint: dynamo });
  const s3 = s3Of(world);
  const Bucket = env.REPORTS_BUCKET;
  const tables = Object.entries(env)
    .filter(([name]) => name.endsWith("_TABLE"))
    .map(([name, TableName]) => [name.replace("_TABLE", "").toLowerCase(), TableName] as const);

  const rowsOf = async (TableName: string): Promise<Row[]> => {
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
    if (LastEvaluatedKey) throw new Error(`${TableName} holds more than a page.`);
    return Items.map((item) => JSON.parse(JSON.stringify(inOrder(item), asText)));
  };

  const write = async (TableName: string, requests: WriteRequest[]): Promise<void> => {
    for (let at = 0; at < requests.length; at += 25)
      await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests.slice(at, at + 25) } }));
  };

  const fileNames = async (): Promise<string[]> => {
    const found = ["snapshots/", "plan/"].map((Prefix) => s3.send(new ListObjectsV2Command({ Bucket, Prefix })));
    return (await Promise.all(found)).flatMap(({ Contents = [] }) => Contents.map(({ Key = "" }) => Key));
  };

  const read = async (): Promise<StoredData> => {
    const rows = await Promise.all(tables.map(async ([noun, name]) => [noun, await rowsOf(name)] as const));
    const files = (await fileNames()).map(async (Key) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return [Key, (await Body?.transformToString("base64")) ?? ""] as const;
    });
    return { tables: Object.fromEntries(rows), files: Object.fromEntries(await Promise.all(files)) };
  };

  /** Replaces all rows and files. */
  const replace = async (stored: StoredData): Promise<void> => {
    for (const [noun, TableName] of tables) {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const keys = (Table?.KeySchema ?? []).map(({ AttributeName = "" }) => AttributeName);
      const present = await rowsOf(TableName);
      const keyOf = (row: Row) => Object.fromEntries(keys.map((key) => [key, row[key]])) as never;
      const deletions = present.map((row) => ({ DeleteRequest: { Key: keyOf(row) } }));
      await write(TableName, deletions);
      const wanted = (stored.tables[noun] ?? []).map((row) => JSON.parse(JSON.stringify(row), asBytes));
      const puts = wanted.map((Item) => ({ PutRequest: { Item } }));
      await write(TableName, puts);
    }
    for (const Key of await fileNames()) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    for (const [Key, text] of Object.entries(stored.files))
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(text, "base64") }));
  };

  return { read, replace };
};
