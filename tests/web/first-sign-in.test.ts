// The first sign-in with the generated password, as the operator meets it in the browser.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { secrets, output } = here;
const generated = secrets.value(output("FirstSignIn"));

test("whoever signs in with a generated password chooses their own before any screen opens, and goes on", async () => {
  const page = await open(here, null, { path: "/users" });
  await page.getByLabel("Username").fill("root");
  await page.getByRole("button", { name: "Login" }).click();
  const word = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
  await expect.poll(word).toBe("password");
  await page.getByLabel("Password", { exact: true }).fill(generated);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { name: "Choose a password" }).waitFor();
  await page.goto("/products");
  await page.getByRole("heading", { name: "Choose a password" }).waitFor();
  await expectAccessible(page);

  const save = page.getByRole("button", { name: "Save password" });
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await page.getByLabel("Once more", { exact: true }).fill("too long");
  await save.click();
  await page.getByText("The two differ").waitFor();
  expect(await page.getByText("At least 12 characters").count()).toBeGreaterThan(0);
  for (const label of ["New password", "Once more"])
    await page.getByLabel(label, { exact: true }).fill("a password of my own");
  await save.click();
  await page.getByRole("heading", { name: "Manage Products" }).waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByLabel("Password", { exact: true }).fill("a password of my own");
  await page.getByRole("button", { name: "Login" }).click();
  // Who has logged out begins anew.
  await page.getByRole("heading", { name: "Analytics Dashboard" }).waitFor();
});
