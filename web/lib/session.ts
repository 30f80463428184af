// Who is signed in: token and user, kept in localStorage, restored on load and followed by other tabs.
import { useSyncExternalStore } from "react";
import { catalogue } from "#shared/failure.ts";
import type { Session, User } from "#shared/user.ts";
import { say } from "./say.ts";
import { newWatchers } from "./watchers.ts";

/** The user outlives the token: it prefills the next sign-in. */
interface SignedIn {
  token: string | null;
  user: User | null;
  /** How the last session here ended. */
  left?: Leaving;
}

type Leaving = "logout" | "expired";

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
const changes = newWatchers();
const departures = newWatchers<[why: Leaving, user: User | null]>();

const become = (next: SignedIn): void => {
  current = next;
  changes.tell();
};

export const session = (): SignedIn => current;
export const useSession = (): SignedIn => useSyncExternalStore(changes.watch, session);

/** Calls back before a session ends, while its user is still known. */
export const onLeave = departures.watch;

export const signIn = ({ token, user }: Session): void => {
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("token", token);
  say.forget("session");
  become({ token, user });
};

const depart = (left: Leaving, next: SignedIn): void => {
  departures.tell(left, current.user);
  become({ ...next, token: null, left });
};

const end = (why: Leaving): void => {
  localStorage.removeItem("token");
  depart(why, current);
};

export const logout = (): void => end("logout");

/** The server no longer knows this token. Many calls may find out at once; only the first says so. */
export const expire = (token: string): void => {
  if (current.token !== token) return;
  returnLater(location.pathname + location.search, current.user?._id);
  end("expired");
  say.failure(catalogue.UNAUTHORIZED.message, "session");
};

addEventListener("storage", ({ key }) => {
  if (key !== "token" && key !== "user" && key !== null) return;
  const next = restore();
  // However it ended elsewhere, what is typed here waits for the same user.
  if (current.token && !next.token) depart("expired", next);
  else become(next);
});

/** Remembers where to go after the next sign-in, of this user only when one is named. */
export const returnLater = (path: string, user?: string): void =>
  sessionStorage.setItem("return", JSON.stringify({ path, user }));

/** Where this user was going, until it is forgotten. */
export const returnOf = (user: string): string | undefined => {
  const kept = sessionStorage.getItem("return");
  const left: { path: string; user?: string } | null = kept ? JSON.parse(kept) : null;
  return left && (!left.user || left.user === user) ? left.path : undefined;
};

export const forgetReturn = (): void => sessionStorage.removeItem("return");
