// Changing your own password ends the session, so the new password signs in again at once.
// A file of its own: the first sign-in and the user form, in separate chunks, both need it.
import { logout, saveReturnPath } from "../../lib/api/session.ts";
import { toast } from "../../lib/toast.ts";
import { signInFailureText, signInWith } from "./sign-in.ts";

export const passwordChangedText = "Password changed: you are signed in with the new one";

/** Signs in after a password change. If that fails the user is asked to sign in, and returns to `path` afterwards. */
export const signInAgain = async (username: string, password: string, path: string): Promise<void> => {
  const failure = await signInWith(username, password);
  if (!failure) return void toast.success(passwordChangedText);
  toast.error(signInFailureText(failure));
  saveReturnPath(path);
  logout();
  toast.info("Password changed: please sign in with the new one", "session");
};
