// A form whose input the outbox has never says that it is not saved: it waits, or is taken back.
import { expect, test } from "vitest";
import { expireElsewhere, fulfill, hold, nextPost, open, type Page } from "#tests/support/browser.ts";
import { unique } from "#tests/support/fixtures.ts";
import { heldOf, ledgerOf } from "#tests/support/stock.ts";
import {
  answer,
  button,
  dialog,
  expectQuestion,
  field,
  gone,
  login,
  press,
  question,
  toast,
  undoBar,
} from "#tests/web/page.ts";
import { type Form, here, kinds, stockForms } from "./forms.ts";

const { manager } = here;
const mayLog = /ERR_|503|401|Busy right now|No connection|Session expired/;
const busy = "Busy right now, try again";
const waits = "It waits to be sent";

const isPost = ({ pathname }: URL) => pathname.startsWith("/v1/") && pathname !== "/v1/login";
/** The server is in trouble, until the returned function is called. */
const inTrouble = async (page: Page) => {
  let keys = new Set<string>();
  await page.route(isPost, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys = keys.add(route.request().headers()["idempotency-key"] ?? "");
    return fulfill(route, { code: "SERVICE_UNAVAILABLE", message: "" }, 503);
  });
  return async () => {
    // It may be sent as soon as the server is well.
    const sent = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
    await page.unroute(isPost);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    expect(keys).toContain((await (await sent).request().allHeaders())["idempotency-key"]);
  };
};

const forms: Record<string, Form> = {
  ...stockForms,
  ...Object.fromEntries(
    Object.entries(kinds)
      .filter(([kind]) => kind !== "category")
      .map(([kind, { screen, enter }]) => [
        kind,
        { address: async () => screen, enter: (page: Page) => enter(page, unique(`L-${kind}`)) },
      ]),
  ),
};
const inCheck = ["stock out", "receipt", "product"];

/** Goes to an address within the app. */
const follow = async (page: Page, path: string) => {
  await page.getByRole("link", { name: "Manage Inventory" }).click();
  await button(page, "Update Stock").waitFor();
  await page.evaluate((to) => {
    history.pushState({ key: "followed", usr: null, idx: history.state.idx + 1 }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
};

/** A form that the server has not answered as it is in trouble; `from`: the screen before it. */
const submitted = async ({ address, enter }: Form, from?: string) => {
  const path = await address();
  const page = await open(here, manager, { path: from ?? path, mayLog });
  if (from) await follow(page, path);
  const recovered = await inTrouble(page);
  await enter(page);
  await page.getByText(busy).first().waitFor();
  return { page, path, recovered };
};
const waiting = (page: Page) => page.getByRole("link", { name: "1 waiting" });
const answerTo = async (page: Page, text: string, action: string) => {
  await expectQuestion(page, text);
  await answer(page, action);
};

for (const [name, form] of Object.entries(forms)) {
  test(`Cancel of a ${name} that the server has not answered lets it wait, and it is sent once`, {
    tags: inCheck.includes(name) ? [] : ["exhaustive"],
  }, async () => {
    const { page, recovered } = await submitted(form);
    await press(page, "Cancel");
    await expectQuestion(page, "is sent again and again until the server answers");
    expect(await question(page, waits).getByText("not saved").count()).toBe(0);
    await answer(page, "Let it wait");
    await gone(button(page, "Cancel"));
    await waiting(page).waitFor();
    await recovered();
    await gone(waiting(page));
  });

  test(`Escape, Back and a reload let a ${name} wait, or keep it as a draft where it holds a password`, {
    tags: ["exhaustive"],
  }, async () => {
    const { page, recovered } = await submitted(form, "/transactions");
    if (await dialog(page).count()) {
      await page.keyboard.press("Escape");
      await answerTo(page, waits, "Keep editing");
    }
    await page.goBack();
    await answerTo(page, waits, "Keep editing");
    await page.reload();
    if (name === "user") {
      await expect.poll(() => field(page, "Username").inputValue()).toMatch(/^L-user/);
      return;
    }
    await waiting(page).waitFor();
    expect(await page.getByText(/not saved|unsaved/i).count()).toBe(0);
    await recovered();
    await gone(waiting(page));
  });
}

/** Stock out of four of ten, which the server has not answered. */
const troubled = async (from?: string) => {
  const { page, path, recovered } = await submitted(stockForms["stock out"], from);
  await dialog(page).getByText(busy).waitFor();
  const [, product = ""] = /id=([^-]+)/.exec(path) ?? [];
  return { page, product, recovered };
};

test("Escape and Back ask the same, and what is edited since is said to be lost", async () => {
  const { page, product, recovered } = await troubled("/transactions");
  await page.keyboard.press("Escape");
  await answerTo(page, waits, "Keep editing");
  await page.goBack();
  await answerTo(page, waits, "Keep editing");
  await field(dialog(page), "Quantity").fill("5");
  await page.keyboard.press("Escape");
  await answerTo(page, "What you changed since is not submitted.", "Let it wait");
  await gone(dialog(page));
  await recovered();
  await expect.poll(() => heldOf(manager, product)).toBe(6);
});

test("what has left the device is taken back once it is answered, without an offer to undo it", async () => {
  const { page, product, recovered } = await troubled();
  await press(page, "Cancel");
  await answer(page, "Take it back");
  await toast(page, "Sent already, reversed once it is answered").waitFor();
  await gone(dialog(page));
  await recovered();
  await gone(page.getByRole("link", { name: /waiting|Sending/ }));
  await expect.poll(() => ledgerOf(manager, product)).toEqual([4, -4, 10]);
  expect([await heldOf(manager, product), await undoBar(page).count()]).toEqual([10, 0]);
});

test("a reload does not ask, closes the form, and sends the entry once", async () => {
  const { page, product, recovered } = await troubled();
  await page.reload();
  await expect.poll(() => new URL(page.url()).href).toMatch(/\/inventory$/);
  await recovered();
  await expect.poll(() => heldOf(manager, product)).toBe(6);
  await press(page, "Update Stock");
  await field(dialog(page), "Quantity").waitFor();
});

test("while its answer is on the way Cancel lets it go on, and its Undo comes with the answer", async () => {
  const { address, enter } = stockForms["stock out"];
  const page = await open(here, manager, { path: await address(), mayLog });
  const release = await hold(page, "**/v1/transactions/out");
  const sent = nextPost(page);
  await enter(page);
  await sent;
  await press(page, "Cancel");
  await answerTo(page, waits, "Let it wait");
  await gone(dialog(page));
  release();
  await press(undoBar(page), "Undo");
  await page.getByText(/^Undone: /).waitFor();
});

test("a session that ends under a form closes it after the sign-in, says that it was sent, and offers Undo", async () => {
  const { page, product, recovered } = await troubled();
  await expireElsewhere(page);
  await login(page, "manager-password");
  await expect.poll(() => new URL(page.url()).href).toMatch(/\/inventory$/);
  await recovered();
  await undoBar(page).getByText("Sent what was waiting Stock out, 4 units").waitFor();
  await press(undoBar(page), "Undo");
  await page.getByText("Undone: ").waitFor();
  expect(await heldOf(manager, product)).toBe(10);
});
