// Users as they are made and shown: the password stays here.
import { ulid } from "ulid";
import type { User, UserForm } from "#shared/user.ts";
import { type UserRow, users, type Write } from "../db/tables.ts";
import { claim, firstRoot, joinRoots } from "../db/unique-keys.ts";
import { hashPassword } from "./password.ts";

/** A user without what only the server knows. */
export const shown = ({ _id, name, username, role, renew, created_at, updated_at }: UserRow): User => ({
  _id,
  name,
  username,
  role,
  renew,
  created_at,
  updated_at,
});

/** The fields a new password changes: sessions of the old one end. */
export const newPassword = async (password: string | undefined, epoch: number): Promise<Partial<UserRow>> =>
  password ? { password: await hashPassword(password), epoch: epoch + 1, renew: false } : {};

/** A new user and all that is written with it; `first` only if there has been no root yet. */
export const newUser = async (
  { password, ...form }: UserForm,
  now: string,
  first = false,
): Promise<{ user: UserRow; writes: Write[] }> => {
  const _id = ulid();
  const hash = password ? await hashPassword(password) : undefined;
  const renew = first || undefined;
  const user: UserRow = { _id, ...form, password: hash, renew, epoch: 0, created_at: now, updated_at: now };
  const root = first ? [firstRoot(_id)] : form.role === "root" ? [joinRoots(_id)] : [];
  return { user, writes: [...root, claim("username", form.username, _id), users.create(user)] };
};
