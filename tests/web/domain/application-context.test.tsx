// The application context: cached, cancelled, and never blocking a screen.
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApplicationContextProvider, useApplicationContext } from "#web/domain/application-context.tsx";
import { lastKnown } from "#web/lib/api/offline-cache.ts";
import { logout, session } from "#web/lib/api/session.ts";
import { type MockAnswer, mockApi, mount, signedIn, stored } from "../mount.tsx";

const lists = (...names: string[]) => ({
  product: names.map((name) => ({ _id: name, p_id: name, name, stock: 1 })),
  warehouse: [],
});

function Names() {
  const { product, refreshing } = useApplicationContext();
  return (
    <output>
      {product.map(({ name }) => name).join(" ") || "nothing"} {refreshing ? "refreshing" : "fresh"}
    </output>
  );
}

const provider = (
  <ApplicationContextProvider>
    <Names />
  </ApplicationContextProvider>
);

test("the context is shown when it arrives, and cached for this user's next visit", async () => {
  signedIn();
  mockApi(() => [200, lists("bib")]);
  const unmount = mount(provider);
  await expect.element(page.getByText("bib fresh")).toBeVisible();
  await stored("/v1/app/context");
  await unmount();
  mockApi(() => new Promise(() => undefined));
  mount(provider);
  await expect.element(page.getByText("bib refreshing")).toBeVisible();
});

test("under StrictMode the first request is cancelled and the second answered", async () => {
  signedIn();
  const requests = mockApi(() => [200, lists("swaddle")]);
  mount(provider);
  await expect.element(page.getByText("swaddle fresh")).toBeVisible();
  expect(requests.at(-1)?.signal.aborted).toBe(false);
});

test("the request is cancelled when the provider unmounts", async () => {
  signedIn();
  const requests = mockApi(() => new Promise<MockAnswer>(() => undefined));
  const unmount = mount(provider);
  await expect.poll(() => requests.at(-1)?.signal.aborted).toBe(false);
  await unmount();
  await expect.poll(() => requests.every(({ signal }) => signal.aborted)).toBe(true);
});

test("returning to the tab reads the context again, but not every time", async () => {
  signedIn();
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  const requests = mockApi(() => [200, lists(requests.length > 2 ? "towel" : "bib")]);
  mount(provider);
  await expect.element(page.getByText("bib fresh")).toBeVisible();
  const before = requests.length;
  now += 29_000;
  dispatchEvent(new Event("focus"));
  expect(requests.length).toBe(before);
  now += 2_000;
  dispatchEvent(new Event("focus"));
  await expect.element(page.getByText("towel fresh")).toBeVisible();
  expect(requests.length).toBe(before + 1);
});

test("a failure is logged without a toast, and the cached lists stay", async () => {
  signedIn();
  mockApi(() => [200, lists("romper")]);
  const unmount = mount(provider);
  await stored("/v1/app/context");
  await unmount();
  mockApi(() => [500]);
  mount(provider);
  await expect.element(page.getByText("romper fresh")).toBeVisible();
  expect(page.getByText("Internal server error, try again").elements()).toHaveLength(0);
  expect(console.error).toHaveBeenCalled();
  expect(session().token).not.toBeNull();
});

test("a 401 signs out", async () => {
  signedIn();
  mockApi(() => [401]);
  mount(provider);
  await expect.poll(() => session().token).toBeNull();
});

test("the context of a user who has signed out is not used", async () => {
  signedIn();
  mockApi(() => [200, lists("bib")]);
  const unmount = mount(provider);
  await stored("/v1/app/context");
  await unmount();
  logout();
  signedIn("token-2");
  mockApi(() => new Promise(() => undefined));
  mount(provider);
  await expect.element(page.getByText("nothing refreshing")).toBeVisible();
  expect(await lastKnown("/v1/app/context")).toBeNull();
  await expect.element(page.getByText("nothing refreshing")).toBeVisible();
});

test("the context works when the browser's storage is blocked", async () => {
  signedIn();
  mockApi(() => [200, lists("bib")]);
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  mount(provider);
  await expect.element(page.getByText("bib fresh")).toBeVisible();
  expect(await lastKnown("/v1/app/context")).toBeNull();
});

// The last one: storing lists waits for its timers for good.
test("after a failure the context is read again after a while, or when the network returns", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  signedIn();
  let answer: MockAnswer = [500];
  const requests = mockApi(() => answer);
  mount(provider);
  // Before the unmount, which waits a little.
  onTestFinished(() => void vi.useRealTimers());
  await expect.element(page.getByText("nothing fresh")).toBeVisible();
  answer = [200, lists("towel")];
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText("towel fresh")).toBeVisible();
  answer = [200, lists("towel", "bib")];
  const before = requests.length;
  vi.advanceTimersByTime(60_000);
  // A request of a timer would have been sent by then.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  expect(requests).toHaveLength(before);
  dispatchEvent(new Event("online"));
  await expect.element(page.getByText("towel bib fresh")).toBeVisible();
});
