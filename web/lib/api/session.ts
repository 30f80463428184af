// Who is signed in: token and user, kept in localStorage, restored on load and followed by other tabs.
import { useSyncExternalStore } from "react";
import { catalogue } from "#shared/failure.ts";
import type { Session, User } from "#shared/user.ts";
import { newEmitter } from "../emitter.ts";
import { toast } from "../toast.ts";

/** The user outlives the token: it prefills the next sign-in. */
interface SignedIn {
  token: string | null;
  user: User | null;
  /** How the last session here ended. */
  endedBy?: SessionEnd;
}

type SessionEnd = "logout" | "expired";

const storedUser = (): User | null => {
  try {
    return JSON.parse(localStorage.getItem("user") ?? "null");
  } catch {
    return null;
  }
};

/** A token without its user, from a damaged store, opens nothing. */
const restore = (): SignedIn => {
  const user = storedUser();
  return { token: user && localStorage.getItem("token"), user };
};

let current = restore();
const changes = newEmitter();
const departures = newEmitter<[why: SessionEnd, user: User | null]>();

const become = (next: SignedIn): void => {
  current = next;
  changes.emit();
};

export const session = (): SignedIn => current;
export const useSession = (): SignedIn => useSyncExternalStore(changes.subscribe, session);

/** Calls back before a session ends, while its user is still known. */
export const onSessionEnd = departures.subscribe;

export const signIn = ({ token, user }: Session): void => {
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("token", token);
  toast.dismiss("session");
  become({ token, user });
};

const end = (why: SessionEnd): void => {
  localStorage.removeItem("token");
  departures.emit(why, current.user);
  become({ ...current, token: null, endedBy: why });
};

export const logout = (): void => end("logout");

/** The server no longer knows this token. Many calls may find out at once; only the first says so. */
export const expireSession = (token: string): void => {
  if (current.token !== token) return;
  saveReturnPath(location.pathname + location.search, current.user?._id);
  end("expired");
  toast.error(catalogue.UNAUTHORIZED.message, "session");
};

addEventListener("storage", ({ key }) => {
  if (key !== "token" && key !== "user" && key !== null) return;
  const next = restore();
  const over = current.token !== null && (next.token === null || next.user?._id !== current.user?._id);
  // However it ended elsewhere, what is typed here waits for the same user.
  if (over) departures.emit("expired", current.user);
  become({ ...next, ...(over && { endedBy: "expired" }) });
});

/** Remembers where to go after the next sign-in, of this user only when one is named. */
export const saveReturnPath = (path: string, user?: string): void =>
  sessionStorage.setItem("return", JSON.stringify({ path, user }));

/** Where this user was going, until it is forgotten. */
export const returnPathOf = (user: string): string | undefined => {
  const kept = sessionStorage.getItem("return");
  const left: { path: string; user?: string } | null = kept ? JSON.parse(kept) : null;
  return left && (!left.user || left.user === user) ? left.path : undefined;
};

export const clearReturnPath = (): void => sessionStorage.removeItem("return");
