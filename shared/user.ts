// Users, who sign in with a username and a password.
import * as v from "valibot";
import { AnyRole, patchForm, requiredLine } from "./field.ts";
import { minPasswordLength, passwordTooShort } from "./password.ts";
import { seenOf } from "./seen.ts";

const Password = v.pipe(
  v.string("Text expected"),
  // Keyboards differ in whether they compose an accent with its letter.
  v.normalize("NFC"),
  v.check((password) => password === "" || password.length >= minPasswordLength, passwordTooShort),
  v.maxLength(128, "At most 128 characters"),
  v.check((password) => password.isWellFormed(), "Not valid text"),
);

/** As it was typed: a letter may be four characters where a keyboard does not compose it. */
const TypedPassword = v.pipe(
  v.string("Text expected"),
  v.nonEmpty("Required"),
  v.maxLength(512, "At most 512 characters"),
);

export const UserForm = v.object({
  name: requiredLine(),
  username: requiredLine(),
  /** Optional: a user without a password cannot sign in. */
  password: v.optional(Password),
  role: AnyRole,
});
export type UserForm = v.InferOutput<typeof UserForm>;

/** The current password and the one that its user chooses instead. */
export const OwnPasswordForm = v.object({
  current: TypedPassword,
  password: v.pipe(v.string("Text expected"), v.nonEmpty("Required"), Password),
});

/** Nobody sees a password. */
export const UserEdit = v.object({ ...patchForm(UserForm).entries, seen: seenOf(["name", "username", "role"]) });

export const User = v.object({
  _id: v.string(),
  name: v.string(),
  username: v.string(),
  role: AnyRole,
  /** The password was generated, of the first root: an own one is asked for at the next sign-in. */
  renew: v.optional(v.boolean()),
  /** Somebody else has set the password: likewise. A mark of its own, which apps before it do not stop at. */
  given: v.optional(v.boolean()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type User = v.InferOutput<typeof User>;

/** Who calls: a person, or a program with its scopes. */
export const Self = v.object({ _id: v.string(), name: v.string(), role: AnyRole, scope: v.optional(v.string()) });
export type Self = v.InferOutput<typeof Self>;

/** The fields of a user that a movement stores. */
export const UserTag = v.object({ _id: v.string(), name: v.string(), username: v.string() });
export type UserTag = v.InferOutput<typeof UserTag>;

/** A user's tag, which is stored beside what they did. Of somebody who was forgotten only the id may be left there. */
export const toUserTag = ({
  _id,
  name = "Forgotten",
  username = "",
}: Partial<UserTag> & Pick<UserTag, "_id">): UserTag => ({
  _id,
  name,
  username,
});

export const LoginForm = v.object({
  username: requiredLine(),
  password: TypedPassword,
  /** The device token of the last sign-in; one that is not valid counts as none. */
  device: v.optional(v.pipe(v.string("Text expected"), v.maxLength(1_000, "At most 1000 characters"))),
});
export type LoginForm = v.InferOutput<typeof LoginForm>;

/**
 * `device` is a device token for the next sign-in on this device; `end` is a ticket that can only end this session; `now` is
 * the server's time, since the clock of a device may be wrong.
 */
export const Session = v.object({
  token: v.string(),
  user: User,
  device: v.string(),
  end: v.string(),
  now: v.string(),
});
export type Session = v.InferOutput<typeof Session>;

export const LogoutForm = v.object({
  end: v.pipe(v.string("Text expected"), v.nonEmpty("Required"), v.maxLength(1_000, "At most 1000 characters")),
});
