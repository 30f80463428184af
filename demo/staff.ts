// The demo's users, one of each role, with the same password.
import { verifyPassword } from "#functions/lib/auth/password.ts";
import { newUser, passwordFields } from "#functions/lib/auth/user.ts";
import { type UserRow, users, writeAll } from "#functions/lib/db/tables.ts";
import type { Staff } from "./wish.ts";

const password = "inventory-demo";
const names: Record<Staff, string> = { root: "Asha Rao", manager: "Meera Iyer", executive: "Rohan Das" };

const byUsername = async () => new Map((await users.list()).map((row) => [row.username, row]));

const make = async (username: Staff, now: string): Promise<UserRow> => {
  const { user, writes } = await newUser({ name: names[username], username, password, role: username }, now);
  await writeAll(writes);
  return user;
};

/** A new deployment has a root with a generated password; one that a person has chosen since is left alone. */
const take = async (row: UserRow): Promise<UserRow> => {
  if (!row.renew) return row;
  const fields = { name: names[row.username as Staff], ...(await passwordFields(password, row.epoch)) };
  await writeAll([users.update(row._id, fields, row.created_at, { epoch: row.epoch })]);
  return users.get(row._id);
};

/** The users, made if they are not there. */
export const hire = async (now: string): Promise<Record<Staff, UserRow>> => {
  const known = await byUsername();
  const hired = (Object.keys(names) as Staff[]).map(async (username) => {
    const row = known.get(username);
    return [username, await (row ? take(row) : make(username, now))] as const;
  });
  return Object.fromEntries(await Promise.all(hired)) as Record<Staff, UserRow>;
};

/** How to sign in, with those who still have the demo's password. */
export const saySignIns = async (): Promise<void> => {
  const known = await byUsername();
  const right = await Promise.all(
    Object.keys(names).map((name) => verifyPassword(password, known.get(name)?.password)),
  );
  const able = Object.keys(names).filter((_, i) => right[i]);
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(able);
  if (list) console.log(`Sign in as ${list}; password ${password}`);
};
