// The form of a product: pictures, refusals, drafts, and the way back to the list.
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, hold, open, type Page, scan } from "#tests/support/browser.ts";
import { productForm, times } from "#tests/support/make.ts";
import { png } from "#tests/support/picture.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { manager } = here;

let swaddle = "";
const add = async (p_id: string, name: string): Promise<string> =>
  (await manager.post("/v1/products", productForm({ p_id, name }))).body._id;
beforeAll(async () => {
  swaddle = await add("SND-101", "Muslin Swaddle");
  await add("SND-BIB-2", "Terry Bib");
});

type Wishes = Parameters<typeof open>[2];
const products = (wishes?: Wishes): Promise<Page> => open(here, manager, { path: "/products", ...wishes });
const adding = (wishes?: Wishes): Promise<Page> => open(here, manager, { path: "/products/opr", ...wishes });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const typed = (page: Page, label: string) => expect.poll(() => page.getByLabel(label).inputValue());

const picture = { name: "IMG_2034.png", mimeType: "image/png", buffer: png(1600, 1200) };

test("a product is added with a picture made small, and the form is empty for the next one", async () => {
  const page = await products();
  await page.getByRole("link", { name: "Add Product" }).click();
  await page.getByLabel("Choose an image").setInputFiles(picture);
  await page.getByText(/^IMG_2034.png: .+, sent as .+B$/).waitFor();
  await page.getByAltText("Preview of the image").waitFor();
  await page.getByLabel("Product Name").fill("Bath Towel");
  await page.getByLabel("P.ID/SKU/BC").fill("SND-TOWEL");
  await page.getByLabel("Lead Time").selectOption("60 days");
  await page.getByLabel("Amazon Link").fill("amazon.in/towel");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Link with http:// or https:// expected").waitFor();
  await page.getByLabel("Amazon Link").fill("https://amazon.in/towel");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Saved").waitFor();
  await typed(page, "Product Name").toBe("");
  expect(await page.getByAltText("Preview of the image").count()).toBe(0);
  const { body } = await manager.get("/v1/products");
  const made = body.find(({ p_id }: { p_id: string }) => p_id === "SND-TOWEL");
  expect(made).toMatchObject({
    name: "Bath Towel",
    lead_time: 60,
    amazon: "https://amazon.in/towel",
    image: expect.stringMatching(/\.webp$/),
  });
  const sent = await fetch(here.site + made.image);
  expect(sent.headers.get("content-type")).toBe("image/webp");
  await page.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Bath Towel").waitFor();
});

test("a P.ID that is taken is said beside its field, and nothing typed is lost", async () => {
  const page = await adding({ mayLog: /409|Duplicate/ });
  await page.getByLabel("Product Name").fill("Another Swaddle");
  await page.getByLabel("P.ID/SKU/BC").fill("snd-101");
  await page.getByLabel("Lead Time").selectOption("15 days");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Taken already").first().waitFor();
  expect(await page.getByLabel("P.ID/SKU/BC").getAttribute("aria-invalid")).toBe("true");
  await expect
    .poll(() => page.getByLabel("P.ID/SKU/BC").evaluate((field) => field === document.activeElement))
    .toBe(true);
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Another Swaddle");
});

test("a picture that is removed while it is made small does not come back", async () => {
  const page = await adding();
  await page.evaluate(() => {
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { convertToBlob } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.convertToBlob = async function (wanted) {
      await held.promise;
      const blob = await convertToBlob.call(this, wanted);
      // After all that waits for it.
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
  await page.getByRole("button", { name: "Remove image" }).click();
  await page.evaluate("finish()");
  await page.getByText("PNG, JPEG or WebP", { exact: true }).waitFor();
  expect(await page.getByAltText("Preview of the image").count()).toBe(0);
});

test("what is no picture is refused beside the field, and not sent", async () => {
  const page = await open(here, manager, { path: `/products/opr/${swaddle}` });
  await page
    .getByLabel("Change image")
    .or(page.getByLabel("Choose an image"))
    .setInputFiles({ ...picture, name: "list.pdf", mimeType: "application/pdf" });
  await page.getByText("list.pdf is not an image").waitFor();
  await page.getByRole("button", { name: "Submit" }).click();
  expect(page.url()).toContain(swaddle);
  await page.getByLabel("Choose an image").setInputFiles({ ...picture, buffer: Buffer.from("not a picture at all") });
  await page.getByText("This image cannot be read, choose a PNG, JPEG or WebP").waitFor();
  await page.getByRole("button", { name: "Remove image" }).click();
  await page.getByText("cannot be read").waitFor({ state: "detached" });
});

test("after an edit one is back at the same filter, sorting and place, and the row has changed", async () => {
  await times(40, (i) => add(`SCR-${i + 10}`, `Scroll ${i + 10}`));
  const page = await products({ path: "/products?q=scroll&sort=-p-id-sku-bc" });
  await row(page, "Scroll 49").waitFor();
  const scroller = page.locator("[data-scroll-card]");
  await page.getByRole("link", { name: "Edit Scroll 15" }).scrollIntoViewIfNeeded();
  const top = await scroller.evaluate((element) => element.scrollTop);
  expect(top).toBeGreaterThan(500);
  await page.getByRole("link", { name: "Edit Scroll 15" }).click();
  await typed(page, "Product Name").toBe("Scroll 15");
  await page.getByLabel("Product Name").fill("Scroll fifteen");
  await page.getByRole("button", { name: "Submit" }).click();
  await row(page, "Scroll fifteen").waitFor();
  expect(page.url()).toMatch(/\?q=scroll&sort=-p-id-sku-bc$/);
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
});

test("a clean form just goes, and a changed one asks in an accessible dialog", async () => {
  const page = await products();
  await page.getByRole("link", { name: "Edit Terry Bib" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Terry Bib").waitFor();
  await page.getByRole("link", { name: "Edit Terry Bib" }).click();
  await page.getByLabel("Product Name").fill("Terry Bib, unsaved");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("What you typed here is not saved yet.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await row(page, "Terry Bib").waitFor();
  expect(page.url()).toMatch(/\/products$/);
});

test("a save that ends while one is asked whether to leave takes the question away", async () => {
  const page = await products();
  await page.getByRole("link", { name: "Edit Terry Bib" }).click();
  await page.getByLabel("Product Name").fill("Terry Bib, soft");
  const release = await hold(page, "**/v1/products/*");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Saving").waitFor();
  await page.goBack();
  await page.getByRole("alertdialog", { name: "Discard changes?" }).waitFor();
  release();
  await row(page, "Terry Bib, soft").waitFor();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/products");
});

test("Skip to content leaves no step behind that one could leave by without being asked", async () => {
  const page = await products();
  await row(page, "Muslin Swaddle").waitFor();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.getByRole("link", { name: "Add Product" }).click();
  await page.getByLabel("Product Name").fill("Bath Towel");
  await page.goBack();
  await page.getByRole("alertdialog", { name: "Discard changes?" }).waitFor();
});

test("Back asks before it closes a dialog with unsaved work, and a saved one closes without a word", async () => {
  const page = await open(here, manager, { path: "/warehouses" });
  // Then its button stands there, and no longer in the head.
  await page.getByText("No warehouses yet. Add the first one.").waitFor();
  await page.getByRole("button", { name: "Add Warehouse" }).click();
  await page.getByRole("dialog").getByLabel("W.ID").fill("BLR-01");
  await page.goBack();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByLabel("Warehouse Name").fill("Bengaluru Hub");
  await page.getByRole("dialog").getByRole("button", { name: "Add Warehouse" }).click();
  await row(page, "Bengaluru Hub").waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});

test("a reloaded form finds its product again, and says when there is none", async () => {
  const page = await open(here, manager, { path: `/products/opr/${swaddle}` });
  await typed(page, "Product Name").toBe("Muslin Swaddle");
  await page.goto("/products/opr/p999999");
  await page.getByText("Product not found").waitFor();
  await page.getByRole("link", { name: "All products" }).click();
  await row(page, "Muslin Swaddle").waitFor();
});

test("a session that ends keeps what was typed, and asks for the picture again", async () => {
  const page = await adding({ mayLog: /401|Session expired/ });
  await page.getByLabel("Product Name").fill("Night Lamp");
  await page.getByLabel("Choose an image").setInputFiles(picture);
  await page.getByText(/sent as/).waitFor();
  await page.getByLabel("P.ID/SKU/BC").fill("SND-LAMP");
  await page.getByLabel("Lead Time").selectOption("15 days");
  await page.route(
    "**/v1/products",
    (route) => route.fulfill({ status: 401, headers: { "access-control-allow-origin": "*" }, json: {} }),
    { times: 1 },
  );
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Session expired, please login again").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("manager-password");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Please choose the image again").waitFor();
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Night Lamp");
  expect(await page.getByLabel("P.ID/SKU/BC").inputValue()).toBe("SND-LAMP");
});

test("a scanned barcode lands in P.ID, wherever the focus is, and answers no question", async () => {
  const page = await adding();
  await page.getByLabel("Product Name").fill("Feeding Bottle");
  await scan(page, "8900000611010");
  await typed(page, "P.ID/SKU/BC").toBe("8900000611010");
  expect(await page.getByLabel("Product Name").inputValue()).toBe("Feeding Bottle");
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.waitFor();
  await scan(page, "8900000722020");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await typed(page, "P.ID/SKU/BC").toBe("8900000611010");
});

test("on a phone the camera can be used, and Submit stays in sight", async () => {
  const page = await adding({ phone: true });
  expect(await page.getByLabel("Take a photo").getAttribute("capture")).toBe("environment");
  await expect.poll(() => page.getByRole("button", { name: "Submit" }).boundingBox()).toMatchObject({ height: 44 });
  const { y } = (await page.getByRole("button", { name: "Submit" }).boundingBox()) ?? { y: 0 };
  expect(y).toBeLessThan(844 - 44);
  await expectAccessible(page);
});
