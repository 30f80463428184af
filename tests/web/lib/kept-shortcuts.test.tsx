// A shortcut pressed before the part that takes it is there acts as soon as it is.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useShortcuts } from "#web/lib/shortcuts.ts";
import { mount } from "../mount.tsx";

function Part({ name, done }: { name: string; done: string[] }) {
  useShortcuts({ [name]: () => void done.push(name) });
  return <button type="button">{name}</button>;
}

/** Presses keys on a screen without that part, and then shows it. */
const pressEarly = async (keys: string, name: string): Promise<string[]> => {
  const done: string[] = [];
  mount(<p>Loading</p>);
  await page.getByText("Loading").click();
  await userEvent.keyboard(keys);
  mount(<Part name={name} done={done} />);
  await expect.element(page.getByRole("button", { name })).toBeVisible();
  return done;
};

test.each([
  ["{Control>}k{/Control}", "mod+k"],
  ["/", "/"],
  ["gp", "g p"],
])("%s is kept, and acts once", async (keys, name) => {
  const done = await pressEarly(keys, name);
  await expect.poll(() => done).toEqual([name]);
});

test.each([
  ["another key came since", "/x", "/"],
  ["it is a letter that may mean something else there", "n", "n"],
])("a key is not kept if %s", async (_, keys, name) => {
  const done = await pressEarly(keys, name);
  // By then the part takes keys.
  await page.getByRole("button", { name }).click();
  expect(done).toEqual([]);
});
