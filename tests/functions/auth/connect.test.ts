// The recipes of docs/connect.md, run as they stand against the running product.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { scopes } from "#shared/scope.ts";
import { unique } from "#tests/support/fixtures.ts";
import { newProgram } from "#tests/support/programs.ts";
import { createProduct, heldOf, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;
const paper = readFileSync(join(import.meta.dirname, "../../../docs/connect.md"), "utf8");
const recipes = (language: string) =>
  [...paper.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "gs"))].map(([, text = ""]) => text);

const folder = mkdtempSync(join(tmpdir(), "connect-"));
afterAll(() => rmSync(folder, { recursive: true }));
const run = async (command: string, args: string[], token: string): Promise<string> => {
  const env = { PATH: process.env.PATH, HOME: folder, INVENTORY_API: here.api, INVENTORY_TOKEN: token };
  return (await promisify(execFile)(command, args, { cwd: folder, env, timeout: 60_000 })).stdout;
};

const warehouse = await newWarehouse(manager);
const stocked = async (p_id: string, quantity: number): Promise<string> => {
  const { _id } = await createProduct(manager, { p_id });
  await manager.post("/v1/transactions/in", { product: _id, warehouse, quantity });
  return _id;
};

test("every scope is in its table, and no other", () => {
  const named = [...paper.matchAll(/^\| [^|]+ \| `(\w+:\w+)` \|/gm)].map(([, scope]) => scope);
  expect(named.toSorted()).toEqual(scopes.toSorted());
});

test("with curl an order is taken and cancelled, and what may be sold is asked for", async () => {
  const bib = await stocked("SND-BIB-1", 5);
  const { token } = await newProgram(here, { role: "executive", scope: "orders:write stock:read" });
  const [take = "", cancel = "", ask = ""] = recipes("sh");
  for (let time = 0; time < 2; time++) {
    const { orders } = JSON.parse(await run("sh", ["-c", take], token));
    expect([orders, await heldOf(manager, bib)]).toEqual([[expect.objectContaining({ state: "waiting" })], 3]);
  }
  expect(JSON.parse(await run("sh", ["-c", ask], token)).codes).toContainEqual({ code: "SND-BIB-1", available: 3 });
  expect(JSON.parse(await run("sh", ["-c", cancel], token))).toEqual({
    order: "#1001",
    state: "cancelled",
    put_back: 0,
  });
  expect(await heldOf(manager, bib)).toBe(5);
});

test("the script brings a file of orders and hands on what may be sold, only what has changed once it knows all", async () => {
  const [cot, bottle] = [unique("SND-COT"), unique("SND-BOTTLE")];
  const ids = [await stocked(cot, 30), await stocked(bottle, 9)];
  const { token } = await newProgram(here, { role: "executive", scope: "orders:write stock:read" });
  writeFileSync(join(folder, "connect.py"), recipes("python")[0] ?? "");
  const bring = (rows: unknown[][]) => {
    writeFileSync(
      join(folder, "orders.csv"),
      [["order", "code", "quantity"], ...rows].map((row) => row.join()).join("\n"),
    );
    return run("python3", ["connect.py", "orders.csv"], token);
  };
  const rows = Array.from({ length: 25 }, (_, n) => [`S-${n}`, cot, 1]);
  const first = await bring([...rows, ["S-99", cot, 2], ["S-99", bottle, 1], ["S-100", bottle, 100]]);
  expect(first).toContain("S-99 waiting\n");
  expect(first).toContain("S-100 refused Out of stock (Avl. 9)\n");
  expect(first).toContain(`sell ${cot} 3\n`);
  expect(await Promise.all(ids.map((id) => heldOf(manager, id)))).toEqual([3, 8]);
  const again = await bring([...rows, ["S-101", cot, 1]]);
  expect(again).toContain(`sell ${cot} 2\n`);
  expect(await Promise.all(ids.map((id) => heldOf(manager, id)))).toEqual([2, 8]);
});
