// Manage Users and its form: accounts, ranks and passwords.
import { expect, test } from "vitest";
import { expectAccessible, open, type Page } from "#tests/support/browser.ts";
import { newPerson, unique } from "#tests/support/make.ts";
import { client, world } from "#tests/support/world.ts";

const here = await world();
const { manager, root } = here;

type Wishes = Parameters<typeof open>[2];
const users = (wishes?: Wishes): Promise<Page> => open(here, manager, { path: "/users", ...wishes });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const typed = (page: Page, label: string) => expect.poll(() => page.getByLabel(label, { exact: true }).inputValue());
const password = (page: Page) => page.getByLabel("Password (Optional)");
const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();

test("the list names everybody with role and times, day first and 24 hours", async () => {
  const page = await users();
  await row(page, "The executive").waitFor();
  expect((await page.getByRole("columnheader").allInnerTexts()).map((head) => head.trim())).toEqual([
    "S.No",
    "Username",
    "Name",
    "Role",
    "Created At",
    "Updated At",
    "Actions",
  ]);
  const cells = await row(page, "The executive").getByRole("cell").allInnerTexts();
  expect(cells.slice(1, 4)).toEqual(["executive", "The executive", "executive"]);
  for (const time of cells.slice(4, 6)) expect(time).toMatch(/^\d\d-\d\d-20\d\d \d\d:\d\d$/);
  await page.getByPlaceholder("Search").fill("MANAGER");
  await row(page, "The executive").waitFor({ state: "detached" });
  await row(page, "The manager").waitFor();
  await expectAccessible(page);
});

test("arrows move between rows, and Enter edits the one they stand on, if one may", async () => {
  const page = await users();
  await row(page, "The executive").focus();
  await page.keyboard.press("Home");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"));
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe(
    String(Number(first) + 1),
  );
  await row(page, "The executive").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Update User" }).waitFor();
  await page.goBack();
  await row(page, "Root").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Their rank is above yours").waitFor();
  expect(page.url()).toMatch(/\/users$/);
});

test("nobody can delete themself or edit a user above their rank, and the reason is shown", async () => {
  const page = await users();
  const own = page.getByRole("button", { name: "Delete The manager: You cannot delete yourself" });
  await own.focus();
  await page.keyboard.press("Enter");
  await page.getByText("You cannot delete yourself").waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  for (const verb of ["Edit", "Delete"])
    expect(await page.getByRole("button", { name: new RegExp(`^${verb} .*Their rank is above yours`) }).count()).toBe(
      1,
    );
  await page.goto(`/users/opr/${root._id}`);
  await page.getByText("is above yours").waitFor();
  await expectAccessible(page);
});

test("a deleted user is named in the question, and gone from the list", async () => {
  const { body } = await root.post("/v1/users", { name: "Ravi Shah", username: unique("ravi"), role: "executive" });
  const page = await users();
  await page.getByRole("button", { name: "Delete Ravi Shah" }).click();
  await page.getByText('Deleting user "Ravi Shah": they can no longer log in. Continue?').waitFor();
  await page.getByRole("button", { name: "Delete user" }).click();
  await row(page, "Ravi Shah").waitFor({ state: "detached" });
  const left = (await root.get("/v1/users")).body.map(({ _id }: { _id: string }) => _id);
  expect(left).not.toContain(body._id);
});

test("a created user can sign in; a manager offers the roles up to their own; the form is empty for the next", async () => {
  const page = await users();
  await page.getByRole("link", { name: "Create User" }).click();
  await page.getByText("Stock, shipments and picklists").waitFor();
  expect(await page.getByLabel("Role").getByRole("option").allInnerTexts()).toEqual(["Choose", "executive", "manager"]);
  await page.getByLabel("Username").fill("nisha");
  await password(page).fill("too short");
  await submit(page);
  await page.getByText("At least 12 characters", { exact: true }).waitFor();
  expect(await password(page).getAttribute("autocomplete")).toBe("new-password");
  await expectAccessible(page);
  await page.getByLabel("Name", { exact: true }).fill("Nisha Verma");
  await password(page).fill("long enough for her");
  await page.getByLabel("Role").selectOption("executive");
  await submit(page);
  await page.getByText("Saved").waitFor();
  await typed(page, "Username").toBe("");
  await here.signIn("nisha", "long enough for her");
  await page.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Nisha Verma").waitFor();
});

test("a username that is taken is said beside its field", async () => {
  const page = await open(here, manager, { path: "/users/opr", mayLog: /409|Duplicate/ });
  await page.getByLabel("Name", { exact: true }).fill("Second Executive");
  await page.getByLabel("Username").fill("EXECUTIVE");
  await page.getByLabel("Role").selectOption("executive");
  await submit(page);
  await page.getByRole("alert").filter({ hasText: "Taken already" }).first().waitFor();
  expect(await page.getByLabel("Username").getAttribute("aria-invalid")).toBe("true");
  await typed(page, "Name").toBe("Second Executive");
});

test("an edit with a blank password keeps it and returns to the same search", async () => {
  const { username, password: before } = await newPerson(here);
  const page = await users({ path: `/users?q=${encodeURIComponent(username)}` });
  await page.getByRole("link", { name: /^Edit/ }).click();
  await page.getByText("leave blank to keep").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Renamed Person");
  await submit(page);
  await row(page, "Renamed Person").waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe(username);
  await here.signIn(username, before);
});

test("an edit leaves alone what somebody else has changed while the form was open", async () => {
  const { _id, username } = await newPerson(here, "manager");
  const page = await users({ path: `/users?q=${encodeURIComponent(username)}` });
  await page.getByRole("link", { name: /^Edit/ }).click();
  await typed(page, "Username").toBe(username);
  await root.patch(`/v1/users/${_id}`, { role: "executive" });
  await page.getByLabel("Name", { exact: true }).fill("Still An Executive");
  await submit(page);
  await row(page, "Still An Executive").getByText("executive", { exact: true }).waitFor();
});

test("an edit that a session's end interrupted is saved after it, and leaves alone what was changed meanwhile", async () => {
  const { _id, username } = await newPerson(here, "manager");
  const page = await users({ path: `/users?q=${encodeURIComponent(username)}`, mayLog: /401|Session expired/ });
  await page.getByRole("link", { name: /^Edit/ }).click();
  await typed(page, "Username").toBe(username);
  await page.getByLabel("Name", { exact: true }).fill("Saved In The End");
  const ended = { status: 401, headers: { "access-control-allow-origin": "*" }, json: {} };
  await page.route("**/v1/users/*", (route) => route.fulfill(ended), { times: 1 });
  await submit(page);
  await page.getByText("Session expired, please login again").waitFor();
  await root.patch(`/v1/users/${_id}`, { role: "executive" });
  await page.getByLabel("Password", { exact: true }).fill("manager-password");
  await page.getByRole("button", { name: "Login" }).click();
  await typed(page, "Name").toBe("Saved In The End");
  await submit(page);
  await row(page, "Saved In The End").getByText(username).waitFor();
  await row(page, "Saved In The End").getByText("executive", { exact: true }).waitFor();
});

test("a new password of one's own goes on in a new session, without a word of an expired one", async () => {
  const me = await newPerson(here, "manager");
  const page = await open(here, me.client, { path: `/users/opr/${me._id}` });
  await page.getByText("A new password ends your other sessions").waitFor();
  await password(page).fill("another password of mine");
  await submit(page);
  await page.getByText("Password changed: you are signed in with the new one").waitFor();
  await row(page, me.username).waitFor();
  expect(await page.getByText("Session expired").count()).toBe(0);
  expect((await client(here.api, me.client.token).get("/v1/users")).status).toBe(401);
  const token = await page.evaluate(() => localStorage.getItem("token"));
  expect((await client(here.api, token ?? "").get("/v1/users")).status).toBe(200);
});

test("one's own new name stands in the top bar at once", async () => {
  const me = await newPerson(here, "manager");
  const page = await open(here, me.client, { path: `/users/opr/${me._id}` });
  await typed(page, "Username").toBe(me.username);
  await page.getByLabel("Name", { exact: true }).fill("Kavya Menon");
  await submit(page);
  await page.getByRole("banner").getByText("Kavya Menon").waitFor();
});

test("a refusal of the server stands beside the field it names", async () => {
  const other = await newPerson(here, "manager");
  const me = await newPerson(here, "manager");
  const page = await open(here, me.client, { path: `/users/opr/${other._id}`, mayLog: /403|Unauthorized/ });
  await typed(page, "Username").toBe(other.username);
  await root.patch(`/v1/users/${other._id}`, { role: "root" });
  await page.getByLabel("Name", { exact: true }).fill("Out of reach");
  await submit(page);
  await page.getByRole("alert").filter({ hasText: "Above your own rank" }).first().waitFor();
  expect(await page.getByLabel("Role").getAttribute("aria-invalid")).toBe("true");
});

test("on a phone users are cards, and why one cannot be deleted is read in the sheet", async () => {
  const page = await users({ phone: true });
  await row(page, "The manager").click();
  const sheet = page.getByRole("dialog", { name: "The manager" });
  await sheet.getByText("You cannot delete yourself").waitFor();
  expect(await sheet.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Edit" }).click();
  await typed(page, "Username").toBe("manager");
  await expectAccessible(page);
});
