// Passwords that people choose themselves: in place of a generated or given one before anything else, and in My account.
import { expect, test } from "vitest";
import { expectAccessible, loseAnswer, open, type Page } from "#tests/support/browser.ts";
import { newPerson, unique } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";
import { frequentJob } from "#tests/web/frequent-job.ts";
import { dialog, field, focused, gone, goTo, heading, login, press, type Scope } from "#tests/web/page.ts";

const here = await world();
const { secrets, output } = here;
const generated = secrets.value(output("FirstSignIn"));
const own = "a password of my own";

const fillNewPassword = async (page: Scope, password: string, repeated = password, current = generated) => {
  await field(page, "Current password").fill(current);
  await field(page, "New password").fill(password);
  await field(page, "Repeat password").fill(repeated);
};
const save = (page: Scope) => press(page, "Save password");
const expectNoConnection = (page: Page) => page.getByRole("main").getByText("No connection, try again").waitFor();

test("a password that a manager has given is replaced by its user, also by an executive, and a wrong current one is named", async () => {
  const username = unique("asha");
  await here.manager.post("/v1/users", { name: "Asha Rao", username, password: "as it was given", role: "executive" });
  const page = await open(here, null, { path: "/login", mayLog: /401|422|Session expired|Unable/ });
  await login(page, "as it was given", username);
  await fillNewPassword(page, own, own, "not as it was given");
  await save(page);
  await page.getByRole("main").getByText("This is not the current password", { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe("Current password");
  await fillNewPassword(page, own, own, "as it was given");
  await save(page);
  await heading(page, "Manage Inventory").waitFor();
});

test.each([false, true])(
  "My account shows who is signed in and changes their password, on a phone: %s; other devices are signed out",
  async (phone) => {
    const person = await newPerson(here);
    // A read that the old session is refused before the new one has begun leads to the sign-in and back.
    const page = await open(here, person.client, { path: "/inventory", phone, mayLog: /401|Session expired/ });
    await heading(page, "Manage Inventory").waitFor();
    await page.waitForLoadState("networkidle");
    const { act, picture, expectAsStated } = frequentJob("Change your password");
    await act(
      press(page, new RegExp(person.username)),
      "Press your name, or your initials on a phone, then My account.",
    );
    if (phone) await press(page, "My account");
    const account = dialog(page, "My account");
    for (const text of [person.username, "A new executive", "executive"])
      await account.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await act(field(account, "Current password").fill(person.password), "Type your current password.");
    for (const label of ["New password", "Repeat password"])
      await act(field(account, label).fill(own), "Type another one twice.");
    if (!phone) await picture(account);
    await act(save(account), "Press Save password.");
    if (!phone) expectAsStated();
    await page.getByText("Password changed: you are signed in with the new one").waitFor();
    await gone(account);
    expect((await person.client.get("/v1/stocks")).status).toBe(401);
    await here.signIn(person.username, own);
  },
);

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
  await page.getByText("At least 12 characters", { exact: true }).waitFor();
  await fillNewPassword(page, generated);
  await save(page);
  await page.getByText("Choose another one than before").waitFor();
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
  await loseAnswer(page, "**/v1/users/me/password");
  await save(page);
  await expectNoConnection(page);
  await save(page);
  await heading(page, "Manage Users").waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
});

test("another password after a lost answer replaces the first, saved or not", { tags: "exhaustive" }, async () => {
  const { page } = await openNewPassword();
  await loseAnswer(page, "**/v1/users/me/password");
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
