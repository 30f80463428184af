// A new password of one's own ends the session; it opens the next one at once.
import { attempt } from "./call.ts";
import { lines, say } from "./say.ts";
import { logout, returnLater, signIn } from "./session.ts";

export const signInAgain = async (username: string, password: string): Promise<void> => {
  const session = await attempt("POST /v1/login", { body: { username, password } });
  if (session.ok) {
    signIn(session.answer);
    say.done("Password changed: you are signed in with the new one");
    return;
  }
  say.failure(lines(session.failure.message, session.failure.details));
  returnLater("/users");
  logout();
  say.note("Password changed: please sign in with the new one", "session");
};
