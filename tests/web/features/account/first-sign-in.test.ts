// The operator's first sign-in with the generated password, and the new password they must choose.
import { expect, test } from "vitest";
import { expectAccessible, loseAnswer, open, type Page } from "#tests/support/browser.ts";
import { world } from "#tests/support/world.ts";
import { field, focused, goTo, heading, login, press } from "#tests/web/page.ts";

const here = await world();
const { secrets, output } = here;
const generated = secrets.value(output("FirstSignIn"));
const own = "a password of my own";

const fillNewPassword = async (page: Page, password: string, repeated = password) => {
  await field(page, "New password").fill(password);
  await field(page, "Repeat password").fill(repeated);
};
const save = (page: Page) => press(page, "Save password");
const expectNoConnection = (page: Page) => page.getByRole("main").getByText("No connection, try again").waitFor();

test("a sign-in with a generated password opens no screen before the user has chosen one of their own", async () => {
  // Reads that are on their way at the logout are refused.
  const page = await open(here, null, { path: "/users", mayLog: /401|Session expired/ });
  await page.getByLabel("Username").fill("root");
  await press(page, "Login");
  await expect.poll(() => focused(page)).toBe("Password");
  await login(page, generated);
  await heading(page, "Choose a password").waitFor();
  await goTo(page, "/products", "Choose a password");
  await expectAccessible(page);

  await fillNewPassword(page, "too short", "too long");
  await save(page);
  await page.getByText("The passwords do not match").waitFor();
  expect(await page.getByText("At least 12 characters").count()).toBeGreaterThan(0);
  await fillNewPassword(page, own);
  await save(page);
  await heading(page, "Manage Products").waitFor();

  await press(page, "Logout");
  await login(page, own);
  // After a logout the address asked for before is forgotten.
  await heading(page, "Analytics Dashboard").waitFor();
});

/** The form for a new password with one typed, in an empty world. */
const openNewPassword = async () => {
  await here.empty();
  const page = await open(here, null, { path: "/users", mayLog: /ERR_|No connection|401|Session expired/ });
  await login(page, generated, "root");
  await fillNewPassword(page, own);
  return { page };
};

test("if the sign-in after a new password fails, a message says that the password changed, and the sign-in leads to the requested screen", {
  tags: "exhaustive",
}, async () => {
  const { page } = await openNewPassword();
  await page.route("**/v1/login", (route) => route.abort(), { times: 1 });
  await save(page);
  await page.getByText("Password changed: please sign in with the new one").waitFor();
  await heading(page, "Sign in").waitFor();
  await login(page, own);
  await heading(page, "Manage Users").waitFor();
});

test("a new password whose answer is lost was saved: saving it again signs in with it", async () => {
  const { page } = await openNewPassword();
  await loseAnswer(page, "**/v1/users/*");
  await save(page);
  await expectNoConnection(page);
  await save(page);
  await heading(page, "Manage Users").waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
});

test("another password after a lost answer replaces the first, saved or not", { tags: "exhaustive" }, async () => {
  const { page } = await openNewPassword();
  await loseAnswer(page, "**/v1/users/*");
  await save(page);
  await expectNoConnection(page);
  await fillNewPassword(page, "another one of my own");
  await save(page);
  await page.getByText("Password changed: you are signed in with the new one").waitFor();
  await heading(page, "Manage Users").waitFor();
  await press(page, "Logout");
  await login(page, "another one of my own");
  await heading(page, "Analytics Dashboard").waitFor();
});

test("the generated password, chosen again and lost, is saved by the next try", { tags: "exhaustive" }, async () => {
  const { page } = await openNewPassword();
  await fillNewPassword(page, generated);
  await page.route("**/v1/users/*", (route) => route.abort(), { times: 1 });
  await save(page);
  await expectNoConnection(page);
  await save(page);
  await heading(page, "Manage Users").waitFor();
});
