// Time and memory of one night of the largest seller of the cost table, and of one 20 times as large: each order line is a movement
// of its own, and each product has an old day of sales to prune. The Lambda runs in a process with the memory it has on AWS.
import { gzipSync } from "node:zlib";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { seededRandom } from "#demo/random.ts";
import { sellers } from "#ops/cost/model.ts";
import { channels } from "#shared/channel.ts";
import { addDays, firstOpenDay } from "#shared/day.ts";
import { engine, s3Of } from "#tests/support/engine.ts";
import { startLambda } from "#tests/support/lambda-process.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inSeconds, type Line } from "./report.ts";
import { catalogue, entry, openingStock } from "./seed.ts";

const largest = sellers.at(-1) ?? { products: 0, sold: 0, warehouses: 0 };
const opening = 1_000;

export const nightCosts =
  (times: number) =>
  async (world: TestWorld): Promise<Line[]> => {
    const size = { products: largest.products * times, sold: largest.sold * times };
    await trade(world, size);
    const night = startLambda(world.lambda("snapshot"));
    const runs: Line[] = [];
    for (const [what, event] of [
      ["one night", {}],
      ["the same with the whole ledger", { whole: true }],
      ["a day rebuilt", { rebuild: addDays(firstOpenDay(new Date()), -1) }],
    ] as const) {
      const { seconds, result } = await inSeconds(() => night.invoke({ pause: 0, ...event }));
      const report = result as unknown as { mismatches: number };
      if (report.mismatches !== 0) throw new Error(JSON.stringify(report));
      runs.push({ what, figure: seconds, unit: "s", budget: 900 });
    }
    night.stop();
    return [...runs, { what: "peak memory", figure: night.peak(), unit: "MB", budget: 1_769 }];
  };

/** Stock by the snapshot of the day before yesterday, and yesterday's sales. */
const trade = async (world: TestWorld, { products, sold }: { products: number; sold: number }): Promise<void> => {
  const yesterday = addDays(firstOpenDay(new Date()), -1);
  const before = addDays(yesterday, -1);
  const { put } = engine(world);
  const rows = catalogue(products, largest.warehouses);
  const { warehouseRows } = rows;
  const chance = seededRandom(3).next;
  const { stocks, move } = openingStock(rows, opening);
  const all = rows.productRows.map(({ _id }) => _id);
  const open = { ...stocks()[0]?.held };
  const opened = Array.from({ length: Math.ceil(products / 95) }, (_, n) =>
    entry(`open${n}`, before, {
      kind: "in",
      reason: "Correction",
      created_at: `${before}T06:00:00.000Z`,
      lines: all.slice(n * 95, n * 95 + 95).flatMap((id) => warehouseRows.map((place) => [id, place._id, opening])),
    }),
  );
  const sales = Array.from({ length: sold }, (_, n) => {
    const product = all[Math.floor(chance() * products)] ?? "";
    const warehouse = warehouseRows[n % warehouseRows.length]?._id ?? "";
    const channel = channels[n % channels.length] ?? "amazon";
    const line = [product, warehouse, -1] as const;
    move(...line, `${yesterday}#${channel}`);
    const created_at = `${yesterday}T${new Date(n * (50_000_000 / sold)).toISOString().slice(11)}`;
    return entry(`sale${n}`, yesterday, { kind: "picklist", reason: "Outbound", channel, created_at, lines: [line] });
  });
  await put("warehouses", warehouseRows, { created_at: `${before}T03:00:00.000Z` });
  await put("movements", [...opened, ...sales]);
  const old = { [`${addDays(before, -9)}#amazon`]: 3 };
  const stored = stocks().map((row) => ({ ...row, sold: { ...old, ...row.sold } }));
  await put("stocks", stored);
  const snapshotRows = all.map((_id) => ({ _id, held: open, in_transit: 0, drr: 0 }));
  const snapshot = { version: 1, day: before, taken_at: `${yesterday}T00:00:00Z`, products: snapshotRows };
  const Key = `snapshots/${before}.json.gz`;
  const Body = gzipSync(JSON.stringify(snapshot));
  await s3Of(world).send(new PutObjectCommand({ Bucket: world.env.REPORTS_BUCKET, Key, Body }));
};
