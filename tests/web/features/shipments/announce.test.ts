// Announcing a container, in a real browser on the running product: once, whatever happens.
import { expect, test } from "vitest";
import { addDays } from "#shared/day.ts";
import { maxItems } from "#shared/shipment-item.ts";
import { expectAccessible, paste, recordPosts } from "#tests/support/browser.ts";
import { storedDrafts } from "#tests/support/browser-storage.ts";
import { putProducts } from "#tests/support/engine.ts";
import { unique } from "#tests/support/fixtures.ts";
import { answer, asTyped, closeBy, dialog, field, focused, gone, press } from "#tests/web/page.ts";
import {
  addLine,
  announce,
  bib,
  chooseProduct,
  day,
  fillForm,
  form,
  here,
  line,
  openForm,
  openShipments,
  save,
  shipmentOf,
  shipmentRow,
  swaddle,
  table,
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
    await field(form(page), "Product").fill(asTyped(good.p_id));
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

test("a year of two digits is one of this century, and a day that is far away is asked about once", async () => {
  const page = await openShipments();
  await openForm(page);
  const container = unique("MSKU");
  await form(page).getByLabel("Container ID").fill(container);
  await addLine(page, swaddle, 3);
  const expected = form(page).getByLabel("Expected Delivery");
  const [year, month, date] = addDays(day, 9).split("-");
  await expected.focus();
  await page.keyboard.type(`${month}${date}${year?.slice(2)}`, { delay: 150 });
  await page.keyboard.press("Tab");
  await form(page).getByLabel("Container ID").focus();
  await expect.poll(() => expected.inputValue()).toBe(addDays(day, 9));
  await expected.fill(addDays(day, 740));
  await save(page);
  await answer(page, "Change the date", "That is over two years ahead.");
  expect(await shipmentOf(container)).toBeUndefined();
  await save(page);
  await answer(page, "Save it so");
  await gone(form(page));
  expect((await shipmentOf(container))?.expected_delivery).toBe(addDays(day, 740));
});

test("an error is shown beside its field, and a product that was not added is included", async () => {
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

test("500 products with long names in any script go into one container", { tags: "exhaustive" }, async () => {
  const name = "मुलायममलमल".repeat(20);
  const ids = Array.from({ length: maxItems }, (_, index) => `p${10_000 + index}`);
  const image = (_id: string) => `/images/${_id}-0123456789abcdef.webp`;
  const products = ids.map((_id) => ({ _id, p_id: `${_id} ${name}`.slice(0, 200), name, image: image(_id) }));
  await putProducts(here, products);
  const container = unique("MSKU");
  // The pictures do not exist.
  const page = await openShipments({ mayLog: /403/ });
  page.on("dialog", (question) => void question.accept());
  await fillForm(page, container);
  await addLine(page, bib, 1);
  // The form is left with its draft, and a draft that would take an hour to type is stored in its place.
  await page.goto("/intransit");
  await storedDrafts(page, { list: ids.map((product) => ({ product, quantity: 1_000_000 })) });
  await page.goto("/intransit");
  const sent = recordPosts(page);
  await openForm(page);
  await form(page).getByText("500 products").waitFor();
  await save(page);
  await gone(form(page));
  expect((await shipmentOf(container))?.items).toHaveLength(maxItems);
  const [product = ""] = ids;
  const posted = { product, quantity: 1_000_000, label: name.slice(0, 100), image: image(product) };
  expect(sent[0]?.body.list).toContainEqual(posted);
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
  await expect.poll(() => form(page).getByLabel(`Quantity of ${bib.name}`).inputValue()).toBe("15");
});

test("the ID of a container on its way is asked about, added all the same it is marked, and corrected it is not", async () => {
  const container = unique("DI");
  await announce([line(bib, 4)], 9, container);
  const page = await openShipments({ mayLog: /409|Duplicate/ }, here.manager);
  await fillForm(page, container.toLowerCase());
  await addLine(page, bib, 6);
  await save(page);
  await answer(page, "Cancel", "is on its way already: announced on");
  await form(page).getByText("On its way already: announced on").waitFor();
  expect(await form(page).getByLabel("Container ID").getAttribute("aria-invalid")).toBe("true");
  await save(page);
  await answer(page, "Add it all the same");
  await gone(form(page));
  const marks = table(page).getByText("Same ID twice");
  await expect.poll(() => marks.count()).toBe(2);
  await expectAccessible(page);

  await press(page, `Edit ${container.toLowerCase()}`);
  const edit = dialog(page, "Edit");
  await field(edit, "Container ID").fill(`${container}-2`);
  await closeBy(edit, "Save");
  await expect.poll(() => marks.count()).toBe(0);
  expect((await shipmentOf(`${container}-2`))?.items).toMatchObject([{ quantity: 6 }]);
});
