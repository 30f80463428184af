// Sessions in the browser: expiry, other tabs, drafts and return.
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { call } from "#web/lib/api/client.ts";
import { logout, returnPathOf, session } from "#web/lib/api/session.ts";
import { readDraft, useDraft } from "#web/lib/forms/draft.ts";
import { asha, mockApi, mount, signedIn } from "../../mount.tsx";

test("every call sends the token", async () => {
  signedIn("token-7");
  const requests = mockApi(() => [200, []]);
  await call("GET /v1/warehouses", {});
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer token-7");
});

test("many 401s at once log out once, with one toast, and the same user returns to the screen", async () => {
  signedIn();
  mockApi(() => [401, { code: "UNAUTHORIZED" }]);
  mount(<p>here</p>);
  const calls = [1, 2, 3, 4].map(() => call("GET /v1/warehouses", {}));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  expect(session().token).toBeNull();
  expect(localStorage.getItem("token")).toBeNull();
  await expect.poll(() => page.getByText("Session expired, please login again").elements().length).toBe(1);
  expect(returnPathOf("someone else")).toBeUndefined();
});

test("a 401 of an old token does not end a newer session", async () => {
  signedIn("old");
  let answer: (status: [number]) => void = () => undefined;
  mockApi(() => new Promise<[number]>((resolve) => (answer = resolve)));
  const late = call("GET /v1/warehouses", {}).catch(() => "refused");
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
  signedIn("new");
  answer([401]);
  await late;
  expect(session().token).toBe("new");
});

test("logout clears the token and keeps the user", () => {
  signedIn();
  signedIn("token-2");
  logout();
  expect(localStorage.getItem("token")).toBeNull();
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ username: "asha" });
  expect(session().user).toEqual(asha);
});

test("a logout in another tab logs out here too", () => {
  signedIn();
  localStorage.removeItem("token");
  dispatchEvent(new StorageEvent("storage", { key: "token" }));
  expect(session().token).toBeNull();
});

test("a token without a readable user is no session", () => {
  signedIn();
  localStorage.setItem("user", "{");
  dispatchEvent(new StorageEvent("storage", { key: "user" }));
  expect(session()).toMatchObject({ token: null, user: null });
});

const kept = () => readDraft<{ name: string }>("warehouse new")?.name;

function Typed({ text }: { text: string }) {
  const [start] = useState(() => kept() ?? text);
  useDraft("warehouse new", () => ({ name: start }));
  return <p>{start}</p>;
}

test("a draft is kept when the session ends in another tab", async () => {
  signedIn();
  const unmount = mount(<Typed text="half a name" />);
  await page.getByText("half a name").findElement();
  localStorage.removeItem("token");
  dispatchEvent(new StorageEvent("storage", { key: "token" }));
  await unmount();
  expect(kept()).toBe("half a name");
});

test("a draft of an expired session is restored once, and a logout discards it", async () => {
  signedIn();
  mockApi(() => [401]);
  const unmount = mount(<Typed text="half a name" />);
  await page.getByText("half a name").findElement();
  await call("GET /v1/warehouses", {}).catch(() => undefined);
  await unmount();
  mount(<Typed text="" />);
  await page.getByText("half a name").findElement();
  await expect.poll(kept).toBeUndefined();
  signedIn("token-2");
  logout();
  expect(kept()).toBeUndefined();
});
