// Signing in on a device that is known, on a new one, and while sign-ins are refused.
import { expect, test } from "vitest";
import { expectAccessible, fulfill, open, type Page, recordPosts } from "#tests/support/browser.ts";
import { engine } from "#tests/support/engine.ts";
import { newPerson, type Person } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";
import { expectValue, focused, heading, login, press } from "#tests/web/page.ts";

const here = await world();

/** Strangers have used up all guesses that a username has until this many seconds are over. */
const lock = (username: string, seconds: number) => {
  const expires = Math.floor(Date.now() / 1_000) + seconds;
  return engine(here).put("keys", [{ key: `login#username#${username}`, failures: 50, expires, addresses: {} }]);
};
const openLogin = (mayLog?: RegExp) => open(here, null, { path: "/login", mayLog });
const signedIn = (page: Page) => heading(page, "Analytics Dashboard").waitFor();
const signInAndOut = async (page: Page, { username, password }: Person) => {
  await login(page, password, username);
  await signedIn(page);
  await press(page, "Logout");
  await heading(page, "Sign in").waitFor();
};
const problem = (page: Page, text: string) => page.getByRole("main").getByText(text, { exact: true }).waitFor();

test("where somebody has signed in before, they do so again while strangers guess; a new device says how long to wait", async () => {
  const person = await newPerson(here, "manager");
  // Reads that were under way at the logout are refused.
  const known = await openLogin(/401|Session expired/);
  const posts = recordPosts(known);
  await signInAndOut(known, person);
  await lock(person.username, 24 * 3_600 - 60);
  await signInAndOut(known, { ...person, username: person.username.toUpperCase() });
  await known.reload();
  await signInAndOut(known, person);
  const devices = posts.filter(({ body }) => "username" in body).map(({ body }) => body.device);
  expect(devices).toEqual([undefined, expect.any(String), expect.any(String)]);
  expect(devices[1]).not.toBe(devices[2]);

  const other = await openLogin(/429|Too many/);
  await login(other, person.password, person.username);
  await problem(
    other,
    "Too many failed sign-ins for this username. Try again in 24 hours, use a device where you have signed in before, or ask a manager for a new password.",
  );
  await expectValue(other, "Username").toBe(person.username);
  await expectValue(other, "Password").toBe(person.password);
  await expectAccessible(other);
  await lock(person.username, 719);
  await press(other, "Login");
  await problem(other, "Too many failed sign-ins for this username. Try again in 12 minutes.");
  await lock(person.username, 0);
  await press(other, "Login");
  await signedIn(other);
});

test("while the gateway refuses sign-ins, the form says so and keeps what was typed", async () => {
  const { username, password } = await newPerson(here, "manager");
  const page = await openLogin(/429|Too many/);
  await page.route("**/v1/login", (route) => fulfill(route, { message: "Too Many Requests" }, 429), { times: 1 });
  await login(page, password, username);
  await problem(page, "Too many sign-ins at once. Try again in a minute.");
  await expectValue(page, "Password").toBe(password);
  await press(page, "Login");
  await signedIn(page);
});

test("a wrong password is typed again, and the username stays", async () => {
  const { username } = await newPerson(here, "manager");
  const page = await openLogin(/401|Session expired/);
  await login(page, "a wrong password", username);
  await problem(page, "Invalid credentials");
  await expectValue(page, "Username").toBe(username);
  await expectValue(page, "Password").toBe("");
  expect(await focused(page)).toBe("Password");
});

test("with demo data the sign-in says so and offers its people, each of whom two presses sign in", async () => {
  const { username, password } = await newPerson(here, "manager");
  const page = await openLogin();
  const demo = page.getByRole("region", { name: "Demo data" });
  await heading(page, "Sign in").waitFor();
  expect(await demo.count()).toBe(0);
  await page.route("**/config.json", async (route) => {
    const settings = await (await route.fetch()).json();
    await fulfill(route, { ...settings, demo: { password, people: [{ username, name: "Meera Iyer" }] } });
  });
  await page.reload();
  await demo.getByText("This is demo data").waitFor();
  await expectAccessible(page);
  await press(demo, `Meera Iyer, ${username}`);
  expect(await focused(page)).toBe("Login");
  await press(page, "Login");
  await signedIn(page);
});

test("a device keeps tokens of its last five usernames, each for its own only", { tags: "exhaustive" }, async () => {
  const [first, second] = [await newPerson(here, "manager"), await newPerson(here, "manager")];
  const page = await openLogin(/401|Session expired/);
  const posts = recordPosts(page);
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("devices") ?? "[]"));
  // A damaged value, or one of another version, is ignored.
  await page.evaluate(() => localStorage.setItem("devices", "{"));
  await signInAndOut(page, first);
  const names = ["a", "b", "c", "d"].map((name) => [name, "a token"]);
  const more = [null, 5, ["x"], ...names, ...(await stored())];
  await page.evaluate((all) => localStorage.setItem("devices", JSON.stringify(all)), more);
  await signInAndOut(page, second);
  await signInAndOut(page, first);
  const sent = posts.filter(({ body }) => "username" in body);
  expect(sent.map(({ body }) => body.device)).toEqual([undefined, undefined, expect.stringMatching(/^eyJ/)]);
  expect((await stored()).map(([name]: [string]) => name)).toEqual(["b", "c", "d", second.username, first.username]);
});

test("signing out on an address that does not exist leads to the sign-in", { tags: "exhaustive" }, async () => {
  const page = await open(here, here.manager, { path: "/no-such-screen" });
  await heading(page, "Page Not Found").waitFor();
  await press(page, "Logout");
  await heading(page, "Sign in").waitFor();
});
