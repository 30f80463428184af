// The first sign-in with the generated password, as the operator meets it in the browser.
import { expect, test } from "vitest";
import { expectAccessible, loseAnswer, open } from "#tests/support/browser.ts";
import { newWorld, world } from "#tests/support/world.ts";

const here = await world();
const { secrets, output } = here;
const generated = secrets.value(output("FirstSignIn"));
const own = "a password of my own";

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
  await page.getByLabel("Repeat password", { exact: true }).fill("too long");
  await save.click();
  await page.getByText("The passwords do not match").waitFor();
  expect(await page.getByText("At least 12 characters").count()).toBeGreaterThan(0);
  for (const label of ["New password", "Repeat password"]) await page.getByLabel(label, { exact: true }).fill(own);
  await save.click();
  await page.getByRole("heading", { name: "Manage Products" }).waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByLabel("Password", { exact: true }).fill(own);
  await page.getByRole("button", { name: "Login" }).click();
  // Who has logged out begins anew.
  await page.getByRole("heading", { name: "Analytics Dashboard" }).waitFor();
});

/** In front of the question for a new password, with one typed, in a world of its own. */
const asked = async () => {
  const world = await newWorld();
  const page = await open(world, null, { path: "/users", mayLog: /ERR_|No connection|401|Session expired/ });
  const signIn = async (password: string) => {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login" }).click();
  };
  await page.getByLabel("Username").fill("root");
  const generated = world.secrets.value(world.output("FirstSignIn"));
  await signIn(generated);
  const save = page.getByRole("button", { name: "Save password" });
  const choose = async (password: string) => {
    for (const label of ["New password", "Repeat password"])
      await page.getByLabel(label, { exact: true }).fill(password);
  };
  await choose(own);
  return { page, signIn, save, choose, generated };
};

test("a new password after which no sign-in gets through is said to be changed, and opens the place one came for", async () => {
  const { page, signIn, save } = await asked();
  await page.route("**/v1/login", (route) => route.abort(), { times: 1 });
  await save.click();
  await page.getByText("Password changed: please sign in with the new one").waitFor();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(own);
  await page.getByRole("heading", { name: "Manage Users" }).waitFor();
});

test("a new password whose answer is lost counts: saving it again signs in with it", async () => {
  const { page, save } = await asked();
  await loseAnswer(page, "**/v1/users/*");
  await save.click();
  await page.getByRole("main").getByText("No connection, try again").waitFor();
  await save.click();
  await page.getByRole("heading", { name: "Manage Users" }).waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
});

test("a new password that did not arrive is saved by the next try", async () => {
  const { page, save } = await asked();
  await page.route("**/v1/users/*", (route) => route.abort(), { times: 1 });
  await save.click();
  await page.getByRole("main").getByText("No connection, try again").waitFor();
  await save.click();
  await page.getByRole("heading", { name: "Manage Users" }).waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
});

test("another one that is typed after a lost answer counts, whatever the first try has done", async () => {
  const { page, signIn, save, choose } = await asked();
  await loseAnswer(page, "**/v1/users/*");
  await save.click();
  await page.getByRole("main").getByText("No connection, try again").waitFor();
  await choose("another one of my own");
  await save.click();
  await page.getByText("Password changed: you are signed in with the new one").waitFor();
  await page.getByRole("heading", { name: "Manage Users" }).waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await signIn("another one of my own");
  await page.getByRole("heading", { name: "Analytics Dashboard" }).waitFor();
});

test("the generated one typed again, and lost on the way, is saved by the next try", async () => {
  const { page, save, choose, generated } = await asked();
  await choose(generated);
  await page.route("**/v1/users/*", (route) => route.abort(), { times: 1 });
  await save.click();
  await page.getByRole("main").getByText("No connection, try again").waitFor();
  await save.click();
  await page.getByRole("heading", { name: "Manage Users" }).waitFor();
});
