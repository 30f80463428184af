// The call that signs in, the messages of its failures, and the device tokens for later sign-ins. A file of its own,
// since the sign-in and the user form are in separate chunks.
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { attempt } from "../../lib/api/client.ts";
import type { Refusal } from "../../lib/api/result.ts";
import { logout, saveReturnPath, signIn } from "../../lib/api/session.ts";
import { noteServerTime } from "../../lib/clock-error.ts";
import { readStored, writeText } from "../../lib/stored.ts";
import { toast } from "../../lib/toast.ts";

/** Signs in, and returns the failure if that is refused or unanswered. */
export const signInWith = async (username: string, password: string): Promise<Refusal | undefined> => {
  const device = deviceTokenOf(username);
  const session = await attempt("POST /v1/login", { body: { username, password, device } });
  if (!session.ok) return session.failure;
  noteServerTime(session.answer.now);
  storeDeviceToken(username, session.answer.device);
  await signIn(session.answer);
  return undefined;
};

export const signInFailureText = (failure: Refusal): string => {
  if (!(failure instanceof Failure)) return failure.message;
  if (failure.code === "UNAUTHORIZED") return "Invalid credentials";
  if (failure.code !== "TOO_MANY_REQUESTS") return failure.message;
  // The gateway gives no time: it refuses only while too many requests arrive.
  if (!failure.retryAfter) return "Too many sign-ins at once. Try again in a minute.";
  const reason = "Too many failed sign-ins for this username.";
  const minutes = Math.ceil(failure.retryAfter / 60);
  if (minutes <= 15) return `${reason} Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
  const hours = Math.ceil(minutes / 60);
  const wait = hours === 1 ? "an hour" : `${hours} hours`;
  return `${reason} Try again in ${wait}, use a device where you have signed in before, or ask a manager for a new password.`;
};

/** Usernames with their device tokens, the latest last. They stay after a logout: each counts for its username only. */
const storageKey = "devices";
const maxDevices = 5;

type Stored = [username: string, token: string];

const isStored = (one: unknown): one is Stored =>
  Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string");

const storedDevices = (): Stored[] => (readStored("localStorage", storageKey, Array.isArray) ?? []).filter(isStored);

const deviceTokenOf = (username: string): string | undefined =>
  storedDevices().find(([name]) => name === normalised(username))?.[1];

const storeDeviceToken = (username: string, token: string): void => {
  const otherDevices = storedDevices().filter(([name]) => name !== normalised(username));
  const devices = [...otherDevices, [normalised(username), token]].slice(-maxDevices);
  writeText("localStorage", storageKey, JSON.stringify(devices));
};

/** Changing your own password ends the session, so the new password signs in again at once. */
export const passwordChangedText = "Password changed: you are signed in with the new one";

/** Signs in after a password change. If that fails the user is asked to sign in, and returns to `path` afterwards. */
export const signInAgain = async (username: string, password: string, path: string): Promise<void> => {
  const failure = await signInWith(username, password);
  if (!failure) return void toast.success(passwordChangedText);
  toast.error(signInFailureText(failure));
  saveReturnPath(path);
  await logout();
  toast.info("Password changed: please sign in with the new one", "session");
};
