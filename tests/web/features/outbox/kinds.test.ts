// Every form whose call takes effect once keeps its entry while no answer comes, and opens again if it is refused late.
import { expect, test } from "vitest";
import { open, type Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { asTyped, dialog, field, press, toast } from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
const mayLog = /ERR_|No connection|409|Duplicate/;

const mark = (page: Page, text: string) => page.getByRole("link", { name: text });
const names = async (path: string, name: string): Promise<unknown[]> =>
  (await manager.get(path)).body.filter((row: { name?: string; container?: string }) =>
    [row.name, row.container].includes(name),
  );
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface Kind {
  screen: string;
  list: string;
  /** Fills in the form and submits it. */
  enter: (page: Page, name: string) => Promise<void>;
  /** A late refusal beside a field, after somebody else has taken the name. */
  taken?: { take: (name: string) => Promise<unknown>; title: string };
}

const kinds: Record<string, Kind> = {
  product: {
    screen: "/products/opr",
    list: "/v1/products",
    enter: async (page, name) => {
      await field(page, "Product Name").fill(name);
      await field(page, "P.ID/SKU/BC").fill(name);
      await field(page, "Lead Time").selectOption("15 days");
      await page.getByLabel("Choose an image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
      await page.getByText(/sent as/).waitFor();
      await press(page, "Submit");
    },
    taken: {
      take: (name) => createProduct(manager, { p_id: name }),
      title: "Product Name",
    },
  },
  warehouse: {
    screen: "/warehouses?do=add",
    list: "/v1/warehouses",
    enter: async (page, name) => {
      await field(page, "W.ID").fill(name);
      await field(page, "Warehouse Name").fill(name);
      await press(dialog(page), "Add Warehouse");
    },
    taken: {
      take: (name) => manager.post("/v1/warehouses", { name: "Another", w_id: name }),
      title: "Warehouse Name",
    },
  },
  user: {
    screen: "/users/opr",
    list: "/v1/users",
    enter: async (page, name) => {
      await field(page, "Name").fill(name);
      await field(page, "Username").fill(name);
      await field(page, "Role").selectOption("executive");
      await press(page, "Create User");
    },
  },
  category: {
    screen: "/dashboard/analytics",
    list: "/v1/categories",
    enter: async (page, name) => {
      await page.getByRole("region", { name: "Category Links" }).scrollIntoViewIfNeeded();
      await field(page, "Category Name").fill(name);
      await press(page, "Add");
    },
    taken: { take: (name) => manager.post("/v1/categories", { name }), title: "Category Name" },
  },
  container: {
    screen: "/intransit?do=add",
    list: "/v1/shipments",
    enter: async (page, name) => {
      const { product } = await newStockLine(manager, 1);
      const { p_id } = (await manager.get("/v1/products")).body.find(({ _id }: { _id: string }) => _id === product);
      await page.reload();
      await field(page, "Container ID").fill(name);
      await field(page, "Expected Delivery").fill(today());
      await field(dialog(page), "Product").fill(asTyped(p_id));
      await page.getByRole("option").filter({ hasText: p_id }).click();
      await press(dialog(page), "Save In-Transit Stock");
    },
  },
};

const withoutAnswers = (page: Page) =>
  page.route("**/v1/**", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
const withAnswers = async (page: Page) => {
  await page.unroute("**/v1/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
};

/** Forms with a file and with a list of lines. */
const inCheck = ["product", "container"];

for (const [kind, { screen, list, enter, taken }] of Object.entries(kinds)) {
  const options = inCheck.includes(kind) ? {} : { tags: "exhaustive" };
  test(`a ${kind} entered without a network is kept, and created once when it returns`, options, async () => {
    const name = `K-${kind}`;
    const page = await open(here, manager, { path: screen, mayLog });
    await withoutAnswers(page);
    await enter(page, name);
    await page.getByText(/^Kept /).waitFor();
    expect(await names(list, name)).toEqual([]);
    await withAnswers(page);
    await toast(page, "Saved").waitFor();
    await expect.poll(() => names(list, name)).toHaveLength(1);
  });

  if (taken)
    test(`a ${kind} whose name was taken meanwhile opens with what was typed`, options, async () => {
      const name = `T-${kind}`;
      const page = await open(here, manager, { path: screen, mayLog });
      await withoutAnswers(page);
      await enter(page, name);
      await page.getByText(/^Kept /).waitFor();
      await taken.take(name);
      await withAnswers(page);
      await mark(page, "1 refused").click();
      await press(page, "Open");
      await expect.poll(() => field(page, taken.title).inputValue()).toBe(name);
      await page.getByRole("alert").first().waitFor();
    });
}

test("a user with a password is never stored on the device, and closing the tab asks", async () => {
  const page = await open(here, manager, { path: "/users/opr", mayLog });
  await withoutAnswers(page);
  await field(page, "Name").fill("Asha");
  await field(page, "Username").fill("asha-k");
  await field(page, "Password (Optional)").fill("a secret of Asha");
  await field(page, "Role").selectOption("executive");
  await press(page, "Create User");
  await page.getByText("Kept in this tab only: do not close it.").waitFor();
  expect(await page.evaluate(storedEntries)).toEqual([]);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
});

/** Runs in the page. */
const storedEntries = (): Promise<unknown[]> =>
  new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("items").objectStore("items").getAll();
      reading.onsuccess = () => resolve(reading.result);
    };
  });
