// The signed-in user and token: stored in localStorage, restored on load, and shared by all tabs.
import { useSyncExternalStore } from "react";
import { failureCatalogue } from "#shared/failure.ts";
import type { Session, User } from "#shared/user.ts";
import { newEmitter } from "../emitter.ts";
import { toast } from "../toast.ts";

/** The user outlives the token, to prefill the next sign-in. */
interface SignedIn {
  token: string | null;
  user: User | null;
  /** How the last session in this tab ended. */
  endedBy?: SessionEnd;
}

/** In localStorage: whose lists are to be cleared. It stays until they are, even if the tab is closed before. */
export const signedOutKey = "signed out";

type SessionEnd = "logout" | "expired";

const storedUser = (): User | null => {
  try {
    return JSON.parse(localStorage.getItem("user") ?? "null");
  } catch {
    return null;
  }
};

/** A token without its user, left by damaged storage, is ignored. */
const restore = (): SignedIn => {
  const user = storedUser();
  return { token: user && localStorage.getItem("token"), user };
};

let current = restore();
const changes = newEmitter();
const ends = newEmitter<[reason: SessionEnd, user: User | null]>();

const setSession = (next: SignedIn): void => {
  current = next;
  changes.emit();
};

export const session = (): SignedIn => current;
export const useSession = (): SignedIn => useSyncExternalStore(changes.subscribe, session);

/** Subscribes to the end of a session; listeners run while its user is still known. */
export const onSessionEnd = ends.subscribe;

export const signIn = ({ token, user }: Pick<Session, "token" | "user">): void => {
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("token", token);
  toast.dismiss("session");
  setSession({ token, user });
};

const end = (reason: SessionEnd): void => {
  localStorage.removeItem("token");
  ends.emit(reason, current.user);
  setSession({ ...current, token: null, endedBy: reason });
};

export const logout = (): void => end("logout");

/** Asks before a logout; replaced once there is something to ask about. */
const logoutQuestion: { ask?: () => Promise<boolean> } = {};
export const askBeforeLogout = (ask: () => Promise<boolean>): void => {
  logoutQuestion.ask = ask;
};
export const confirmLogout = async (): Promise<void> => {
  if ((await logoutQuestion.ask?.()) !== false) logout();
};

/** Ends the session whose token the server refused. Many calls may find out at once; only the first shows a toast. */
export const expireSession = (token: string): void => {
  if (current.token !== token) return;
  saveReturnPath(location.pathname + location.search, current.user?._id);
  end("expired");
  toast.error(failureCatalogue.UNAUTHORIZED.message, "session");
};

addEventListener("storage", ({ key }) => {
  if (key !== "token" && key !== "user" && key !== null) return;
  const next = restore();
  const over = current.token !== null && (next.token === null || next.user?._id !== current.user?._id);
  // However it ended in the other tab, a draft typed here is kept for the same user.
  if (over) ends.emit("expired", current.user);
  setSession({ ...next, ...(over && { endedBy: "expired" }) });
});

/** Stores the path to open after the next sign-in, of this user only if one is given. */
export const saveReturnPath = (path: string, user?: string): void =>
  sessionStorage.setItem("return", JSON.stringify({ path, user }));

/** The stored path, if it may be opened for this user. */
export const returnPathOf = (user: string): string | undefined => {
  const kept = sessionStorage.getItem("return");
  const left: { path: string; user?: string } | null = kept ? JSON.parse(kept) : null;
  return left && (!left.user || left.user === user) ? left.path : undefined;
};

export const clearReturnPath = (): void => sessionStorage.removeItem("return");
