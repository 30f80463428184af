// The common parts of screens, found as a person finds them: by role and visible text.
import { expect } from "vitest";
import type { Locator, Page } from "#tests/support/browser.ts";

/** A page, or a part of it such as a dialog. */
export type Scope = Page | Locator;

/** A string is the whole name. */
export const button = (scope: Scope, name: string | RegExp): Locator =>
  scope.getByRole("button", { name, exact: true });
/** Waits for the text that it brings, if there is one. */
export const press = async (scope: Scope, name: string | RegExp, brings?: string | RegExp): Promise<void> => {
  await button(scope, name).click();
  if (brings) await scope.getByText(brings).waitFor();
};
/** Presses a button of a dialog, or of another part, that closes it, and waits until it is gone. */
export const closeBy = async (form: Locator, name: string | RegExp): Promise<void> => {
  await press(form, name);
  await gone(form);
};

/** A string may be part of the name, or left out where only one is open. */
export const dialog = (page: Page, name?: string): Locator => page.getByRole("dialog", { name });

/** The product that is open beside a list. */
export const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Product" });

/** The dialog that asks for a confirmation. */
export const question = (page: Page, name?: string): Locator => page.getByRole("alertdialog", { name });
export const expectQuestion = (page: Page, text: string): Promise<void> => question(page).getByText(text).waitFor();
/** Its answer, once it asks this. */
export const answer = async (page: Page, name: string, asked?: string): Promise<void> => {
  if (asked) await expectQuestion(page, asked);
  await press(question(page), name);
};

/** The global search in the top bar, with its results. */
export const searchEverything = (page: Page): Locator => page.getByRole("combobox", { name: "Search everything" });
export const found = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("listbox", { name: "Results" }).getByRole("option", { name });

export const heading = (scope: Scope, name: string): Locator => scope.getByRole("heading", { name });
/** Opens a screen by its link, which has its title. */
export const follow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("link", { name, exact: true }).click();
  await heading(page, name).waitFor();
};
export const goTo = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(path);
  await heading(page, title).waitFor();
};
export const status = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("status").filter({ hasText: text });

/** A field by its whole label. */
export const field = (scope: Scope, label: string): Locator => scope.getByLabel(label, { exact: true });
/** The value of a field, polled: `await expectValue(page, "Name").toBe("Asha")`. */
export const expectValue = (scope: Scope, label: string) => expect.poll(() => field(scope, label).inputValue());
/** A P.ID as people type it, of digits up to the last one: whole, exact and at once it would be the text of a built-in scanner. */
export const asTyped = (p_id: string): string => (/^\d+$/.test(p_id) ? p_id.slice(0, -1) : p_id.toLowerCase());

/** Rows with data: neither the head nor the skeleton shown while they are read. */
export const rows = (scope: Scope): Locator => scope.locator("tbody tr[aria-rowindex]");
/** Not found while a modal dialog covers it. */
export const row = (scope: Scope, text: string | RegExp): Locator => scope.getByRole("row").filter({ hasText: text });
/** Texts of cells, each on one line. */
export const cellTexts = async (scope: Scope): Promise<string[]> => textsOf(scope.getByRole("cell"));
export const columnHeads = (scope: Scope): Promise<string[]> => textsOf(scope.getByRole("columnheader"));
const textsOf = async (parts: Locator): Promise<string[]> =>
  (await parts.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

/** The result of an import. */
export const expectApplied = (page: Page, rows: number): Promise<void> =>
  status(page, `${rows} row${rows === 1 ? "" : "s"} applied.`).waitFor();
export const applyRows = async (page: Page, rows: number): Promise<void> => {
  await press(page, `Apply ${rows} row${rows === 1 ? "" : "s"}`);
  await expectApplied(page, rows);
};

export const toast = (page: Page, text: string): Locator => page.locator("#toasts").getByText(text, { exact: true });

/** The bar that offers to undo the last posting. */
export const undoBar = (page: Page): Locator => page.getByRole("region", { name: "Undo" });

/** Replaces the print dialog, so that `printed` can return what would be on paper. */
export const capturePrint = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.print = () => {
      document.body.dataset.title = document.title;
      document.body.dataset.paper = document.querySelector("[data-print]")?.textContent ?? "";
    };
  });
export const printed = async (page: Page): Promise<{ title: string; paper: string }> => {
  await page.locator("body[data-paper]").waitFor();
  const { title = "", paper = "" } = await page.evaluate(() => ({ ...document.body.dataset }));
  return { title, paper };
};

export const gone = (part: Locator): Promise<void> => part.waitFor({ state: "detached" });

/** Name of the focused element: its label, else its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
  });

/** Fills in the sign-in form, which keeps the username of a session that has ended. */
export const login = async (page: Page, password: string, username?: string): Promise<void> => {
  if (username) await page.getByLabel("Username").fill(username);
  await field(page, "Password").fill(password);
  await press(page, "Login");
};

/** Texts in this part that are larger than their place, or stand outside the window. */
export const cutTexts = (part: Locator): Promise<(string | null)[]> =>
  part.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>("*")]
      .filter((element) => element.textContent && !element.closest("[data-sr-only]"))
      .filter((element) => {
        const { overflow } = getComputedStyle(element);
        const larger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
        return (overflow !== "visible" && larger) || element.getBoundingClientRect().right > innerWidth;
      })
      .map((element) => element.textContent),
  );

/** Width of the page's content, in pixels. */
export const pageWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
