// Sessions in the browser: expiry, other tabs, drafts and return.
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { call } from "#web/lib/api/client.ts";
import { readEnds, startEndingSessions } from "#web/lib/api/end-sessions.ts";
import { logout, returnPathOf, session, signIn } from "#web/lib/api/session.ts";
import { changeStored, readStoredCurrent, unstoredEnds } from "#web/lib/api/session-database.ts";
import { readDraft, useDraft } from "#web/lib/forms/draft.ts";
import { isLike } from "#web/lib/stored.ts";
import { asha, mockApi, mount, signedIn } from "../../mount.tsx";

test("many 401s at once log out once, with one toast, and the same user returns to the screen", async () => {
  signedIn();
  mockApi(() => [401, { code: "UNAUTHORIZED" }]);
  mount(<p>here</p>);
  const calls = [1, 2, 3, 4].map(() => call("GET /v1/warehouses", {}));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  expect(session().token).toBeNull();
  await expect.poll(() => page.getByText("Session expired, please login again").elements().length).toBe(1);
  expect(returnPathOf("someone else")).toBeUndefined();
});

test("a 401 of an old token does not end a newer session", async () => {
  signedIn("old");
  let answer: (refusal: [number, object]) => void = () => undefined;
  mockApi(() => new Promise<[number, object]>((resolve) => (answer = resolve)));
  const late = call("GET /v1/warehouses", {}).catch(() => "refused");
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
  signedIn("new");
  answer([401, { code: "UNAUTHORIZED" }]);
  await late;
  expect(session().token).toBe("new");
});

/** The session that the device opens with. */
const stored = async () => (await readStoredCurrent())?.current;

/** Stores a session as another tab does. */
const storeElsewhere = async (row: unknown): Promise<void> => {
  await changeStored((change) => change.objectStore("session").put(row, "current"));
  new BroadcastChannel("session").postMessage("changed");
};

test("logout deletes the token, keeps the user, and keeps the ticket that ends the session", async () => {
  await signIn({ token: "token-1", user: asha, end: "end-1" });
  expect(await stored()).toMatchObject({ token: "token-1" });
  await logout();
  expect(await stored()).toEqual({ user: asha, endedBy: "logout" });
  expect(session()).toMatchObject({ token: null, user: asha });
  expect(await readEnds()).toEqual(["end-1"]);
});

test("signing in over a session ends that one", async () => {
  await signIn({ token: "token-1", user: asha, end: "end-1" });
  await signIn({ token: "token-2", user: { ...asha, _id: "u2" }, end: "end-2" });
  expect(await readEnds()).toEqual(["end-1"]);
  expect(await stored()).toMatchObject({ token: "token-2", user: { _id: "u2" } });
});

test("a logout of a tab that has missed another sign-in ends its own session, and not the other", async () => {
  await signIn({ token: "token-1", user: asha, end: "end-1" });
  const other = { token: "token-3", user: asha, end: "end-3" };
  await changeStored((change) => change.objectStore("session").put(other, "current"));
  await logout();
  expect(await stored()).toEqual(other);
  expect(await readEnds()).toContain("end-1");
  expect(await readEnds()).not.toContain("end-3");
});

test("a logout in another tab logs out here too", async () => {
  await signIn({ token: "token-1", user: asha });
  await storeElsewhere({ user: asha, endedBy: "logout" });
  await expect.poll(() => session().token).toBeNull();
});

test("a tab that has missed a change of user changes nothing as either of them", async () => {
  await signIn({ token: "token-1", user: asha });
  const requests = mockApi(() => [201, {}]);
  await changeStored((change) =>
    change.objectStore("session").put({ token: "token-elsewhere", user: { ...asha, _id: "u2" } }, "current"),
  );
  await expect(call("POST /v1/warehouses", { body: { w_id: "W", name: "N" } })).rejects.toThrow("No connection");
  expect([requests.length, session().user?._id]).toEqual([0, "u2"]);
});

test("a storage that refuses leaves the session in this tab, and its end is not forgotten", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const broken = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  onTestFinished(() => broken.mockRestore());
  await signIn({ token: "token-1", user: asha, end: "end-1" });
  const requests = mockApi(() => [201, {}]);
  await call("POST /v1/warehouses", { body: { w_id: "W", name: "N" } });
  expect([requests.length, session().token]).toEqual([1, "token-1"]);
  await logout();
  expect([session().token, await readEnds()]).toEqual([null, ["end-1"]]);
});

test("a full storage undoes no logout, and whoever signs in next stays signed in", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await signIn({ token: "token-1", user: asha, end: "end-1" });
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  await logout();
  const requests = mockApi(() => [201, {}]);
  await call("POST /v1/login", { body: { username: "kiran", password: "a password" } });
  expect([requests.length, session().token]).toEqual([1, null]);
  await signIn({ token: "token-2", user: { ...asha, _id: "u2" }, end: "end-2" });
  await call("POST /v1/warehouses", { body: { w_id: "W", name: "N" } });
  expect([requests.length, session().token, session().user?._id]).toEqual([2, "token-2", "u2"]);
});

test("a session that cannot be read is none", async () => {
  await signIn({ token: "token-1", user: asha });
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await storeElsewhere({ token: "token-1", user: "{" });
  await expect.poll(() => session()).toMatchObject({ token: null, user: null });
  expect(warned.mock.calls).toEqual([[expect.stringContaining('"session"')]]);
});

const kept = () => readDraft("warehouse new", isLike({ name: "" }))?.name;

function Typed({ text }: { text: string }) {
  const [start] = useState(() => kept() ?? text);
  useDraft("warehouse new", () => ({ name: start }));
  return <p>{start}</p>;
}

test("a draft is kept when the session ends in another tab", async () => {
  await signIn({ token: "token-1", user: asha });
  const unmount = mount(<Typed text="half a name" />);
  await page.getByText("half a name").findElement();
  await storeElsewhere({ user: asha, endedBy: "expired" });
  await expect.poll(() => session().token).toBeNull();
  await unmount();
  expect(kept()).toBe("half a name");
});

test("a draft of an expired session is restored once, and a logout discards it", async () => {
  signedIn();
  mockApi(() => [401, { code: "UNAUTHORIZED" }]);
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

test("an end ticket that the server refuses is sent again until it has expired", async () => {
  const ticketOf = (seconds: number) => `head.${btoa(JSON.stringify({ exp: Date.now() / 1_000 + seconds }))}.signature`;
  const [valid, expired] = [ticketOf(3_600), ticketOf(-1)];
  mockApi(() => [401, { code: "UNAUTHORIZED" }]);
  await changeStored(async (change) => {
    const ends = change.objectStore("ends");
    await ends.clear();
    await Promise.all([valid, expired].map((ticket) => ends.put(Date.now(), ticket)));
  });
  unstoredEnds.clear();
  startEndingSessions();
  await expect.poll(readEnds).toEqual([valid]);
});
