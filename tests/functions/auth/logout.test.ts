// Signing out: the session is over wherever its token is.
import * as v from "valibot";
import { expect, test } from "vitest";
import { maxEnded, withEnded } from "#functions/lib/auth/end-session.ts";
import { isOver } from "#functions/lib/auth/session.ts";
import { Session } from "#shared/user.ts";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { newPerson, type Person } from "#tests/support/fixtures.ts";
import { world } from "#tests/support/world.ts";

const here = await world();
const { root, anonymous } = here;

const signIn = async ({ username, password }: Pick<Person, "username" | "password">): Promise<Session> =>
  v.parse(Session, (await anonymous.post("/v1/login", { username, password })).body);
const logout = (end: unknown) => anonymous.post("/v1/logout", { end });
const statusOf = async ({ token }: Session) =>
  (await anonymous.get("/v1/stocks", { authorization: `Bearer ${token}` })).status;
const rowOf = (id: string) => engine(here).find("users", id);

test("a token is dead after its logout, and the other sessions and the device tokens of its user are not", async () => {
  const person = await newPerson(here);
  const [stolen, other] = [await signIn(person), await signIn(person)];
  expect((await logout(stolen.end)).status).toBe(204);
  expect([await statusOf(stolen), await statusOf(other)]).toEqual([401, 200]);
  // Sent again, since its first answer may have been lost.
  expect((await logout(stolen.end)).status).toBe(204);
  const { username, password } = person;
  const again = await anonymous.post("/v1/login", { username, password, device: stolen.device });
  expect([again.status, await statusOf(again.body)]).toEqual([200, 200]);
});

test("a logout changes nothing else of the user, and is in no record of changes", async () => {
  const person = await newPerson(here);
  const session = await signIn(person);
  const changes = async () => (await engine(here).all("changes")).filter(({ row }) => row === person._id);
  const before = [await rowOf(person._id), await changes()];
  await logout(session.end);
  const { ended, ...rest } = (await rowOf(person._id)) ?? {};
  expect([rest, await changes()]).toEqual(before);
  expect(Object.keys(ended as object)).toHaveLength(1);
});

test("sessions of one user that end at the same time all end", async () => {
  const person = await newPerson(here);
  const sessions: Session[] = [];
  // One after the other: sign-ins at the same time count as guesses.
  while (sessions.length < 8) sessions.push(await signIn(person));
  const answers = await Promise.all(sessions.map(({ end }) => logout(end)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(new Set(await Promise.all(sessions.map(statusOf)))).toEqual(new Set([401]));
});

test("nothing but the ticket of a session ends one: no token, no device token, and nothing forged", async () => {
  const person = await newPerson(here);
  const session = await signIn(person);
  for (const end of [session.token, session.device, `${session.end}x`, "x.y.z"])
    expect(await logout(end)).toFailWith("UNAUTHORIZED");
  for (const end of ["", 5, null, undefined]) expect(await logout(end)).toFailWith("BAD_REQUEST", { field: "end" });
  expect(await statusOf(session)).toBe(200);
});

test("of a session that ended with a new password or with its user nothing is written", async () => {
  const person = await newPerson(here);
  const session = await signIn(person);
  await root.patch(`/v1/users/${person._id}`, { password: "another password" });
  expect((await logout(session.end)).status).toBe(204);
  expect(await rowOf(person._id)).not.toHaveProperty("ended");
  const later = await signIn({ ...person, password: "another password" });
  await root.delete(`/v1/users/${person._id}`);
  expect((await logout(later.end)).status).toBe(204);
  expect(await rowOf(person._id)).toBeUndefined();
});

test("of any number of ended sessions none comes back, and fifty are remembered until they would have expired", () => {
  const [start, length] = [1_000_000, 12 * 3_600];
  const claimsOf = (n: number) => ({ jti: `s${n}`, epoch: 0, iat: start + n, exp: start + n + length });
  let user: Parameters<typeof isOver>[0] = { epoch: 0 };
  // Not in the order in which they began.
  const order = Array.from({ length: 130 }, (_, n) => (n * 37) % 130);
  for (const [done, n] of order.entries()) {
    user = { ...user, ...withEnded(user, claimsOf(n), start + 200) };
    expect(order.slice(0, done + 1).filter((one) => !isOver(user, claimsOf(one)))).toEqual([]);
    expect(Object.keys(user.ended ?? {}).length).toBeLessThanOrEqual(maxEnded);
  }
  expect(isOver(user, claimsOf(130))).toBe(false);
  expect(withEnded(user, claimsOf(130), start + 129 + length).ended).toEqual({ s130: start + 130 + length });
});
