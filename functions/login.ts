// Signing in with a username and a password.
import { Failure } from "#shared/failure.ts";
import { countAttempt, forgetAttempts } from "./lib/attempts.ts";
import { lockOf, ownerOf } from "./lib/keys.ts";
import { verifyPassword } from "./lib/password.ts";
import { serve } from "./lib/serve.ts";
import { openSession } from "./lib/session.ts";
import { type UserRow, users } from "./lib/tables.ts";
import { shown } from "./lib/user.ts";

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
