// Signing in with a username and a password.
import { Failure } from "#shared/failure.ts";
import { countAttempt, forgetAttempts } from "./lib/auth/login-attempts.ts";
import { verifyPassword } from "./lib/auth/password.ts";
import { openSession } from "./lib/auth/session.ts";
import { shown } from "./lib/auth/user.ts";
import { type UserRow, users } from "./lib/db/tables.ts";
import { lockOf, ownerOf } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("login", {
  "POST /v1/login": async ({ body: { username, password }, now }) => {
    const lock = lockOf("username", username);
    await countAttempt(lock, now);
    const user = await owner(lock);
    const right = await verifyPassword(password, user?.password);
    if (!user || !right) throw new Failure("UNAUTHORIZED");
    await forgetAttempts(lock);
    return { token: await openSession(user, now), user: shown(user) };
  },
});

/** Reads twice for a name nobody has, too: how long it takes must not tell. */
const owner = async (lock: string): Promise<UserRow | undefined> => users.find((await ownerOf(lock)) ?? "nobody");
