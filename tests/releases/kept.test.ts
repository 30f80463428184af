// The newest release that is kept, beside today's: an app in an open window meets a newer API, and after a rollback an older one.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAssembly } from "#infra/local/assembly.ts";
import { buildRelease, lastKept } from "#ops/keep-release.ts";
import { differenceSince, templateDifference } from "#ops/template-difference.ts";
import { open, type Page } from "#tests/support/browser.ts";
import { outsideTests } from "#tests/support/environment.ts";
import { today, unique } from "#tests/support/fixtures.ts";
import { newSite } from "#tests/support/next-release.ts";
import { createProduct, newWarehouse, type ProductNames, placesOf } from "#tests/support/stock.ts";
import { newWorld, type TestWorld } from "#tests/support/world.ts";
import { answer, asTyped, dialog, expectQuestion, field, focused, gone, press } from "#tests/web/page.ts";

const data = mkdtempSync(join(tmpdir(), "releases-"));
afterAll(() => rmSync(data, { recursive: true }));

const now = process.env.ASSEMBLY ?? "";
let before: string;
beforeAll(async () => {
  before = await buildRelease(lastKept);
});

/** The folder of the web app in an assembly. */
const siteIn = (assembly: string): string | undefined =>
  readdirSync(assembly)
    .map((name) => join(assembly, name))
    .find((folder) => existsSync(join(folder, "index.html")));

interface Things {
  product: ProductNames;
  hub: string;
  /** The hub, as forms name it. */
  label: string;
  depot: string;
  shipment: string;
}

/** Three units in one of two warehouses, and a container of five. */
const newThings = async ({ manager }: TestWorld): Promise<Things> => {
  const product = await createProduct(manager);
  const [w_id, name] = [unique("H"), unique("Hub")];
  const [hub, depot] = [await newWarehouse(manager, w_id, name), await newWarehouse(manager)];
  await manager.post("/v1/transactions/in", { product: product._id, warehouse: hub, quantity: 3 });
  const list = [{ product: product._id, quantity: 5 }];
  const container = { container: unique("MSKU"), expected_delivery: today(), list };
  return {
    product,
    hub,
    depot,
    label: `${name} (${w_id})`,
    shipment: (await manager.post("/v1/shipments", container)).body._id,
  };
};

const update = async (page: Page, { product, hub }: Things, way: string, quantity: string): Promise<void> => {
  await page.goto(`/inventory?do=update&id=${product._id}-${hub}`);
  await dialog(page).getByRole("radio", { name: way }).check();
  await field(dialog(page), "Quantity").fill(quantity);
  await press(dialog(page), "Submit");
  await gone(dialog(page));
};

/** Stock in, stock out, a transfer, a receipt and a picklist, as a person enters them. */
const fiveJobs = async (page: Page, things: Things): Promise<void> => {
  const { product, hub, label, depot, shipment } = things;
  await update(page, things, "STOCK IN", "4");
  await update(page, things, "STOCK OUT", "1");
  await page.goto(`/inventory?do=transfer&id=${product._id}-${hub}-${depot}-2`);
  await press(dialog(page), "Submit");
  await gone(dialog(page));
  await page.goto(`/intransit?do=receive&id=${shipment}`);
  await field(dialog(page), "Warehouse").selectOption({ label });
  await press(dialog(page), "Receive 5 units");
  await gone(dialog(page));
  await page.goto("/picklist");
  await page.getByRole("combobox", { name: "Product", exact: true }).fill(asTyped(product.p_id));
  await page.locator("[role=option][data-highlighted]").filter({ hasText: product.p_id }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Quantity");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await page.getByLabel(`Quantity of ${product.name}`).waitFor();
  await page.getByLabel("Channel").selectOption("Amazon");
  await press(page, "Save");
  await expectQuestion(page, "Process picklist ?");
  await answer(page, "Process picklist");
  await page.getByText("Processed", { exact: true }).waitFor();
};

/** One data folder: what one release writes the other goes on with. */
test.each([
  ["today's app works with the API of the kept release, as after a rollback", () => [before, now] as const],
  ["the app of the kept release works with today's API, on the same data", () => [now, before] as const],
])("%s", async (_, releases) => {
  const [api, app] = releases();
  const here = await newWorld({ assembly: api, data });
  const site = await newSite(here);
  site.release = siteIn(app);
  const things = await newThings(here);
  // Lists that the older API does not have yet are answered 404 by its gateway.
  const page = await open(site.world, here.executive, { mayLog: /404|^GET .*The server is older/ });
  await fiveJobs(page, things);
  expect(await placesOf(here.manager, things.product._id)).toEqual({ [things.hub]: 9, [things.depot]: 1 });
  expect(await here.invoke("snapshot", { pause: 0 })).toMatchObject({ mismatches: 0 });
  // What it still reads would fail with the API.
  await page.close();
  await site.stop();
  await here.stop();
});

/** The folders of an assembly's Lambdas, by their names. */
const lambdasIn = (folder: string): Map<string, string> => {
  const assembly = readAssembly(folder, { region: "local", apis: new Map(), storage: "" });
  const named = assembly.of("AWS::Lambda::Function").filter(({ properties }) => properties.FunctionName);
  return new Map(named.map(({ properties: { FunctionName, Code } }) => [FunctionName, assembly.asset(Code.S3Key)]));
};

/** Today's assembly, in which every other Lambda is of the kept release: the first, or the second, and so on. */
const halfOld = (first: number): string => {
  const folder = mkdtempSync(join(data, "half-"));
  cpSync(now, folder, { recursive: true });
  const old = lambdasIn(before);
  for (const [at, [name, own]] of [...lambdasIn(folder)].entries()) {
    const other = old.get(name);
    if (at % 2 === first && other) cpSync(other, own, { recursive: true });
  }
  return folder;
};

test.each([0, 1])(
  "while half of the Lambdas are of the kept release, as in a deployment, twenty histories agree with the ledger (half %i)",
  { timeout: 600_000, tags: "exhaustive" },
  async (half) => {
    const args = ["tests/faults/simulate.ts", "--seeds", "20", "--from", String(1 + 20 * half)];
    const simulated = promisify(execFile)(process.execPath, args, {
      env: { ...outsideTests(), ASSEMBLY: halfOld(half) },
    });
    const { stdout } = await simulated.catch((failed: { stdout: string }) => failed);
    expect(stdout).toContain("20 of 20 histories, 0 differ");
  },
);

test("whoever approves a deployment sees what the templates say otherwise, and no hash of code", () => {
  const difference = templateDifference(before, now);
  expect(difference).toMatch(/^\+ +"AlarmName": "inventory-dev-refusals"/m);
  expect(difference).not.toMatch(/^[+-].*\b[0-9a-f]{64}\b/m);
  expect(templateDifference(now, now)).toBe("");
});

test("a difference that cannot be made is not said to be none, and stops no deployment", async () => {
  const path = process.env.PATH;
  process.env.PATH = data;
  try {
    expect(await differenceSince("0123456789ab", now, "dev")).toMatch(/^Not known: There is no 0123456789ab /);
    expect(() => templateDifference(now, now)).toThrow("git");
  } finally {
    process.env.PATH = path;
  }
});
