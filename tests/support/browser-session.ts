// Browser pages that open with a session, as after a sign-in.
import type { BrowserContext } from "playwright-core";
import type { Client, TestWorld } from "./world.ts";

/** Every page of the context opens with the session of the client. */
export const openSignedIn = async (context: BrowserContext, world: TestWorld, who: Client): Promise<void> => {
  const { body } = await world.root.get("/v1/users");
  const user = body.find(({ _id }: { _id: string }) => _id === who._id);
  await context.addInitScript(storeSession, { site: world.site, token: who.token, user });
};

interface StoredSession {
  site: string;
  token: string | undefined;
  user: unknown;
}

/** Runs in the page before its own scripts, and only once, so that a page can sign out. */
const storeSession = ({ site, token, user }: StoredSession): void => {
  if (location.origin !== site) return;
  if (localStorage.getItem("user") || !token) return;
  localStorage.setItem("user", JSON.stringify(user));
  localStorage.setItem("token", token);
};
