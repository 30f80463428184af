// Seeds one demo user for each role, all with the same password.
import { verifyPassword } from "#functions/lib/auth/password.ts";
import { newUser, passwordFields } from "#functions/lib/auth/user.ts";
import { type UserRow, users, writeAll } from "#functions/lib/db/tables.ts";
import type { Staff } from "./simulation.ts";

const password = "inventory-demo";
const names: Record<Staff, string> = { root: "Asha Rao", manager: "Meera Iyer", executive: "Rohan Das" };

const byUsername = async () => new Map((await users.list()).map((row) => [row.username, row]));

const make = async (username: Staff, now: string): Promise<UserRow> => {
  const { user, writes } = await newUser({ name: names[username], username, password, role: username }, now);
  await writeAll(writes);
  return user;
};

/** Replaces the generated password of a new deployment's root user; a password that a person has set stays. */
const setDemoPassword = async (row: UserRow): Promise<UserRow> => {
  if (!row.renew) return row;
  const fields = { name: names[row.username as Staff], ...(await passwordFields(password, row.epoch)) };
  await writeAll([users.update(row._id, fields, row.created_at, { epoch: row.epoch })]);
  return users.get(row._id);
};

/** Returns the users and creates those that do not exist. */
export const seedUsers = async (now: string): Promise<Record<Staff, UserRow>> => {
  const known = await byUsername();
  const hired = (Object.keys(names) as Staff[]).map(async (username) => {
    const row = known.get(username);
    return [username, await (row ? setDemoPassword(row) : make(username, now))] as const;
  });
  return Object.fromEntries(await Promise.all(hired)) as Record<Staff, UserRow>;
};

/** Prints which users still have the demo's password. */
export const printSignIns = async (): Promise<void> => {
  const known = await byUsername();
  const right = await Promise.all(
    Object.keys(names).map((name) => verifyPassword(password, known.get(name)?.password)),
  );
  const able = Object.keys(names).filter((_, i) => right[i]);
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(able);
  if (list) console.log(`Sign in as ${list}; password ${password}`);
};
