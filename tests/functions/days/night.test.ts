// The record of the nightly run, by which root users see whether the last night was in order.
import { expect, test } from "vitest";
import { setClock } from "#tests/support/clock.ts";
import { engine } from "#tests/support/engine.ts";
import { newStockLine } from "#tests/support/stock.ts";
import { newWorld } from "#tests/support/world.ts";

setClock("2026-09-01T04:00:00Z");
const here = await newWorld();
const { find, put } = engine(here);

const at = (instant: string) => here.signInAt(instant, "root");
const run = (event: object = {}) => here.invoke("snapshot", { pause: 0, ...event });

test("the status tells the last night with its figures, failures and differences, and that one is late", async () => {
  let root = await at("2026-09-01T05:00:00Z");
  const status = async () => (await root.get("/v1/app/status")).body;
  const build = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(await status()).toEqual({ late: false, build });
  const { product, warehouse } = await newStockLine(root, 20);

  // Of a shop whose first night never came.
  root = await at("2026-09-02T07:00:00Z");
  expect(await status()).toEqual({ late: true, build });
  await run();
  expect(await status()).toMatchObject({
    late: false,
    closed_until: "2026-09-01",
    night: { closed: 1, folded: 1, mismatches: 0, failed: [], differences: [] },
  });
  const { succeeded } = await status();

  // A run that fails tells its steps; the last that succeeded is still that of before.
  root = await at("2026-09-02T19:30:00Z");
  await expect(run({ rebuild: "yesterday" })).rejects.toThrow("incomplete");
  expect(await status()).toMatchObject({ late: false, succeeded, night: { closed: 1, failed: ["rebuilt"] } });
  root = await at("2026-09-03T09:30:00Z");
  expect((await status()).late).toBe(true);

  const row = await find("stocks", product);
  await put("stocks", [{ ...row, held: { [warehouse]: 23 } }]);
  await run();
  expect(await status()).toMatchObject({
    late: false,
    night: { mismatches: 1, differences: [{ book: "stock", key: `${product}#${warehouse}`, units: 3 }] },
  });
});
