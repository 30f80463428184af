// Changing your own password ends the session, so the new password signs in again at once.
// A file of its own: the first sign-in and the user form, in separate chunks, both need it.
import { attempt, type Refusal } from "../../lib/api/client.ts";
import { logout, saveReturnPath, signIn } from "../../lib/api/session.ts";
import { failureText, toast } from "../../lib/toast.ts";

export const passwordChangedText = "Password changed: you are signed in with the new one";

/** Signs in, and returns the failure if that is refused or unanswered. */
export const signInWith = async (username: string, password: string): Promise<Refusal | undefined> => {
  const session = await attempt("POST /v1/login", { body: { username, password } });
  if (!session.ok) return session.failure;
  signIn(session.answer);
  return undefined;
};

/** Signs in after a password change. If that fails the user is asked to sign in, and returns to `path` afterwards. */
export const signInAgain = async (username: string, password: string, path: string): Promise<void> => {
  const failure = await signInWith(username, password);
  if (!failure) return void toast.success(passwordChangedText);
  toast.error(failureText(failure.message, failure.details));
  saveReturnPath(path);
  logout();
  toast.info("Password changed: please sign in with the new one", "session");
};
