// The form of a product: pictures, refusals, drafts, and the way back to the list.
import { expect, test } from "vitest";
import { dayText } from "#shared/day.ts";
import { fieldLabels } from "#shared/product-fields.ts";
import { expectAccessible, expireElsewhere, hold, open, paste, scan } from "#tests/support/browser.ts";
import { changeForm, inParallel, today } from "#tests/support/fixtures.ts";
import { png } from "#tests/support/picture.ts";
import { newWarehouse } from "#tests/support/stock.ts";
import {
  answer,
  button,
  expectQuestion,
  expectValue,
  field,
  focused,
  gone,
  heading,
  login,
  press,
  question,
  row,
} from "#tests/web/page.ts";
import { addProduct, addStock, allProducts, fillProduct, here, openProductForm, openProducts } from "./driver.ts";

const { manager } = here;

const swaddle = await addProduct("SND-101", "Muslin Swaddle");
await addProduct("SND-BIB-2", "Terry Bib");

const picture = { name: "IMG_2034.png", mimeType: "image/png", buffer: png(1600, 1200) };

test("a product is added with its image scaled down, and the form is empty for the next one", async () => {
  const page = await openProducts();
  await page.getByRole("link", { name: "Add Product" }).click();
  await page.getByLabel("Choose an image").setInputFiles(picture);
  await page.getByText(/^IMG_2034.png: .+, sent as .+B$/).waitFor();
  for (const label of Object.values(fieldLabels)) expect(await field(page, label).count(), label).toBe(1);
  await page.getByAltText("Preview of the image").waitFor();
  await fillProduct(page, "Bath Towel", "SND-TOWEL", "60 days");
  await page.getByLabel("Units per Carton").fill("1.5");
  await page.getByLabel("Amazon Link").fill("ftp://amazon.in/towel");
  await press(page, "Submit", "A whole number, 1 to 1,00,000");
  await page.getByLabel("Units per Carton").fill("24");
  await page.getByText("Link with http:// or https:// expected").waitFor();
  await page.getByLabel("Amazon Link").fill("amazon.in/towel");
  await expectAccessible(page);
  await press(page, "Submit", "Saved");
  await expectValue(page, "Product Name").toBe("");
  expect(await page.getByAltText("Preview of the image").count()).toBe(0);
  const made = (await allProducts()).find(({ p_id }) => p_id === "SND-TOWEL");
  const typed = { name: "Bath Towel", lead_time: 60, pack: 24, amazon: "https://amazon.in/towel" };
  expect(made).toMatchObject({ ...typed, image: expect.stringMatching(/\.webp$/) });
  const sent = await fetch(here.site + made?.image);
  expect(sent.headers.get("content-type")).toBe("image/webp");
  await press(page, "Cancel");
  await page.getByRole("link", { name: "Edit Bath Towel" }).click();
  await expectValue(page, "Units per Carton").toBe("24");
  await page.getByLabel("Units per Carton").fill("");
  await press(page, "Submit");
  await row(page, "Bath Towel").waitFor();
  const after = (await allProducts()).find(({ _id }) => _id === made?._id);
  expect(after).not.toHaveProperty("pack");
});

test("Save and duplicate saves, and opens a copy that lacks only the code", async () => {
  const page = await openProductForm();
  await fillProduct(page, "Jhabla Set (Rose)", "SND-JBL-1", "45 days");
  await page.getByLabel("Website Link").fill("shop.example/jhabla");
  await press(page, "Save and duplicate");
  await expectValue(page, "P.ID/SKU/BC").toBe("");
  await expect.poll(() => focused(page)).toBe("P.ID/SKU/BC");
  await expectValue(page, "Lead Time").toBe("45");
  await page.getByLabel("P.ID/SKU/BC").fill("SND-JBL-2");
  await page.getByLabel("Product Name").fill("Jhabla Set (Sky Blue)");
  await press(page, "Submit");
  await expectValue(page, "Product Name").toBe("");
  const made = (await allProducts()).filter(({ p_id }) => p_id.startsWith("SND-JBL"));
  expect(made.map(({ p_id, name, website }) => [p_id, name, website]).sort()).toEqual([
    ["SND-JBL-1", "Jhabla Set (Rose)", "https://shop.example/jhabla"],
    ["SND-JBL-2", "Jhabla Set (Sky Blue)", "https://shop.example/jhabla"],
  ]);
  await page.goto(`/products/opr/${made[0]?._id}`);
  await press(page, "Save and duplicate");
  await heading(page, "Add Product").waitFor();
  await expectValue(page, "Website Link").toBe("https://shop.example/jhabla");
});

test("a P.ID that is taken shows an error beside its field, and nothing typed is lost", async () => {
  const page = await openProductForm("", { mayLog: /409|Duplicate/ });
  await fillProduct(page, "Another Swaddle", "snd-101");
  await press(page, "Submit");
  await page.getByText("Taken already").first().waitFor();
  expect(await page.getByLabel("P.ID/SKU/BC").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => focused(page)).toBe("P.ID/SKU/BC");
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Another Swaddle");
});

test("an image that is removed while it is scaled down does not come back", { tags: "exhaustive" }, async () => {
  const page = await openProductForm();
  await page.evaluate(() => {
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { convertToBlob } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.convertToBlob = async function (wanted) {
      await held.promise;
      const blob = await convertToBlob.call(this, wanted);
      // After everything that awaits the blob.
      setTimeout(done.resolve);
      return blob;
    };
    const finish = () => {
      held.resolve();
      return done.promise;
    };
    Object.assign(globalThis, { finish });
  });
  await page.getByLabel("Choose an image").setInputFiles(picture);
  await press(page, "Remove image");
  await page.evaluate("finish()");
  await page.getByText("PNG, JPEG or WebP", { exact: true }).waitFor();
  expect(await page.getByAltText("Preview of the image").count()).toBe(0);
});

test("a file that is no image shows an error beside the field and is not sent", async () => {
  const page = await openProductForm(swaddle);
  await page
    .getByLabel("Change image")
    .or(page.getByLabel("Choose an image"))
    .setInputFiles({ ...picture, name: "list.pdf", mimeType: "application/pdf" });
  await page.getByText("list.pdf is not an image").waitFor();
  await press(page, "Submit");
  expect(page.url()).toContain(swaddle);
  await page.getByLabel("Choose an image").setInputFiles({ ...picture, buffer: Buffer.from("not a picture at all") });
  await page.getByText("This image cannot be read, choose a PNG, JPEG or WebP").waitFor();
  await press(page, "Remove image");
  await gone(page.getByText("cannot be read"));
});

test("an edit returns to the list with the same filter, order and scroll position, and the row has changed", async () => {
  await inParallel(40, (i) => addProduct(`SCR-${i + 10}`, `Scroll ${i + 10}`));
  const page = await openProducts({ path: "/products?q=scroll&sort=-p-id-sku-bc" });
  await row(page, "Scroll 49").waitFor();
  const scroller = page.locator("[data-scroll-card]");
  await page.getByRole("link", { name: "Edit Scroll 15" }).scrollIntoViewIfNeeded();
  const top = await scroller.evaluate((element) => element.scrollTop);
  expect(top).toBeGreaterThan(500);
  await page.getByRole("link", { name: "Edit Scroll 15" }).click();
  await expectValue(page, "Product Name").toBe("Scroll 15");
  await page.getByLabel("Product Name").fill("Scroll fifteen");
  await press(page, "Submit");
  await row(page, "Scroll fifteen").waitFor();
  expect(page.url()).toMatch(/\?q=scroll&sort=-p-id-sku-bc$/);
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
});

test("a save that completes while leaving is asked about closes the question", { tags: "exhaustive" }, async () => {
  const page = await openProducts();
  await page.getByRole("link", { name: "Edit Terry Bib" }).click();
  await page.getByLabel("Product Name").fill("Terry Bib, soft");
  const release = await hold(page, "**/v1/products/*");
  await press(page, "Submit", "Saving");
  await page.goBack();
  await question(page, "Discard changes?").waitFor();
  release();
  await row(page, "Terry Bib, soft").waitFor();
  await gone(question(page));
  expect(new URL(page.url()).pathname).toBe("/products");
});

test("after Skip to content, Back still asks before it leaves unsaved work", { tags: "exhaustive" }, async () => {
  const page = await openProducts();
  await row(page, "Muslin Swaddle").waitFor();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.getByRole("link", { name: "Add Product" }).click();
  await page.getByLabel("Product Name").fill("Bath Towel");
  await page.goBack();
  await question(page, "Discard changes?").waitFor();
});

test("a reloaded form finds its product again, or says that there is none", { tags: "exhaustive" }, async () => {
  const page = await openProductForm(swaddle);
  await expectValue(page, "Product Name").toBe("Muslin Swaddle");
  await page.goto("/products/opr/p999999");
  await page.getByText("Product not found").waitFor();
  await page.getByRole("link", { name: "All products" }).click();
  await row(page, "Muslin Swaddle").waitFor();
});

test("after a session the form has what was typed, and asks for the image again", { tags: "exhaustive" }, async () => {
  const page = await openProductForm();
  await page.getByLabel("Choose an image").setInputFiles(picture);
  await page.getByText(/sent as/).waitFor();
  await fillProduct(page, "Night Lamp", "SND-LAMP");
  await expireElsewhere(page);
  await login(page, "manager-password");
  await page.getByText("Please choose the image again").waitFor();
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Night Lamp");
  expect(await page.getByLabel("P.ID/SKU/BC").inputValue()).toBe("SND-LAMP");
});

test("a scanned barcode goes into P.ID wherever the focus is, and never answers a question", async () => {
  const page = await openProductForm();
  await page.getByLabel("Product Name").fill("Feeding Bottle");
  await scan(page, "8900000611010");
  await expectValue(page, "P.ID/SKU/BC").toBe("8900000611010");
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Feeding Bottle");
  await press(page, "Cancel");
  await question(page, "Discard changes?").waitFor();
  await scan(page, "8900000722020");
  await answer(page, "Keep editing");
  await expectValue(page, "P.ID/SKU/BC").toBe("8900000611010");
});

test("further codes are scanned into their field; one that another product has is named there", async () => {
  await addProduct("SND-CODED", "Coded Cap", { codes: "8900000811011" });
  const page = await openProductForm("", { mayLog: /409|Duplicate/ });
  await fillProduct(page, "Sun Hat", "SND-HAT");
  await field(page, "Further Codes").focus();
  await scan(page, "8900000811028");
  await scan(page, "8900000811011");
  await expectValue(page, "Further Codes").toBe("8900000811028, 8900000811011");
  expect(await page.getByLabel("P.ID/SKU/BC").inputValue()).toBe("SND-HAT");
  await press(page, "Submit");
  await page.getByText("8900000811011 is taken already").first().waitFor();
  await expect.poll(() => focused(page)).toBe("Further Codes");
});

test("a product shows its former P.IDs and forgets one; another product takes one over, and sheets find it by them", async () => {
  const romper = await addProduct("SND-ROM-1", "Knit Romper");
  await addStock(romper, await newWarehouse(manager), 5);
  const rename = (p_id: string) => manager.patch(`/v1/products/${romper}`, changeForm({ p_id }));
  for (const p_id of ["SND-ROM-2", "SND-ROM-3"]) await rename(p_id);
  const page = await open(here, manager, { path: "/products/import", mayLog: /409|Duplicate/ });
  await heading(page, "Import Products").waitFor();
  await paste(page, [
    ["P.ID/SKU/BC", "Product Name"],
    ["SND-ROM-1", "Romper"],
  ]);
  await page.getByText("SND-ROM-1 is SND-ROM-3 now").waitFor();
  await page.goto(`${here.site}/products/${romper}`);
  await button(page, "Forget SND-ROM-1").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await press(page, "Forget SND-ROM-2");
  const asked = 'Scans, order files and sheets with SND-ROM-2 will not find "Knit Romper" any more. Continue?';
  await expectQuestion(page, asked);
  await answer(page, "Forget SND-ROM-2");
  await gone(button(page, "Forget SND-ROM-2"));
  await expectAccessible(page);
  await page.goto(`${here.site}/products/opr/`);
  await fillProduct(page, "Ribbed Romper", "SND-ROM-1");
  await press(page, "Submit");
  await question(page)
    .getByText(`SND-ROM-1 was the P.ID of SND-ROM-3 until ${dayText(today())}.`)
    .waitFor();
  await expectAccessible(page);
  await answer(page, "Cancel");
  await expect.poll(() => focused(page)).toBe("P.ID/SKU/BC");
  await press(page, "Submit");
  await answer(page, "Take it over");
  await expectValue(page, "Product Name").toBe("");
  const made = (await allProducts()).filter(({ name }) => /Romper/.test(name));
  expect(made.map(({ p_id, former }) => [p_id, former])).toEqual([
    ["SND-ROM-3", undefined],
    ["SND-ROM-1", undefined],
  ]);
});

test("on a phone the camera can be used, and Submit stays visible", { tags: "exhaustive" }, async () => {
  const page = await openProductForm("", { phone: true });
  expect(await page.getByLabel("Take a photo").getAttribute("capture")).toBe("environment");
  await expect.poll(() => button(page, "Submit").boundingBox()).toMatchObject({ height: 44 });
  const { y } = (await button(page, "Submit").boundingBox()) ?? { y: 0 };
  expect(y).toBeLessThan(844 - 44);
  await expectAccessible(page);
});

/** Opens a product's form, enters a name, and lets somebody else save another one meanwhile. */
const editBoth = async (p_id: string) => {
  const id = await addProduct(p_id, "Cot Sheet");
  const page = await openProductForm(id, { mayLog: /409|Duplicate/ });
  await expectValue(page, "Product Name").toBe("Cot Sheet");
  await field(page, "Product Name").fill("Cot Sheet, soft");
  await field(page, "Supplier").fill("Little Lotus");
  await here.root.patch(`/v1/products/${id}`, changeForm({ name: "Crib Sheet" }));
  const saved = async () => (await allProducts()).find(({ _id }) => _id === id);
  return { page, saved };
};
const asksForName = /^Product Name: you saw Cot Sheet, .+ has saved Crib Sheet since, you entered Cot Sheet, soft\.$/;

test("a name that somebody else has saved since is shown beside what was entered, and neither is taken unasked", async () => {
  const { page, saved } = await editBoth("SND-BOTH-1");
  await press(page, "Submit");
  await question(page).getByText(asksForName).waitFor();
  const look = (name: string) =>
    button(question(page), name).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await look("Save Cot Sheet, soft")).toBe(await look("Back to the form"));
  expect(await look("Leave Crib Sheet")).toBe(await look("Back to the form"));
  await expectAccessible(page);
  await answer(page, "Back to the form");
  await page.getByText(/has saved Crib Sheet since$/).waitFor();
  expect(await saved()).toMatchObject({ name: "Crib Sheet" });
  await press(page, "Submit");
  await answer(page, "Leave Crib Sheet");
  await heading(page, "Manage Products").waitFor();
  expect(await saved()).toMatchObject({ name: "Crib Sheet", supplier: "Little Lotus" });
});

test("what was seen before a reload counts, also if the form is filled from a draft", async () => {
  const { page, saved } = await editBoth("SND-BOTH-2");
  await page.reload();
  await expectValue(page, "Product Name").toBe("Cot Sheet, soft");
  await press(page, "Submit");
  await question(page).getByText(asksForName).waitFor();
  await answer(page, "Save Cot Sheet, soft");
  await heading(page, "Manage Products").waitFor();
  expect(await saved()).toMatchObject({ name: "Cot Sheet, soft", supplier: "Little Lotus" });
});
