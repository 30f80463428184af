// Ends sessions at the server: after a logout, at later starts, and when the network or the person returns, until it
// has answered.
import { clientCalls } from "#shared/call-facts.ts";
import { address, config } from "./address.ts";
import { callTimeout } from "./client.ts";
import { onSessionChange } from "./session.ts";
import { changeStored, database, inTime, unstoredEnds } from "./session-database.ts";

export const readEnds = async (): Promise<string[]> => {
  const stored = await inTime(database().then((db) => db.getAllKeys("ends"))).catch(() => []);
  return [...new Set([...stored, ...unstoredEnds])];
};

const dropEnd = async (ticket: string): Promise<void> => {
  unstoredEnds.delete(ticket);
  await changeStored((change) => change.objectStore("ends").delete(ticket));
};

/** By the claim in the token; one that cannot be read ends nothing. */
const hasExpired = (ticket: string): boolean => {
  try {
    const [, claims = ""] = ticket.split(".");
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).exp * 1_000 < Date.now();
  } catch {
    return true;
  }
};

/** Whether the ticket need not be sent again: its session is over, or it is not valid. */
const isSettled = async (ticket: string): Promise<boolean> => {
  const { api } = await config();
  const response = await fetch(new URL(address(clientCalls.signOut), api), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ end: ticket }),
    signal: AbortSignal.timeout(callTimeout),
  });
  if (response.status === 204) return true;
  // Only a refusal by the API itself counts.
  const { code } = await response.json();
  // A server that does not know the signing key may know it later.
  return code === "BAD_REQUEST" || (code === "UNAUTHORIZED" && hasExpired(ticket));
};

const sending = new Set<string>();

const sendEnds = async (): Promise<void> => {
  for (const ticket of await readEnds()) {
    if (sending.has(ticket)) continue;
    sending.add(ticket);
    if (await isSettled(ticket).catch(() => false)) await dropEnd(ticket);
    sending.delete(ticket);
  }
};

/** Sends the waiting end tickets, and from now on every new one. */
export const startEndingSessions = (): void => {
  const send = () => void sendEnds();
  onSessionChange(send);
  for (const event of ["online", "pageshow"]) addEventListener(event, send);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send());
  send();
};
