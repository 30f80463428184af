// The forms whose call takes effect once, each as a person fills it in and submits it.
import type { Page } from "#tests/support/browser.ts";
import { today } from "#tests/support/fixtures.ts";
import { createProduct, idempotencyKey, newStockLine, newWarehouse } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";
import { asTyped, dialog, field, press } from "#tests/web/page.ts";

export const here = await world();
const { manager } = here;
const [hub, ncr] = [await newWarehouse(manager, "HUB", "Hub"), await newWarehouse(manager, "NCR", "Delhi NCR")];

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export interface Kind {
  screen: string;
  list: string;
  /** Fills in the form and submits it. */
  enter: (page: Page, name: string) => Promise<void>;
  /** A late refusal beside a field, after somebody else has taken the name. */
  taken?: { take: (name: string) => Promise<unknown>; title: string };
}

/** Forms that create something with a name. */
export const kinds: Record<string, Kind> = {
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
      await choose(page, p_id);
      await press(dialog(page), "Save In-Transit Stock");
    },
  },
};

const choose = async (page: Page, p_id: string) => {
  await field(dialog(page), "Product").fill(asTyped(p_id));
  await page.getByRole("option").filter({ hasText: p_id }).click();
};

export interface Form {
  /** The address of the form, once what it needs is there. */
  address: () => Promise<string>;
  /** Fills in the form and submits it. */
  enter: (page: Page) => Promise<void>;
}

const stockIn = async () => {
  const product = await createProduct(manager);
  const body = { product: product._id, warehouse: hub, quantity: 10 };
  const { movement } = (await manager.post("/v1/transactions/in", body, idempotencyKey())).body;
  return { ...product, movement: movement as string };
};

/** The address of a dialog for an entry of the ledger. */
const ofEntry = async (name: string): Promise<string> => {
  const { movement } = await stockIn();
  const { body } = await manager.get(`/v1/transactions?start=${today()}&end=${today()}`);
  const row = body.find((one: { movement: string }) => one.movement === movement);
  return `/transactions?${new URLSearchParams({ do: name, id: row._id })}`;
};

const update = (way: "STOCK IN" | "STOCK OUT"): Form => ({
  address: async () => `/inventory?do=update&id=${(await stockIn())._id}-${hub}`,
  enter: async (page) => {
    await dialog(page).getByRole("radio", { name: way }).check();
    await field(dialog(page), "Quantity").fill("4");
    await press(dialog(page), "Submit");
  },
});

/** Forms of stock, by their titles. */
export const stockForms = {
  "stock in": update("STOCK IN"),
  "stock out": update("STOCK OUT"),
  transfer: {
    address: async () => `/inventory?do=transfer&id=${(await stockIn())._id}-${hub}-${ncr}-4`,
    enter: (page) => press(dialog(page), "Submit"),
  },
  receipt: {
    address: async () => {
      const list = [{ product: (await createProduct(manager))._id, quantity: 5 }];
      const body = { container: `C-${idempotencyKey()["idempotency-key"]}`, expected_delivery: today(), list };
      return `/intransit?do=receive&id=${(await manager.post("/v1/shipments", body, idempotencyKey())).body._id}`;
    },
    enter: async (page) => {
      await field(dialog(page), "Warehouse").selectOption({ label: "Hub (HUB)" });
      await press(dialog(page), "Receive 5 units");
    },
  },
  correction: {
    address: () => ofEntry("correct"),
    enter: async (page) => {
      await press(dialog(page), /^Less /);
      await press(dialog(page), "Correct");
    },
  },
  reversal: {
    address: () => ofEntry("reverse"),
    enter: (page) => press(dialog(page), /^Reverse/),
  },
  count: {
    address: async () => {
      await newWarehouse(manager, `W-${made++}`, `Shelf ${made}`);
      return "/count?do=open";
    },
    enter: async (page) => {
      await field(dialog(page), "Warehouse").selectOption({ label: `Shelf ${made} (W-${made - 1})` });
      await press(dialog(page), "Open Count");
    },
  },
} satisfies Record<string, Form>;

let made = 1;
