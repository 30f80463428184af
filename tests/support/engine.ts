// Direct access to the engines, to write much data and to read the stored rows.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "#infra/data-stack.ts";
import type { Movement } from "#shared/movement.ts";
import type { TestWorld } from "./world.ts";

type Item = Record<string, unknown>;
export type TableName = Lowercase<Table>;

/** Settings for a client of a world's engines, besides their address. */
export const settingsOf = ({ env }: TestWorld) => ({
  region: env.AWS_REGION ?? "",
  credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? "", secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? "" },
});

export const s3Of = (world: TestWorld) => new S3Client({ ...settingsOf(world), endpoint: world.storage });

/** For JSON.stringify and JSON.parse of items as DynamoDB writes them: bytes as base64. */
export const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
export const asBytes = (name: string, value: unknown) =>
  name === "B" && typeof value === "string" ? Buffer.from(value, "base64") : value;

/** A movement as it is stored: a posting in the morning of its day. */
export const storedMovement = (_id: string, day: string, fields: Partial<Movement>) => ({
  _id,
  reason: "Outbound",
  user: { _id: "u", name: "Asha Rao", username: "asha" },
  created_at: `${day}T06:00:00.000Z`,
  day,
  hash: "seed",
  ...fields,
});

export const engine = (world: TestWorld) => {
  const { dynamo, env } = world;
  const dynamoClient = new DynamoDBClient({ ...settingsOf(world), endpoint: dynamo });
  const client = DynamoDBDocumentClient.from(dynamoClient, { marshallOptions: { removeUndefinedValues: true } });
  const nameOf = (table: TableName): string => env[`${table.toUpperCase()}_TABLE`] ?? "";

  const all = async (table: TableName): Promise<Item[]> => {
    const items: Item[] = [];
    let from: Item | undefined;
    do {
      const page = await client.send(
        new ScanCommand({ TableName: nameOf(table), ConsistentRead: true, ExclusiveStartKey: from }),
      );
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
    return items;
  };

  const find = async (table: TableName, _id: string): Promise<Item | undefined> =>
    (await client.send(new GetCommand({ TableName: nameOf(table), Key: { _id }, ConsistentRead: true }))).Item;

  /** 25 items a request, eight requests at a time; all have the shared fields. */
  const put = async (table: TableName, items: object[], shared: object = {}): Promise<void> => {
    const requests = items.map((item) => ({ PutRequest: { Item: { ...item, ...shared } } }));
    const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, i) => requests.slice(i * 25, i * 25 + 25));
    const writers = Array.from({ length: 8 }, async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop())
        await client.send(new BatchWriteCommand({ RequestItems: { [nameOf(table)]: batch } }));
    });
    await Promise.all(writers);
  };

  return { client, all, find, put };
};

interface WrittenProduct {
  _id: string;
  p_id?: string;
  name?: string;
  image?: string;
  held?: Record<string, number>;
  sold?: Record<string, number>;
}

/** Writes products, or ids of products, with their stock: many in the time that the API takes for one. */
export const putProducts = async (
  world: TestWorld,
  products: (WrittenProduct | string)[],
  held: WrittenProduct["held"] = {},
): Promise<void> => {
  const { put } = engine(world);
  const at = "2025-11-01T05:00:00.000Z";
  const rows: WrittenProduct[] = products.map((product) => (typeof product === "string" ? { _id: product } : product));
  const whole = rows.map(({ held: _held, sold: _sold, ...fields }) => ({
    ...{ p_id: fields._id, name: fields._id, lead_time: 30, created_at: at, updated_at: at },
    ...fields,
  }));
  await put("products", whole);
  const stocks = rows.map(({ _id, sold = {}, ...own }) => ({ _id, held: own.held ?? held, sold }));
  await put("stocks", stocks);
};
