// Picking a product by name, code or scanner.
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ProductPicker } from "#web/domain/product-picker.tsx";
import { known } from "#web/lib/scan/takers.ts";
import { mount, scan } from "../mount.tsx";

const product = (_: unknown, index: number) => ({
  _id: `p${index}`,
  p_id: `SND-${1000 + index}`,
  name: `Swaddle ${index}`,
  stock: index,
  ...(index === 7 && { codes: "FK-7, 8900000000077" }),
});
const products = Array.from({ length: 200 }, product);

function Picker() {
  const [id, setId] = useState("");
  return (
    <>
      <ProductPicker label="Product" products={products} value={id} onChange={setId} scan />
      <label>
        Remarks <input />
      </label>
      <output>{id || "none"}</output>
    </>
  );
}

const chosen = () => page.getByRole("status").filter({ hasText: /^(p\d+|none)$/ });
const box = () => page.getByRole("combobox", { name: "Product" });

test("typing a name or P.ID narrows the options, and Enter takes the best match, also before they are those of the last key", async () => {
  mount(<Picker />);
  await box().fill("snd-1007");
  await expect.element(page.getByRole("option")).toMatchTextContent(/Swaddle 7/);
  const input = box().element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "snd-1042");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  await expect.element(chosen()).toHaveTextContent("p42");
  await expect.element(box()).toHaveValue("Swaddle 42 (SND-1042)");
});

test("a product is found by a further code, which is shown with it, and by a scan of it", async () => {
  mount(<Picker />);
  await box().fill("fk-7");
  await expect.element(page.getByRole("option")).toMatchTextContent(/Swaddle 7.*SND-1007 · FK-7/);
  await box().fill("");
  scan("8900000000077", document.body);
  await expect.element(chosen()).toHaveTextContent("p7");
});

test("at most 30 options are rendered, and the picker says when none matches", async () => {
  mount(<Picker />);
  await box().fill("swaddle");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(30);
  await box().fill("romper");
  await expect.element(page.getByText("No product matches.", { exact: false })).toBeVisible();
});

test("its button clears the picker", async () => {
  mount(<Picker />);
  await box().fill("swaddle 7");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Clear product" }).click();
  await expect.element(chosen()).toHaveTextContent("none");
  await expect.element(box()).toHaveValue("");
});

test("a scan picks a product wherever the focus is, and a focused field keeps its text", async () => {
  // As the search tells it beside every screen.
  known.isFound = (text) => products.some(({ p_id }) => p_id === text);
  mount(<Picker />);
  const remarks = page.getByLabelText("Remarks");
  await remarks.fill("from dock 4");
  scan("SND-1099", remarks.element());
  await expect.element(chosen()).toHaveTextContent("p99");
  await expect.element(remarks).toHaveValue("from dock 4");
});

test("an unknown scanned code is reported", async () => {
  mount(<Picker />);
  await box().fill("some text first");
  scan("89012345", document.body);
  await expect.element(page.getByRole("alert")).toMatchTextContent("No product with P.ID 89012345");
});

test("on a phone the picker fills the screen, with its field on top", async () => {
  await page.viewport(390, 844);
  mount(<Picker />);
  await page.getByRole("button", { name: "Product: Search name or P.ID" }).click();
  const drawer = page.getByRole("dialog", { name: "Product" });
  await expect.element(drawer).toBeVisible();
  await page.getByRole("combobox", { name: "Search products" }).fill("swaddle 12");
  await page.getByRole("option", { name: /Swaddle 12\b/ }).click();
  await expect.element(chosen()).toHaveTextContent("p12");
  await expect.element(drawer).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Product: Swaddle 12 (SND-1012)" }).click();
  await expect.element(drawer).toBeVisible();
  // The picker covers the field whose scanner it uses.
  scan("SND-1099", page.getByRole("combobox", { name: "Search products" }).element());
  await expect.element(chosen()).toHaveTextContent("p99");
  await expect.element(drawer).not.toBeInTheDocument();
});
