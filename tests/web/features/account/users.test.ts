// Manage Users and its form: accounts, ranks and passwords.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page, type PageOptions, refuseOnce } from "#tests/support/browser.ts";
import { storedSession } from "#tests/support/browser-session.ts";
import { newPerson, type Person, unique } from "#tests/support/fixtures.ts";
import { client, world } from "#tests/support/world.ts";
import {
  answer,
  button,
  cellTexts,
  columnHeads,
  dialog,
  expectQuestion,
  expectValue,
  field,
  focused,
  gone,
  login,
  press,
  question,
  row,
} from "#tests/web/page.ts";

const here = await world();
const { manager, root } = here;

const openUsers = (options?: PageOptions) => open(here, manager, { path: "/users", ...options });
const searchUsers = (username: string, options?: PageOptions) =>
  openUsers({ path: `/users?q=${encodeURIComponent(username)}`, ...options });
const openForm = ({ _id, client }: Person, options?: PageOptions) =>
  open(here, client, { path: `/users/opr/${_id}`, ...options });
const password = (page: Page) => field(page, "Password (Optional)");
const submit = (page: Page) => press(page, /^(Save|Create User)$/);

test("the list names everybody with role and times, day first and 24 hours", async () => {
  const page = await openUsers();
  await row(page, "The executive").waitFor();
  expect(await columnHeads(page)).toEqual(["S.No", "Username", "Name", "Role", "Created At", "Updated At", "Actions"]);
  const cells = await cellTexts(row(page, "The executive"));
  expect(cells.slice(1, 4)).toEqual(["executive", "The executive", "executive"]);
  for (const time of cells.slice(4, 6)) expect(time).toMatch(/^\d\d-\d\d-20\d\d \d\d:\d\d$/);
  await page.getByRole("searchbox").fill("MANAGER");
  await gone(row(page, "The executive"));
  await row(page, "The manager").waitFor();
  await expectAccessible(page);
});

test("nobody can delete themself or edit a user above their rank, by press or by Enter on a row, and the reason is shown", async () => {
  const page = await openUsers();
  await row(page, "Root").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Their rank is above yours").waitFor();
  expect(page.url()).toMatch(/\/users$/);
  const own = button(page, "Delete The manager: You cannot delete yourself");
  await own.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You cannot delete yourself").waitFor();
  expect(await question(page).count()).toBe(0);
  for (const verb of ["Edit", "Delete"])
    expect(await page.getByRole("button", { name: new RegExp(`^${verb} .*Their rank is above yours`) }).count()).toBe(
      1,
    );
  await page.goto(`/users/opr/${root._id}`);
  await page.getByText("is above yours").waitFor();
  await expectAccessible(page);
});

test("the question before a deletion names the user, who is gone from the list after it", async () => {
  const { body } = await root.post("/v1/users", { name: "Ravi Shah", username: unique("ravi"), role: "executive" });
  const page = await openUsers();
  await press(page, "Delete Ravi Shah");
  await expectQuestion(page, 'Deleting user "Ravi Shah": they can no longer log in. Continue?');
  await answer(page, "Delete user");
  await gone(row(page, "Ravi Shah"));
  const left = (await root.get("/v1/users")).body.map(({ _id }: { _id: string }) => _id);
  expect(left).not.toContain(body._id);
});

test("a created user can sign in, managers can give roles up to their own, and the form is empty for the next user", async () => {
  const page = await openUsers();
  await page.getByRole("link", { name: "Create User" }).click();
  await page.getByText("Stock, shipments and picklists").waitFor();
  expect(await page.getByLabel("Role").getByRole("option").allInnerTexts()).toEqual(["Choose", "executive", "manager"]);
  await page.getByLabel("Username").fill("nisha");
  await password(page).fill("too short");
  await submit(page);
  await page.getByText("At least 12 characters", { exact: true }).waitFor();
  expect(await password(page).getAttribute("autocomplete")).toBe("new-password");
  await expectAccessible(page);
  await field(page, "Name").fill("Nisha Verma");
  await password(page).fill("long enough for her");
  await page.getByLabel("Role").selectOption("executive");
  await submit(page);
  await page.getByText("Saved").waitFor();
  await expectValue(page, "Username").toBe("");
  expect(await page.getByRole("alert").count()).toBe(0);
  await expect.poll(() => focused(page)).toBe("Name");
  await here.signIn("nisha", "long enough for her");
  await press(page, "Cancel");
  await row(page, "Nisha Verma").waitFor();
});

test("an edit with a blank password keeps it and returns to the same search", async () => {
  const { username, password: before } = await newPerson(here);
  const page = await searchUsers(username);
  await page.getByRole("link", { name: /^Edit/ }).click();
  await page.getByText("leave blank to keep").waitFor();
  await field(page, "Name").fill("Renamed Person");
  await submit(page);
  await row(page, "Renamed Person").waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe(username);
  await here.signIn(username, before);
});

test("an edit keeps what somebody else has changed while the form was open", async () => {
  const { _id, username } = await newPerson(here, "manager");
  const page = await searchUsers(username);
  await page.getByRole("link", { name: /^Edit/ }).click();
  await expectValue(page, "Username").toBe(username);
  await root.patch(`/v1/users/${_id}`, { role: "executive" });
  await field(page, "Name").fill("Still An Executive");
  await submit(page);
  await row(page, "Still An Executive").getByText("executive", { exact: true }).waitFor();
});

test("an edit interrupted by the end of the session is saved after the next login, and keeps changes made meanwhile", {
  tags: "exhaustive",
}, async () => {
  const { _id, username } = await newPerson(here, "manager");
  const page = await searchUsers(username, { mayLog: /401|Session expired/ });
  await page.getByRole("link", { name: /^Edit/ }).click();
  await expectValue(page, "Username").toBe(username);
  await field(page, "Name").fill("Saved In The End");
  await refuseOnce(page, "**/v1/users/*", 401);
  await submit(page);
  await page.getByText("Session expired, please login again").waitFor();
  await root.patch(`/v1/users/${_id}`, { role: "executive" });
  await login(page, "manager-password");
  await expectValue(page, "Name").toBe("Saved In The End");
  await submit(page);
  await row(page, "Saved In The End").getByText(username).waitFor();
  await row(page, "Saved In The End").getByText("executive", { exact: true }).waitFor();
});

test("after changing their own name and password users go on under that name in a new session, and see no message of an expired one", async () => {
  const me = await newPerson(here, "manager");
  const page = await openForm(me, { mayLog: /401|Session expired/ });
  // A read that the old session is refused before the new one has begun leads to the sign-in and back to the form.
  await page.waitForLoadState("networkidle");
  await page.getByText("A new password ends your other sessions").waitFor();
  await field(page, "Name").fill("Kavya Menon");
  await password(page).fill("another password of mine");
  await submit(page);
  await page.getByText("Password changed: you are signed in with the new one").waitFor();
  await page.getByRole("banner").getByText("Kavya Menon").waitFor();
  await row(page, me.username).waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
  expect((await client(here.api, me.client.token).get("/v1/users")).status).toBe(401);
  const { token } = (await storedSession(page)) ?? {};
  expect((await client(here.api, token).get("/v1/users")).status).toBe(200);
});

test("the server's refusal of a role is shown beside that field", { tags: "exhaustive" }, async () => {
  const other = await newPerson(here, "manager");
  const me = await newPerson(here, "manager");
  const page = await openForm({ ...other, client: me.client }, { mayLog: /403|Unauthorized/ });
  await expectValue(page, "Username").toBe(other.username);
  await root.patch(`/v1/users/${other._id}`, { role: "root" });
  await field(page, "Name").fill("Out of reach");
  await submit(page);
  await page.getByRole("alert").filter({ hasText: "Above your own rank" }).first().waitFor();
  expect(await page.getByLabel("Role").getAttribute("aria-invalid")).toBe("true");
});

test("on a phone users are cards whose drawer says why one cannot be deleted", { tags: "exhaustive" }, async () => {
  const page = await openUsers({ phone: true });
  await row(page, "The manager").click();
  const drawer = dialog(page, "The manager");
  await drawer.getByText("You cannot delete yourself").waitFor();
  expect(await button(drawer, /^Delete/).isDisabled()).toBe(true);
  await expectAccessible(page);
  await drawer.getByRole("link", { name: "Edit" }).click();
  await expectValue(page, "Username").toBe("manager");
  await expectAccessible(page);
});
