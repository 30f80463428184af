// Staff accounts; nobody reaches above their own rank.
import { Failure } from "#shared/failure.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { forgetAttempts } from "./lib/auth/login-attempts.ts";
import { newPassword, newUser, shown } from "./lib/auth/user.ts";
import { type UserRow, users, type Write, writeAll } from "./lib/db/tables.ts";
import { joinRoots, leaveRoots, lockOf, release, rename } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("users", {
  "GET /v1/users": async () => (await users.list()).map(shown),

  "POST /v1/users": async ({ body, user, now }) => {
    checkRank(user, body.role);
    const made = await newUser(body, now.toISOString());
    await writeAll(made.writes);
    if (body.password) await forgetAttempts(lockOf("username", body.username));
    return shown(await users.get(made.user._id));
  },

  "PATCH /v1/users/{id}": async ({ path: { id = "" }, body: { password, ...fields }, user, now }) => {
    const before = await users.get(id);
    checkRank(user, before.role, fields.role ?? before.role);
    const { username, role, epoch } = before;
    const renaming = rename("username", username, fields.username, id);
    await writeAll([
      ...moveRank(before, fields.role),
      users.change(id, { ...fields, ...(await newPassword(password, epoch)) }, now.toISOString(), {
        username,
        role,
        epoch,
      }),
      ...renaming,
    ]);
    // Guesses at a name that nobody had were at nobody's password.
    if (password || renaming.length > 0) await forgetAttempts(lockOf("username", fields.username ?? username));
    return shown(await users.get(id));
  },

  "DELETE /v1/users/{id}": async ({ path: { id = "" }, user }) => {
    const { username, role } = await users.get(id);
    checkRank(user, role);
    if (id === user._id) throw new Failure("UNPROCESSABLE_CONTENT", { message: "You cannot delete yourself" });
    const root = role === "root" ? [leaveRoots(id)] : [];
    await writeAll([...root, users.remove(id, { username, role }), release("username", username, id)]);
  },
});

const checkRank = (user: UserRow, ...ranks: Role[]): void => {
  if (!ranks.every((rank) => mayAct(user.role, rank)))
    throw new Failure("FORBIDDEN", { field: "role", message: "Above your own rank" });
};

const moveRank = ({ _id, role }: UserRow, to: Role = role): Write[] => {
  if (role === to) return [];
  if (to === "root") return [joinRoots(_id)];
  return role === "root" ? [leaveRoots(_id)] : [];
};
