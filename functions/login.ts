// Sign-in with a username and a password.
import { Failure } from "#shared/failure.ts";
import { isDeviceOf, issueDeviceToken, readDeviceToken } from "./lib/auth/device-token.ts";
import { countAttempt, countDeviceAttempt } from "./lib/auth/login-attempts.ts";
import { verifyPassword } from "./lib/auth/password.ts";
import { openSession } from "./lib/auth/session.ts";
import { publicUser } from "./lib/auth/user.ts";
import { type UserRow, users } from "./lib/db/tables.ts";
import { lockKey, readOwner } from "./lib/db/unique-keys.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("login", {
  "POST /v1/login": async ({ body: { username, password, device }, sourceIp, now }) => {
    const lock = lockKey("username", username);
    const token = await readDeviceToken(device);
    // Only with a token does it matter whose name this is before the attempt is counted.
    const named = token && findUser(lock);
    const isKnown = token && isDeviceOf(token, await named);
    const attempt = (isKnown && (await countDeviceAttempt(token))) || (await countAttempt(lock, sourceIp, now));
    const user = await (named ?? findUser(lock));
    const isCorrect = await verifyPassword(password, user?.password);
    if (!user || user.kind || !isCorrect) throw new Failure("UNAUTHORIZED");
    await attempt.succeeded();
    const [session, next] = await Promise.all([openSession(user, now), issueDeviceToken(user, now)]);
    return { ...session, user: publicUser(user), device: next, now: now.toISOString() };
  },
});

/** Makes both reads for unknown names too, so that the time does not reveal whether a name exists. */
const findUser = async (lock: string): Promise<UserRow | undefined> => users.find((await readOwner(lock)) ?? "nobody");
