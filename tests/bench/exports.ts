// Cost of the largest export: 200,000 rows through the workbook writer into S3.
import { addDays, dayOf } from "#shared/day.ts";
import { maxReportRows } from "#shared/export.ts";
import { engine } from "#tests/support/engine.ts";
import type { TestWorld } from "#tests/support/world.ts";
import { inSeconds, type Line } from "./report.ts";
import { entry, putCatalogue } from "./seed.ts";

const perMovement = 50;

export const exportCosts = async (world: TestWorld): Promise<Line[]> => {
  const { warehouseRows, productRows } = await putCatalogue(world, 2_000, 5);
  const today = dayOf(new Date());
  const movements = Array.from({ length: maxReportRows / perMovement }, (_, n) => {
    const day = addDays(today, -1 - (n % 30));
    const lines = Array.from({ length: perMovement }, (_, line) => [
      productRows[(n * 7 + line) % 2_000]?._id,
      warehouseRows[n % 5]?._id,
      -1,
    ]);
    const created_at = `${day}T06:00:00.${String(n % 1_000).padStart(3, "0")}Z`;
    return entry(`seed${n}`, day, { kind: "picklist", channel: "amazon", reason: "Outbound", lines, created_at });
  });
  await engine(world).put("movements", movements);
  const path = `/v1/transactions/export?start=${addDays(today, -30)}&end=${today}`;
  await world.manager.get(path.replace(/start=[^&]+/, `start=${today}`));
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const { seconds, result } = await inSeconds(() => world.manager.get(path));
  const { status, headers, body } = result;
  const problems = world.log.filter((line) => !line.includes("INFO"));
  if (status !== 303) throw new Error(`${status} ${JSON.stringify(body)} ${problems.join("\n")}`);
  clearInterval(watch);
  const of = maxReportRows.toLocaleString("en-IN");
  const file = await fetch(headers.get("location") ?? "");
  const size = (await file.arrayBuffer()).byteLength;
  return [
    { what: `export of ${of} transactions (${status})`, figure: seconds, unit: "s", budget: 28 },
    { what: "memory above idle, at most", figure: (peak - idle) / 1e6, unit: "MB", budget: 300 },
    { what: "read units", figure: world.requests().at(-1)?.rcu ?? Number.NaN, unit: "RCU" },
    { what: "size of the file", figure: size / 1e6, unit: "MB", budget: 6, atLeast: true },
  ];
};
