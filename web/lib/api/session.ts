// The signed-in user and token, the same in all tabs. They are in IndexedDB, since entries deleted from localStorage
// can come back when the browser is killed; without storage they live as long as the page.
import { useSyncExternalStore } from "react";
import { failureCatalogue } from "#shared/failure.ts";
import { mayAct, roles } from "#shared/role.ts";
import type { Session, User } from "#shared/user.ts";
import { newEmitter } from "../emitter.ts";
import { fitting, type Guard, isOneOf, isOptional, isShape, isText, readStored, writeText } from "../stored.ts";
import { toast } from "../toast.ts";
import { changeStored, readStoredCurrent, readStoredSession, type Stored, unstoredEnds } from "./session-database.ts";

/** The user outlives the token, to prefill the next sign-in. */
interface SignedIn {
  token: string | null;
  user: User | null;
  /** The end ticket: ends the session at the server. */
  end?: string | undefined;
  /** How the last session in this tab ended. */
  endedBy?: SessionEnd;
}

type SessionEnd = "logout" | "expired";

/** The session as it is stored: without a token once it is over, but with the way it ended. */
export interface StoredSession {
  token?: string | undefined;
  end?: string | undefined;
  user: User;
  endedBy?: SessionEnd | undefined;
}

const isStoredSession = isShape({
  token: isOptional(isText),
  end: isOptional(isText),
  user: isShape<Pick<User, "_id" | "name" | "username" | "role">>({
    _id: isText,
    name: isText,
    username: isText,
    role: isOneOf(...roles),
  }),
  endedBy: isOptional(isOneOf("logout", "expired")),
}) as Guard<StoredSession>;

const parseSession = (row: unknown): StoredSession | undefined =>
  row === undefined ? undefined : fitting("session", row, isStoredSession);

/** The last characters of the token: they identify a session, and are useless to anybody else. */
export const sessionTag = (token: string): string => token.slice(-12);

/** The user whose lists are to be cleared, and the tag of the ended session. */
export type SignedOut = [user: string, session: string];

const isSignedOut = (value: unknown): value is SignedOut =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

let current: SignedIn = { token: null, user: null };
/** The session of this tab is the one that is stored. */
let isStored = true;
/** Tokens that this tab has ended: a storage that cannot be written still has them. */
const ended = new Set<string>();
let loaded: Pick<Stored, "drafts"> & { signedOut?: SignedOut | undefined } = { drafts: [] };
const changes = newEmitter();
const ends = newEmitter<[reason: SessionEnd, user: User | null]>();
const otherTabs = new BroadcastChannel("session");

const setSession = (next: SignedIn): void => {
  current = next;
  changes.emit();
};

export const session = (): SignedIn => current;
export const useSession = (): SignedIn => useSyncExternalStore(changes.subscribe, session);

/** Whether the user is at least a manager: executives do not open products, for example. */
export const useIsManager = (): boolean => {
  const { user } = useSession();
  return Boolean(user && mayAct(user.role, "manager"));
};

export const onSessionChange = changes.subscribe;
/** Subscribes to the end of a session; listeners run while its user is still known. */
export const onSessionEnd = ends.subscribe;

const signedInAs = (row: StoredSession | undefined): Pick<SignedIn, "token" | "user" | "end"> => ({
  token: row?.token ?? null,
  user: row?.user ?? null,
  end: row?.end,
});

/** Reads the stored session, once, before anything is drawn. */
export const loadSession = async (): Promise<void> => {
  const stored = await readStoredSession();
  if (!stored) return;
  const { current: row, signedOut, drafts } = stored;
  loaded = { drafts, signedOut: signedOut === undefined ? undefined : fitting("signed out", signedOut, isSignedOut) };
  setSession(signedInAs(parseSession(row)));
};

/** The drafts of all users and tabs as the page was opened. */
export const loadedDrafts = (): Stored["drafts"] => loaded.drafts;
/** The user whose lists were not cleared yet when a tab was closed after the logout. */
export const signedOutBefore = (): SignedOut | undefined => loaded.signedOut;

/**
 * Stores what `work` makes of the stored session, nothing if undefined; `addEnd` stores an end ticket with it. The screen
 * changes afterwards, so that it agrees with what a killed browser opens with.
 */
const store = async (
  work: (before: StoredSession | undefined, addEnd: (ticket: string | undefined) => void) => StoredSession | undefined,
  more?: (change: Parameters<Parameters<typeof changeStored>[0]>[0]) => Promise<unknown>,
): Promise<boolean> => {
  const tickets: string[] = [];
  const done = await changeStored(async (change) => {
    const sessions = change.objectStore("session");
    const next = work(parseSession(await sessions.get("current")), (ticket) => ticket && tickets.push(ticket));
    await Promise.all([
      next && sessions.put(next, "current"),
      ...tickets.map((ticket) => change.objectStore("ends").put(Date.now(), ticket)),
      more?.(change),
    ]);
  }, true);
  if (done) otherTabs.postMessage("changed");
  return done;
};

/** A sign-in ends the session before it. */
export const signIn = async ({
  token,
  user,
  end,
}: Pick<Session, "token" | "user"> & { end?: string }): Promise<void> => {
  const former = current;
  const done = await store((before, addEnd) => {
    if (before?.token !== token) addEnd(before?.token && before.end);
    if (former.token !== token) addEnd(former.token === null ? undefined : former.end);
    return { token, user, end };
  });
  if (former.token !== null && former.token !== token) ended.add(former.token);
  if (!done && former.token !== null && former.token !== token && former.end) unstoredEnds.add(former.end);
  adoptSession({ token, user, end }, done);
};

/** Makes this the session of the tab; `inStorage` if it is the stored one. */
export const adoptSession = (next: Pick<SignedIn, "token" | "user" | "end">, inStorage = false): void => {
  isStored = inStorage;
  if (next.token !== null) ended.delete(next.token);
  toast.dismiss("session");
  setSession(next);
};

/** The signed-in user has changed their own name, username or role. */
export const updateUser = (user: User): void => {
  const { token } = current;
  setSession({ ...current, user });
  void store((before) => (before && before.token === token ? { ...before, user } : undefined));
};

/** Deletes the token at once; the server ends the session as soon as it can be reached. */
export const logout = async (): Promise<void> => {
  const { token, user, end } = current;
  if (token === null || !user) return;
  ends.emit("logout", user);
  ended.add(token);
  const done = await store(
    (before, addEnd) => {
      addEnd(end);
      // Another tab may have signed in as somebody else.
      return before?.token === undefined || before.token === token ? { user, endedBy: "logout" } : undefined;
    },
    (change) =>
      Promise.all([
        change.objectStore("session").put([user._id, sessionTag(token)] satisfies SignedOut, "signed out"),
        change.objectStore("drafts").delete(IDBKeyRange.bound([user._id], [user._id, []])),
      ]),
  );
  if (!done && end) unstoredEnds.add(end);
  setSession({ token: null, user, endedBy: "logout" });
};

/** Asks before a logout; replaced once there is something to ask about. */
const logoutQuestion: { ask?: () => Promise<boolean> } = {};
export const askBeforeLogout = (ask: () => Promise<boolean>): void => {
  logoutQuestion.ask = ask;
};
export const confirmLogout = async (): Promise<void> => {
  if ((await logoutQuestion.ask?.()) !== false) await logout();
};

/** Ends the session whose token the server refused. Many calls may find out at once; only the first shows a toast. */
export const expireSession = (token: string): void => {
  if (current.token !== token) return;
  const { user } = current;
  ended.add(token);
  saveReturnPath(location.pathname + location.search, user?._id);
  ends.emit("expired", user);
  setSession({ token: null, user, endedBy: "expired" });
  toast.error(failureCatalogue.UNAUTHORIZED.message, "session");
  void store((before) => (before?.token === token ? { user: before.user, endedBy: "expired" } : undefined));
};

/** Adopts the session that another tab has stored, if any. */
const syncSession = async (): Promise<void> => {
  const found = await readStoredCurrent();
  if (found && (isStored || current.token === null)) adoptStored(parseSession(found.current));
};

/** Whether the session still has this token, whatever other tabs have done. */
export const isStillSignedIn = async (token: string | null): Promise<boolean> => {
  await syncSession();
  return current.token === token;
};

const adoptStored = (row: StoredSession | undefined): void => {
  const next = signedInAs(row);
  if ([next.token, current.token].some((token) => token !== null && ended.has(token))) return;
  if (next.token === current.token && JSON.stringify(next.user) === JSON.stringify(current.user)) return;
  const isOver = current.token !== null && (next.token === null || next.user?._id !== current.user?._id);
  // Typed input stays for the same user, unless they have signed out.
  const isLogout = row?.endedBy === "logout" && row.user._id === current.user?._id;
  if (isOver) ends.emit(isLogout ? "logout" : "expired", current.user);
  isStored = true;
  // Also after a logout in another tab: only the tab in which it was pressed forgets its screen.
  setSession({ ...next, ...(isOver && { endedBy: "expired" }) });
};

const look = () => void syncSession();
otherTabs.addEventListener("message", look);
// A page that was kept for Back has missed what happened since.
addEventListener("pageshow", ({ persisted }) => persisted && look());

interface ReturnPath {
  path: string;
  user?: string | undefined;
}

const isReturnPath = isShape<ReturnPath>({ path: isText, user: isOptional(isText) });

/** Stores the path to open after the next sign-in, of this user only if one is given. */
export const saveReturnPath = (path: string, user?: string): void =>
  writeText("sessionStorage", "return", JSON.stringify({ path, user }));

/** The stored path, if it may be opened for this user. */
export const returnPathOf = (user: string): string | undefined => {
  const left = readStored("sessionStorage", "return", isReturnPath);
  return left && (!left.user || left.user === user) ? left.path : undefined;
};

export const clearReturnPath = (): void => writeText("sessionStorage", "return", undefined);
