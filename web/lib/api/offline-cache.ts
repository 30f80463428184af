// What screens have read, for when there is no network. Only what the first screen needs is here: offline-store.ts, which
// writes and reads it, is loaded when the browser is idle.
import type { LastKnown } from "./offline-store.ts";
import { onSessionEnd, session, signedOutKey } from "./session.ts";

const loadStore = () => import("./offline-store.ts");

/** Safari has no requestIdleCallback. */
export const whenIdle = (task: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(task);

/** The end of a token tells sessions apart, and is of no use to anybody else. */
const tail = -12;

/** Stores an answer to the session of this token, a little later. */
export const keepAnswer = (token: string | null, address: string, pages: string[], truncated = false): void => {
  const { token: current, user } = session();
  if (!token || token !== current || !user) return;
  const answer = { user: user._id, session: token.slice(tail), address, pages, truncated, at: Date.now() };
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
  const mark = JSON.stringify([user._id, token.slice(tail)]);
  localStorage.setItem(signedOutKey, mark);
  void loadStore().then(({ clearSignedOut }) => clearSignedOut(mark), ignore);
});
// The tab was closed before the lists were cleared: the store does that first.
if (localStorage.getItem(signedOutKey)) whenIdle(() => void loadStore().catch(ignore));
