// Users as they are created, and as the API returns them.
import { ulid } from "ulid";
import type { User, UserForm } from "#shared/user.ts";
import type { Subject } from "../audit/changes.ts";
import { type UserRow, users, type Write } from "../db/tables.ts";
import { addRoot, claim, createFirstRoot } from "../db/unique-keys.ts";
import { hashPassword } from "./password.ts";

/** A user without the password and the epoch. */
export const publicUser = ({ _id, name, username, role, renew, given, created_at, updated_at }: UserRow): User => ({
  _id,
  name,
  username,
  role,
  renew,
  given,
  created_at,
  updated_at,
});

/** A person or a program in the record of changes. */
export const subjectOf = ({ _id, username }: Pick<UserRow, "_id" | "username">): Subject => ({
  kind: "user",
  row: _id,
  name: username,
});

/** The fields that a new password changes; the next epoch ends all sessions. `own` if its user has chosen it. */
export const passwordFields = async (
  password: string | undefined,
  epoch: number,
  own: boolean,
): Promise<Partial<UserRow>> =>
  password ? { password: await hashPassword(password), epoch: epoch + 1, renew: false, given: !own } : {};

/** A new user, to be asked for an own password, and the writes that create it; `first` makes it the first root. */
export const newUser = async (
  { password, ...form }: UserForm,
  now: string,
  first = false,
): Promise<{ user: UserRow; writes: Write[] }> => {
  const _id = ulid();
  const hash = password ? await hashPassword(password) : undefined;
  const user: UserRow = {
    _id,
    ...form,
    password: hash,
    renew: first || undefined,
    given: (hash !== undefined && !first) || undefined,
    epoch: 0,
    created_at: now,
    updated_at: now,
  };
  const root = first ? [createFirstRoot(_id)] : form.role === "root" ? [addRoot(_id)] : [];
  return { user, writes: [...root, ...claim("username", form.username, _id), users.create(user)] };
};
