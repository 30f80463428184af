// A browser that is signed in, as after the sign-in screen.
import type { Page } from "playwright-core";
import type { StoredSession } from "#web/lib/api/session.ts";
import { databaseName, stores } from "#web/lib/api/session-database.ts";
import type { Client, TestWorld } from "./world.ts";

/** A file of the site that runs no script. */
export const blank = "/config.json";

/** Stores the session of a client, which every page of the tab's context then opens with. */
export const storeSession = async (page: Page, world: TestWorld, who: Client): Promise<void> => {
  const { body } = await world.root.get("/v1/users");
  const user = body.find(({ _id }: { _id: string }) => _id === who._id);
  if (page.url() !== world.site + blank) await page.goto(world.site + blank);
  await storeCurrent(page, { token: who.token, user });
};

/** Stores it as the session of the page's browser, and tells the open tabs. */
export const storeCurrent = (page: Page, session: StoredSession): Promise<void> =>
  page.evaluate(write, { session, name: databaseName, stores });

const write = (given: { session: StoredSession; name: string; stores: readonly string[] }): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(given.name, 1);
    opening.onupgradeneeded = () => {
      for (const store of given.stores) opening.result.createObjectStore(store);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction("session", "readwrite");
      change.objectStore("session").put(given.session, "current");
      change.oncomplete = () => {
        opening.result.close();
        new BroadcastChannel("session").postMessage("changed");
        resolve();
      };
    };
  });

/** The session that the page's browser opens with. */
export const storedSession = (page: Page): Promise<StoredSession | undefined> =>
  page.evaluate(
    (name) =>
      new Promise<StoredSession | undefined>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("session").objectStore("session").get("current");
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    databaseName,
  );
