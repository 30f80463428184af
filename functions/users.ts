// User accounts. Nobody may create, change or delete a user above their own role.
import { Failure } from "#shared/failure.ts";
import { mayAct, type Role } from "#shared/role.ts";
import { clearAttempts } from "./lib/auth/login-attempts.ts";
import { newUser, passwordFields, publicUser } from "./lib/auth/user.ts";
import { type UserRow, users, type Write, writeAll } from "./lib/db/tables.ts";
import { addRoot, lockKey, release, removeRoot, rename } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("users", {
  "GET /v1/users": async () => (await users.list()).map(publicUser),

  "POST /v1/users": async ({ body, user, now }) => {
    checkRole(user, body.role);
    const created = await newUser(body, now.toISOString());
    await writeAll(created.writes);
    if (body.password) await clearAttempts(lockKey("username", body.username));
    return publicUser(await users.get(created.user._id));
  },

  "PATCH /v1/users/{id}": async ({ path: { id = "" }, body: { password, ...fields }, user, now }) => {
    const before = await users.get(id);
    checkRole(user, before.role, fields.role ?? before.role);
    const { username, role, epoch } = before;
    const renaming = await rename("username", username, fields.username, id);
    await writeAll([
      ...changeRoots(before, fields.role),
      users.update(id, { ...fields, ...(await passwordFields(password, epoch)) }, now.toISOString(), {
        username,
        role,
        epoch,
      }),
      ...renaming,
    ]);
    // Earlier attempts were for another password, or for a name that nobody had.
    if (password || renaming.length > 0) await clearAttempts(lockKey("username", fields.username ?? username));
    return publicUser(await users.get(id));
  },

  "DELETE /v1/users/{id}": async ({ path: { id = "" }, user }) => {
    const { username, role } = await users.get(id);
    checkRole(user, role);
    if (id === user._id) throw new Failure("UNPROCESSABLE_CONTENT", { message: "You cannot delete yourself" });
    const root = role === "root" ? [removeRoot(id)] : [];
    await writeAll([...root, users.remove(id, { username, role }), await release("username", username, id)]);
  },
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
