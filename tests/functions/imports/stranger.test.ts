// A stranger's program in Python brings orders with lost answers, repetitions and cancellations, from several threads, and goes on with
// another token after its own was revoked: each order is taken once, and the sums are right.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { inParallel, unique } from "#tests/support/fixtures.ts";
import { newProgram } from "#tests/support/programs.ts";
import { createProduct, heldOf, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager, root } = here;
const warehouse = await newWarehouse(manager);
const stocked = async (quantity: number) => {
  const { _id, p_id } = await createProduct(manager);
  await manager.post("/v1/transactions/in", { product: _id, warehouse, quantity });
  return { _id, code: p_id };
};

interface Told {
  order: string;
  lines: { code: string; quantity: number }[];
}
interface Batch {
  orders: Told[];
  twice?: boolean;
  cancel?: string;
  early?: boolean;
}
interface Report {
  states: Record<string, string>;
  hang_ups: number;
  limited: number;
  revoked?: boolean;
}

/** Runs the program; `inTheMiddle` is done while it pauses, half way. */
const run = async (
  token: string,
  parts: Batch[][],
  seed: number,
  inTheMiddle?: () => Promise<unknown>,
): Promise<Report> => {
  const pause_at = inTheMiddle && Math.ceil(parts.flat().length / 2);
  const job = { channel: "snd-app", parts, seed, hang_up: 0.15, ...(pause_at && { pause_at }) };
  const child = spawn("python3", [join(import.meta.dirname, "stranger.py")], {
    env: { PATH: process.env.PATH, INVENTORY_API: here.api, INVENTORY_TOKEN: token },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.write(`${JSON.stringify(job)}\n`);
  let report = "";
  for await (const line of createInterface(child.stdout)) {
    report = line;
    if (line !== "paused") continue;
    await inTheMiddle?.();
    child.stdin.write("\n");
  }
  return JSON.parse(report);
};

/** Orders of one to three lines in batches, for threads; every tenth batch twice, every fifth with a cancellation before or after it. */
const partsOf = (orders: Told[], size: number, threads: number): Batch[][] => {
  const batches = Array.from({ length: Math.ceil(orders.length / size) }, (_, at): Batch => {
    const own = orders.slice(at * size, (at + 1) * size);
    const [first] = own;
    return {
      orders: own,
      ...(at % 10 === 3 && { twice: true }),
      ...(at % 5 === 2 && first && { cancel: first.order, early: at % 2 === 0 }),
    };
  });
  return Array.from({ length: threads }, (_, thread) => batches.filter((_, at) => at % threads === thread));
};

const runs = async (count: number, size: number) => {
  const products = await inParallel(8, () => stocked(count));
  const orders = Array.from(
    { length: count },
    (_, at): Told => ({
      order: unique("PY/"),
      lines: Array.from({ length: 1 + (at % 3) }, (_, line) => ({
        code: products[(at + line) % products.length]?.code ?? "",
        quantity: 1 + ((at + line) % 2),
      })),
    }),
  );
  const parts = partsOf(orders, size, 3);
  const cancelled = new Set(parts.flat().flatMap(({ cancel = [] }) => cancel));
  const [first, second] = [
    await newProgram(here, { scope: "orders:write", role: "executive" }),
    await newProgram(here, { scope: "orders:write", role: "executive" }),
  ];
  const stopped = await run(first.token, parts, 1, () => root.delete(`/v1/programs/${first._id}`));
  expect(stopped.revoked).toBe(true);
  const report = await run(second.token, parts, 2);
  expect(report.hang_ups).toBeGreaterThan(0);
  expect(Object.keys(report.states).length).toBe(count);
  const wanted = (code: string) =>
    orders.flatMap(({ order, lines }) => (cancelled.has(order) ? [] : lines)).filter((line) => line.code === code);
  for (const { _id, code } of products)
    expect([code, await heldOf(manager, _id)]).toEqual([
      code,
      count - wanted(code).reduce((sum, { quantity }) => sum + quantity, 0),
    ]);
};

test("40 orders are each taken once", () => runs(40, 5));
test("2,000 orders are each taken once", { tags: "exhaustive", timeout: 600_000 }, () => runs(2_000, 50));

test("six programs that bring orders for 60 units at once sell exactly 60", async () => {
  const bib = await stocked(60);
  const programs = await inParallel(6, () => newProgram(here, { scope: "orders:write", role: "executive" }));
  const reports = await Promise.all(
    programs.map(({ token }, at) => {
      const orders = Array.from({ length: 15 }, () => ({
        order: unique(`P${at}-`),
        lines: [{ code: bib.code, quantity: 1 }],
      }));
      return run(
        token,
        partsOf(orders, 1, 1).map((part) => part.map(({ orders: own }) => ({ orders: own }))),
        at,
      );
    }),
  );
  const sold = reports.flatMap(({ states }) => Object.values(states)).filter((state) => state === "waiting").length;
  expect([sold, await heldOf(manager, bib._id)]).toEqual([60, 0]);
});
