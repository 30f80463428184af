// Announcing a container, in a real browser on the running product: once, whatever happens.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { maxItems } from "#shared/shipment-item.ts";
import { expectAccessible, logoutElsewhere, paste, recordPosts, retype } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { unique } from "#tests/support/fixtures.ts";
import { button, dialog, field, focused, gone, login, press } from "#tests/web/page.ts";
import {
  addLine,
  bib,
  chooseProduct,
  day,
  fillForm,
  form,
  here,
  openForm,
  openShipments,
  save,
  shipmentOf,
  shipmentRow,
  swaddle,
} from "./driver.ts";

test("Enter leads through the form; a product that is listed is summed, which is announced; it is saved as specified", async () => {
  const container = unique("TGHU");
  const page = await openShipments();
  const sent = recordPosts(page);
  await openForm(page);
  await expect.poll(() => focused(page)).toBe("Container ID");
  // Typed at machine speed it would be a scan.
  await form(page).getByLabel("Container ID").fill(container);
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Expected Delivery");
  await form(page).getByLabel("Expected Delivery").fill(addDays(day, 9));
  await page.keyboard.press("Enter");
  for (const [good, units] of [
    [swaddle, "12"],
    [bib, "5"],
    [swaddle, "8"],
  ] as const) {
    await expect.poll(() => focused(page)).toBe("Product");
    await field(form(page), "Product").fill(good.p_id);
    await page.getByRole("option").filter({ hasText: good.p_id }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Qty");
    await page.keyboard.type(units);
    await page.keyboard.press("Enter");
  }
  await form(page)
    .getByRole("status")
    .getByText(`${swaddle.name} is listed already: 12 + 8 = 20 units. 2 products, 25 units`)
    .waitFor();
  await press(form(page), `Remove ${bib.name}`);
  await save(page);
  await page.getByText("Saved", { exact: true }).waitFor();
  await gone(form(page));
  await shipmentRow(page, { container }).getByText("20", { exact: true }).waitFor();
  const label = `${swaddle.name} (${swaddle.p_id})`;
  expect(sent.map(({ body }) => body)).toEqual([
    { container, list: [{ product: swaddle._id, quantity: 20, label }], expected_delivery: addDays(day, 9) },
  ]);
});

test("what is missing is shown beside its field, and a product that was not added is included", async () => {
  const page = await openShipments();
  await openForm(page);
  await save(page);
  const alerts = () => form(page).getByRole("alert").allTextContents();
  await expect.poll(alerts).toEqual(["Required", "Required", "Add a product first"]);
  await expect.poll(() => focused(page)).toBe("Container ID");
  const container = unique("MSKU");
  await form(page).getByLabel("Container ID").fill(container);
  await save(page);
  await expect.poll(() => focused(page)).toBe("Expected Delivery");
  await form(page).getByLabel("Expected Delivery").fill(day);
  await addLine(page, swaddle, 3);
  await chooseProduct(page, bib);
  await form(page).getByLabel("Qty").fill("");
  await save(page);
  await expect.poll(alerts).toEqual(["At least 1"]);
  await expect.poll(() => focused(page)).toBe("Qty");
  await form(page).getByLabel("Qty").fill("4");
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items.map(({ quantity }) => quantity)).toEqual([3, 4]);
});

test("a reload keeps what was typed, and so does a session that ends, for the same user", async () => {
  const container = unique("HLCU");
  const page = await openShipments();
  page.on("dialog", (question) => void question.accept());
  await fillForm(page, container);
  await addLine(page, swaddle, 6);
  await page.reload();
  await form(page).getByText("1 product, 6 units").waitFor();
  expect(await form(page).getByLabel("Container ID").inputValue()).toBe(container);
  await addLine(page, bib, 2);
  await logoutElsewhere(page);
  await login(page, "executive-password");
  await form(page).getByText("2 products, 8 units").waitFor();
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items).toHaveLength(2);
});

test("a line that is cleared and typed is saved as typed; left empty, it stays empty over a reload, and is required", async () => {
  const container = unique("HLCU");
  const page = await openShipments();
  page.on("dialog", (question) => void question.accept());
  await fillForm(page, container);
  await addLine(page, swaddle, 12);
  const line = form(page).getByLabel(`Quantity of ${swaddle.name}`);
  await retype(line, "");
  await page.reload();
  await line.waitFor();
  expect(await line.inputValue()).toBe("");
  await save(page);
  await form(page).getByRole("listitem").getByText("Required").waitFor();
  await retype(line, "34");
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items.map(({ quantity }) => quantity)).toEqual([34]);
});

test("on a phone a container is announced with products from a sheet of their own", async () => {
  const container = unique("MSKU");
  const page = await openShipments({ phone: true });
  await fillForm(page, container);
  await button(form(page), "Product: Search name or P.ID").tap();
  const sheet = page.getByRole("dialog", { name: "Product", exact: true });
  await sheet.getByLabel("Search products").fill(bib.p_id);
  await sheet.getByRole("option").first().tap();
  await button(form(page), "More quantity").tap();
  await button(form(page), "Add").tap();
  await form(page).getByText("1 product, 2 units").waitFor();
  await expectAccessible(page);
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items[0]?.quantity).toBe(2);
});

test("500 products with long names in any script go into one container", async () => {
  const name = "मुलायममलमल".repeat(20);
  const ids = Array.from({ length: maxItems }, (_, index) => `p${10_000 + index}`);
  const at = new Date().toISOString();
  await engine(here).put(
    "products",
    ids.map((_id) => ({
      _id,
      p_id: `${_id} ${name}`.slice(0, 200),
      name,
      image: `/images/${_id}-0123456789abcdef.webp`,
      lead_time: 30,
      created_at: at,
      updated_at: at,
    })),
  );
  await engine(here).put(
    "stocks",
    ids.map((_id) => ({ _id, held: {}, sold: {} })),
  );
  const container = unique("MSKU");
  // The pictures do not exist.
  const page = await openShipments({ mayLog: /403/ });
  page.on("dialog", (question) => void question.accept());
  await fillForm(page, container);
  await addLine(page, bib, 1);
  // The form is left with its draft, into which goes what would take an hour to type.
  await page.goto("/intransit");
  await page.evaluate((products) => {
    const key = Object.keys(sessionStorage).find((one) => one.endsWith("shipment new")) ?? "";
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "");
    draft.values.list = products.map((product) => ({ product, quantity: 1_000_000 }));
    sessionStorage.setItem(key, JSON.stringify(draft));
  }, ids);
  const sent = recordPosts(page);
  await openForm(page);
  await form(page).getByText("500 products").waitFor();
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items).toHaveLength(maxItems);
  const [product = ""] = ids;
  const line = {
    product,
    quantity: 1_000_000,
    label: name.slice(0, 100),
    image: `/images/${product}-0123456789abcdef.webp`,
  };
  expect(sent[0]?.body.list).toContainEqual(line);
});

test("cells pasted into the form become lines: units add up, also with those listed; wrong rows are named and left out", async () => {
  const page = await openShipments();
  await openForm(page);
  await addLine(page, bib, 4);
  await field(form(page), "Product").focus();
  // People paste two columns without heads.
  await paste(page, [
    [swaddle.p_id, 12],
    [bib.p_id, 6],
    [swaddle.p_id, 8],
  ]);
  await form(page).getByRole("status").getByText("Added 2 products, 26 units. 2 products, 30 units").waitFor();
  expect(await form(page).getByLabel(`Quantity of ${bib.name}`).inputValue()).toBe("10");
  expect(await form(page).getByLabel(`Quantity of ${swaddle.name}`).inputValue()).toBe("20");
  await press(form(page), "Paste or choose a file");
  const sheet = dialog(page, "Add lines from a sheet");
  await field(sheet, "Sheet").setInputFiles({
    name: "lines.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`P.ID/SKU/BC,Quantity\nNOWHERE,3\n${bib.p_id},5`),
  });
  await sheet.getByRole("table", { name: "Wrong rows" }).getByText("No such product").waitFor();
  await expectAccessible(page);
  await expect.poll(() => focused(page)).toBe("Add 1 product");
  await page.keyboard.press("Enter");
  await gone(sheet);
  expect(await form(page).getByLabel(`Quantity of ${bib.name}`).inputValue()).toBe("15");
});
