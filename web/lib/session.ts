// Who is signed in: token and user, kept in localStorage, restored on load and followed by other tabs.
import { useSyncExternalStore } from "react";
import { catalogue } from "#shared/failure.ts";
import type { Session, User } from "#shared/user.ts";
import { say } from "./say.ts";

/** The user outlives the token: it prefills the next sign-in. */
export interface SignedIn {
  token: string | null;
  user: User | null;
}

type Leaving = "logout" | "expired";

const restore = (): SignedIn => {
  const text = localStorage.getItem("user");
  return { token: localStorage.getItem("token"), user: text ? JSON.parse(text) : null };
};

let current = restore();
const watchers = new Set<() => void>();
const leavers = new Set<(why: Leaving, user: User | null) => void>();

const become = (next: SignedIn): void => {
  current = next;
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const session = (): SignedIn => current;
export const useSession = (): SignedIn => useSyncExternalStore(watch, session);

/** Calls back before a session ends, while its user is still known. */
export const onLeave = (leaver: (why: Leaving, user: User | null) => void): (() => void) => {
  leavers.add(leaver);
  return () => leavers.delete(leaver);
};

export const signIn = ({ token, user }: Session): void => {
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("token", token);
  say.forget("session");
  become({ token, user });
};

const end = (why: Leaving): void => {
  for (const leaver of leavers) leaver(why, current.user);
  localStorage.removeItem("token");
  become({ ...current, token: null });
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
  if (key === "token" || key === "user" || key === null) become(restore());
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
