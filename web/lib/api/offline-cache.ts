// Stores the answers that screens have read, for use without a network. Only this part is loaded with the sign-in;
// offline-store.ts, which reads and writes them, is loaded later.
import { whenIdle } from "../when-idle.ts";
import type { LastKnown } from "./offline-store.ts";
import { onSessionEnd, session, sessionTag, signedOutBefore } from "./session.ts";

/** Loads the store; the start does so early, since the catalogue is read from it. */
export const loadStore = () => import("./offline-store.ts");

/** Stores an answer that the session of this token got, once the browser is idle. */
export const keepAnswer = (
  token: string | null,
  address: string,
  pages: string[] | (() => string[]),
  truncated = false,
): void => {
  const { token: current, user } = session();
  if (!token || token !== current || !user) return;
  const answer = { user: user._id, session: sessionTag(token), address, pages, truncated, at: Date.now() };
  whenIdle(() => void loadStore().then(({ keep }) => keep(answer), ignore));
};

/** The answer that is stored for an address; null if there is none. */
export const lastKnown = (address: string): Promise<LastKnown | null> =>
  loadStore()
    .then(({ restore }) => restore(address))
    .catch(() => null);

const ignore = () => undefined;

onSessionEnd((reason, user) => {
  const { token } = session();
  if (reason !== "logout" || !user || !token) return;
  void loadStore().then(({ clearSignedOut }) => clearSignedOut([user._id, sessionTag(token)]), ignore);
});

/** Clears the lists of a signed-out user, if the tab was closed before they were cleared. */
export const clearLeftoverLists = (): void => {
  const signedOut = signedOutBefore();
  if (signedOut) void loadStore().then(({ clearSignedOut }) => clearSignedOut(signedOut), ignore);
};
