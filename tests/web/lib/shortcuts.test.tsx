// Keyboard shortcuts of single letters, beside a scanner whose codes may begin with one.
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { noteScanner } from "#web/lib/scan/takers.ts";
import "#web/lib/scan/keys.ts";
import { useShortcuts } from "#web/lib/shortcuts.ts";
import { mount } from "../mount.tsx";

const done: string[] = [];

function Screen() {
  useShortcuts({ n: () => void done.push("n"), u: () => void done.push("u") });
  return <button type="button">Here</button>;
}

beforeEach(async () => {
  done.length = 0;
  localStorage.clear();
  mount(<Screen />);
  await page.getByRole("button", { name: "Here" }).click();
});

test("a letter acts at once where no scanner was seen", async () => {
  await userEvent.keyboard("u");
  expect(done).toEqual(["u"]);
});

test("where one was, a letter acts before a key that no code has, and as soon as no code follows", async () => {
  noteScanner();
  await userEvent.keyboard("u{Escape}");
  expect(done).toEqual(["u"]);
  await userEvent.keyboard("nx");
  await expect.poll(() => done).toEqual(["u", "n"]);
});

test("the first letter of a code does nothing", async () => {
  noteScanner();
  await userEvent.keyboard("n8901{Enter}");
  await userEvent.keyboard("u{Escape}");
  expect(done).toEqual(["u"]);
});
