// Programs under Manage Users: adding one shows its token once, and what it may do is chosen word by word.
import { expect, test } from "vitest";
import { expectAccessible, open } from "#tests/support/browser.ts";
import { newPerson, unique } from "#tests/support/fixtures.ts";
import { programClient } from "#tests/support/programs.ts";
import { world } from "#tests/support/world.ts";
import { answer, button, dialog, field, gone, press, row } from "#tests/web/page.ts";

const here = await world();
const { manager } = here;
// The first root is asked for a password of their own.
const { client: root } = await newPerson(here, "root");

test("a root adds a program, copies its token, lets it do less, renews the token and deletes it", async () => {
  const name = unique("Shop");
  const page = await open(here, root, { path: "/users" });
  await page.getByRole("link", { name: "Programs" }).click();
  // The empty list has it once more, and hides the one beside the title.
  await page.getByText("No programs yet.").waitFor();
  await button(page, "Add Program").filter({ visible: true }).click();
  await field(page, "Name").fill(name);
  const may = (scope: string) => dialog(page).getByRole("checkbox", { name: `(${scope})` });
  await may("stock:read").check();
  await may("orders:write").check();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Add Program" }).click();
  const token = await field(page, "Token").inputValue();
  expect((await programClient(here, token).get("/v1/stocks")).status).toBe(200);
  await expectAccessible(page);
  await press(page, "I have copied it");
  await row(page, name).waitFor();
  expect(await page.content()).not.toContain(token);

  await press(page, `Edit ${name}`);
  await may("stock:read").uncheck();
  await press(page, "Save");
  await gone(dialog(page));
  expect((await programClient(here, token).get("/v1/stocks")).status).toBe(403);

  await press(page, `New token ${name}`);
  await press(page, "Make token");
  expect(await field(page, "Token").inputValue()).not.toBe(token);
  await press(page, "I have copied it");
  await press(page, `Delete ${name}`);
  await answer(page, "Delete program");
  await gone(row(page, name));
  expect((await programClient(here, token).get("/v1/stocks")).status).toBe(401);
});

test("managers see no programs", async () => {
  const page = await open(here, manager, { path: "/users" });
  await row(page, "The manager").waitFor();
  expect(await page.getByRole("link", { name: "Programs" }).count()).toBe(0);
  await page.goto("/users/programs");
  await page
    .getByText(/administrator|access/i)
    .first()
    .waitFor();
});
