// Passwords that people choose themselves, and those that somebody else has set for them.
import { expect, test } from "vitest";
import "#tests/support/to-fail-with.ts";
import { countByStatus, inParallel, listedRow, newPerson, unique } from "#tests/support/fixtures.ts";
import { chooseOwn, world } from "#tests/support/world.ts";
import { after, storeFailures, wrong } from "./sign-ins.ts";

const here = await world();
const { root, manager, anonymous, signIn } = here;
const own = "a password of my own";

const given = { name: "Asha", password: "a password as given", role: "executive" };
const signedIn = async (username: string, password: string) =>
  (await anonymous.post("/v1/login", { username, password })).body.user;

test("who was given a password is to choose another, until they have; a manager who sets one later asks for it again", async () => {
  const username = unique("asha");
  const { body } = await manager.post("/v1/users", { ...given, username });
  expect(await signedIn(username, given.password)).toMatchObject({ given: true });
  const asha = await signIn(username, given.password);
  expect((await chooseOwn(asha, given.password, own)).body).toMatchObject({ _id: body._id, given: false });
  expect(await signedIn(username, own)).toMatchObject({ given: false });
  await manager.patch(`/v1/users/${body._id}`, { name: "Asha Rao" });
  expect(await signedIn(username, own)).toMatchObject({ given: false });
  await manager.patch(`/v1/users/${body._id}`, { password: given.password });
  expect(await signedIn(username, given.password)).toMatchObject({ given: true });
});

test("a user whose row says nothing of their password is not asked, nor is who has set their own in Manage Users", async () => {
  const { body } = await manager.post("/v1/users", { ...given, password: "", username: unique("asha") });
  expect(body.given).toBeUndefined();
  const { client, _id } = await newPerson(here, "manager");
  await client.patch(`/v1/users/${_id}`, { password: own });
  expect((await listedRow(root, "/v1/users", _id)).given).toBe(false);
});

test("everybody changes their own password with the current one, which ends all their sessions and nobody else's", async () => {
  for (const role of ["executive", "manager", "root"] as const) {
    const { client, username, password } = await newPerson(here, role);
    const elsewhere = await signIn(username, password);
    expect((await chooseOwn(client, password, own)).status).toBe(200);
    for (const one of [client, elsewhere]) expect(await one.get("/v1/stocks")).toFailWith("UNAUTHORIZED");
    expect(await anonymous.post("/v1/login", { username, password })).toFailWith("UNAUTHORIZED");
    expect((await (await signIn(username, own)).get("/v1/stocks")).status).toBe(200);
  }
  expect((await manager.get("/v1/stocks")).status).toBe(200);
});

test("a wrong, empty, short or unchanged password is refused by its field, and ends no session", async () => {
  const { client, password } = await newPerson(here);
  expect(await chooseOwn(client, wrong, own)).toFailWith("UNPROCESSABLE_CONTENT", { field: "current" });
  expect(await chooseOwn(client, password, password)).toFailWith("BAD_REQUEST", { field: "password" });
  for (const short of ["", "eleven char"])
    expect(await chooseOwn(client, password, short)).toFailWith("BAD_REQUEST", { field: "password" });
  expect(await chooseOwn(client, "", own)).toFailWith("BAD_REQUEST", { field: "current" });
  expect((await client.get("/v1/stocks")).status).toBe(200);
});

test("in an open session five guesses are checked in a quarter of an hour; those of strangers at the sign-in do not count", async () => {
  const { client, username, password } = await newPerson(here);
  await storeFailures(here, username, 50);
  expect(countByStatus(await inParallel(12, () => chooseOwn(client, wrong, own)))).toEqual({ 422: 5, 429: 7 });
  expect(await chooseOwn(client, password, own)).toFailWith("TOO_MANY_REQUESTS");
  after(15 * 60 + 1);
  expect((await chooseOwn(client, password, own)).status).toBe(200);
  // The new password opens the username, too.
  expect(await signedIn(username, own)).toMatchObject({ username });
});

test("of two passwords chosen at once one is in force, and a manager's of the same moment is not lost unseen", async () => {
  for (const rival of ["own", "manager"] as const) {
    const { client, _id, username, password } = await newPerson(here);
    const [first, second] = await Promise.all([
      chooseOwn(client, password, own),
      rival === "own"
        ? chooseOwn(client, password, `${own} 2`)
        : manager.patch(`/v1/users/${_id}`, { password: `${own} 2` }),
    ]);
    const tried = await Promise.all(
      [own, `${own} 2`].map((one) => anonymous.post("/v1/login", { username, password: one })),
    );
    const inForce = tried.map(({ status }) => status === 200);
    expect(inForce.filter(Boolean)).toHaveLength(1);
    // Whose password is in force was told so.
    expect([first, second].map(({ status }) => status)[inForce.indexOf(true)]).toBe(200);
  }
});
