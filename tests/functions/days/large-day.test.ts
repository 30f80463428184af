// Days far larger than any so far: their stored items stay within DynamoDB's limits, and memory is bounded.
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { readClosedSales, refoldDay } from "#functions/lib/days/daily-sales.ts";
import { writeHistory } from "#functions/lib/days/product-history.ts";
import { dynamo } from "#functions/lib/db/dynamo.ts";
import { foldSales } from "#shared/day-sales.ts";
import type { Line, Movement } from "#shared/movement.ts";

const mock = mockClient(dynamo);
beforeEach(() => {
  mock.reset();
});

const day = "2026-11-20";
const chance = seededRandom(9).next;
const user = { _id: "u", name: "Asha Rao", username: "asha" };
const movement = (n: number, lines: Line[]): Movement => {
  const created_at = `${day}T06:00:00.000Z`;
  return { _id: `sale${n}`, kind: "picklist", reason: "Outbound", channel: "amazon", lines, user, created_at, day };
};
const product = () => `p${Math.floor(chance() * 1_000_000)}`;

test("a fold that is larger than a row is stored in several rows, and read as one", async () => {
  const entries = Array.from({ length: 1_200 }, (_, n) =>
    movement(
      n,
      Array.from({ length: 95 }, (): Line => [product(), "w1", -1 - Math.floor(chance() * 900)]),
    ),
  );
  const rows = new Map<string, Record<string, unknown>>();
  mock.on(BatchWriteCommand).callsFake(({ RequestItems = {} }: BatchWriteCommandInput) => {
    for (const { PutRequest } of Object.values(RequestItems).flat())
      rows.set(PutRequest?.Item?.day, PutRequest?.Item ?? {});
    return {};
  });
  mock.on(UpdateCommand).callsFake(({ Key, ExpressionAttributeValues = {} }) => {
    const values = Object.entries(ExpressionAttributeValues).map(([name, value]) => [name.slice(1), value]);
    rows.set(Key.day, { ...Key, ...Object.fromEntries(values) });
    return {};
  });
  mock.on(BatchGetCommand).callsFake(({ RequestItems = {} }: BatchGetCommandInput) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys = [] }]) => [
        table,
        Keys.flatMap((key) => rows.get(key.day) ?? []),
      ]),
    ),
  }));
  await refoldDay(day, entries);
  const sizes = [...rows.values()].map(({ sales }) => (sales as Uint8Array).length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(380_000);
  expect(await readClosedSales([day])).toEqual([[day, foldSales(entries)]]);
});

test("the histories of a day with thousands of products are written once each, a limited number at a time", async () => {
  const products = Array.from({ length: 3_000 }, (_, n) => `p${n}`);
  const entries = products.map((id, n) => movement(n, [[id, "w1", -1]]));
  const written: string[] = [];
  let [running, most] = [0, 0];
  mock.on(BatchWriteCommand).callsFake(async ({ RequestItems = {} }: BatchWriteCommandInput) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running -= 1;
    const puts = Object.values(RequestItems).flat();
    expect(puts.length).toBeLessThanOrEqual(25);
    written.push(...puts.map(({ PutRequest }) => PutRequest?.Item?.product));
    return {};
  });
  await writeHistory(day, entries, new Map(products.map((id) => [id, { w1: 5 }])));
  expect(written.sort()).toEqual(products.sort());
  expect([most > 1, most <= 16]).toEqual([true, true]);
});
