// The call that signs in, what its failures say, and the device tokens that the next sign-ins send along. A file of its
// own: the sign-in, the first sign-in and the user form, in separate chunks, all need it.
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { attempt, type Refusal } from "../../lib/api/client.ts";
import { signIn } from "../../lib/api/session.ts";

/** Signs in, and returns the failure if that is refused or unanswered. */
export const signInWith = async (username: string, password: string): Promise<Refusal | undefined> => {
  const device = deviceTokenOf(username);
  const session = await attempt("POST /v1/login", { body: { username, password, device } });
  if (!session.ok) return session.failure;
  storeDeviceToken(username, session.answer.device);
  signIn(session.answer);
  return undefined;
};

export const signInFailureText = (failure: Refusal): string => {
  if (!(failure instanceof Failure)) return failure.message;
  if (failure.code === "UNAUTHORIZED") return "Invalid credentials";
  if (failure.code !== "TOO_MANY_REQUESTS") return failure.message;
  // The gateway does not say when, for it refuses only while too many requests arrive.
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

/** None if the storage is damaged. */
const storedDevices = (): Stored[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    return [];
  }
};

const deviceTokenOf = (username: string): string | undefined =>
  storedDevices().find(([name]) => name === normalised(username))?.[1];

/** An API of an earlier release answers none. */
const storeDeviceToken = (username: string, token: string | undefined): void => {
  if (!token) return;
  const others = storedDevices().filter(([name]) => name !== normalised(username));
  const devices = [...others, [normalised(username), token]].slice(-maxDevices);
  localStorage.setItem(storageKey, JSON.stringify(devices));
};
