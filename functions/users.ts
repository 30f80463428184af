// User accounts. Nobody may create, change or delete a user above their own role; everybody may choose their own password.
import { Failure } from "#shared/failure.ts";
import { passwordUnchanged } from "#shared/password.ts";
import { mayAct, type Role } from "#shared/role.ts";
import type { UserForm } from "#shared/user.ts";
import {
  type Created,
  fieldChanges,
  findCreated,
  recordCreation,
  recordDeletion,
  recordEdit,
} from "./lib/audit/changes.ts";
import { datedAfter, type Edit, editRow } from "./lib/audit/edit.ts";
import { clearAttempts, countAttempt } from "./lib/auth/login-attempts.ts";
import { verifyPassword } from "./lib/auth/password.ts";
import { newUser, passwordFields, publicUser, subjectOf } from "./lib/auth/user.ts";
import { staleWrite, type UserRow, users, type Write, writeAll } from "./lib/db/tables.ts";
import { addRoot, lockKey, release, removeRoot, rename } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";

/** Programs have calls of their own. */
const getPerson = async (id: string): Promise<UserRow> => {
  const row = await users.get(id);
  if (row.kind) throw new Failure("RESOURCE_NOT_FOUND");
  return row;
};

/** Under which wrong guesses at one's own password are counted. */
const ownLock = (id: string): string => `own#${id}`;

const handlers: Handlers<"users"> = {
  "GET /v1/users": async () => (await users.list()).filter(({ kind }) => !kind).map(publicUser),

  "POST /v1/users": async (request) => {
    const { password, ...fields } = request.body;
    checkRole(request.user, fields.role);
    const { user, writes } = await newUser(request.body, request.now.toISOString());
    await writeAll([recordCreation(request, subjectOf(user), fieldChanges({}, fields)), ...writes]);
    if (password) await clearAttempts(lockKey("username", fields.username));
    return publicUser(await users.get(user._id));
  },

  "PATCH /v1/users/{id}": async (request) => {
    const { password, seen, ...fields } = request.body;
    const row = await getPerson(request.path.id ?? "");
    const { _id, username } = row;
    let isRenamed = false;
    const writesOf = async ({ before, changed, author }: Edit<UserRow, typeof request>) => {
      const { role, epoch } = before;
      // Somebody else has set another password meanwhile.
      if (password && epoch !== row.epoch) throw staleWrite();
      checkRole(request.user, role, fields.role ?? role);
      const renaming = rename("username", before.username, fields.username, _id);
      isRenamed = renaming.length > 0;
      const values = { ...fields, ...(await passwordFields(password, epoch, _id === request.user._id)) };
      return [
        ...changeRoots(before, fields.role),
        users.edit(before, values, author.now),
        ...renaming,
        ...recordEdit(author, subjectOf(before), [...changed, ...(password ? [{ field: "password" }] : [])]),
      ];
    };
    await editRow(request, row, fields, getPerson, writesOf, { kind: "user", seen });
    // Earlier attempts were for another password, or for a name that nobody had.
    if (password || isRenamed) await clearAttempts(lockKey("username", fields.username ?? username));
    if (password) await clearAttempts(ownLock(_id));
    return publicUser(await users.get(_id));
  },

  "GET /v1/users/me": async ({ user: { _id, name, role, scope } }) => ({ _id, name, role, ...(scope && { scope }) }),

  "PUT /v1/users/me/password": async (request) => {
    const { user, body, sourceIp, now } = request;
    const { _id, username, epoch } = user;
    // Whoever finds an open session may not guess on either. Strangers at the sign-in do not use up these attempts.
    const attempt = await countAttempt(ownLock(_id), sourceIp, now);
    if (!(await verifyPassword(body.current, user.password)))
      throw new Failure("UNPROCESSABLE_CONTENT", { field: "current", message: "This is not the current password" });
    await attempt.succeeded();
    if (await verifyPassword(body.password, user.password))
      throw new Failure("BAD_REQUEST", { field: "password", message: passwordUnchanged });
    await editRow(request, user, {}, users.get, async ({ before, author }) => {
      // Another password has been set meanwhile, so the one that was given is not the current one.
      if (before.epoch !== epoch) throw staleWrite();
      return [
        users.edit(before, await passwordFields(body.password, epoch, true), author.now),
        ...recordEdit(author, subjectOf(before), [{ field: "password" }]),
      ];
    });
    await clearAttempts(lockKey("username", username));
    return publicUser(await users.get(_id));
  },

  "DELETE /v1/users/{id}": async (request) => {
    const before = await getPerson(request.path.id ?? "");
    const { _id, username, role } = before;
    checkRole(request.user, role);
    if (_id === request.user._id) throw new Failure("UNPROCESSABLE_CONTENT", { message: "You cannot delete yourself" });
    await writeAll([
      ...(role === "root" ? [removeRoot(_id)] : []),
      users.remove(_id, { username, role }),
      release("username", username, _id),
      recordDeletion(datedAfter(request, before), subjectOf(before)),
    ]);
  },
};

export const handler = serve("users", handlers, {
  findDone: { "POST /v1/users": findCreated((created: Created<Omit<UserForm, "password">>) => created) },
});

const checkRole = (user: UserRow, ...ranks: Role[]): void => {
  if (!ranks.every((rank) => mayAct(user.role, rank)))
    throw new Failure("FORBIDDEN", { field: "role", message: "Above your own rank" });
};

/** The writes that keep the set of root users in step with a change of role. */
const changeRoots = ({ _id, role }: UserRow, to: Role = role): Write[] => {
  if (role === to) return [];
  if (to === "root") return [addRoot(_id)];
  return role === "root" ? [removeRoot(_id)] : [];
};
