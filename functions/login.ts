// Sign-in with a username and a password.
import { Failure } from "#shared/failure.ts";
import { clearAttempts, countAttempt } from "./lib/auth/login-attempts.ts";
import { verifyPassword } from "./lib/auth/password.ts";
import { openSession } from "./lib/auth/session.ts";
import { publicUser } from "./lib/auth/user.ts";
import { type UserRow, users } from "./lib/db/tables.ts";
import { findOwner, lockKey } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("login", {
  "POST /v1/login": async ({ body: { username, password }, now }) => {
    const lock = lockKey("username", username);
    await countAttempt(lock, now);
    const user = await findUser(username);
    const isCorrect = await verifyPassword(password, user?.password);
    if (!user || !isCorrect) throw new Failure("UNAUTHORIZED");
    await clearAttempts(lock);
    return { token: await openSession(user, now), user: publicUser(user) };
  },
});

/** Makes both reads for unknown names too, so that the time does not reveal whether a name exists. */
const findUser = async (username: string): Promise<UserRow | undefined> =>
  users.find((await findOwner("username", username)) ?? "nobody");
