// What a site has stored in the browser, in every store it has.
import type { Page } from "playwright-core";

/** All of it as text; compressed lists are unpacked. */
export const storedText = (page: Page): Promise<string> => page.evaluate(readAll);

/** The addresses whose answers are stored for use without a network, of all users. */
export const storedLists = async (page: Page): Promise<string[]> =>
  [...(await storedText(page)).matchAll(/"address":"([^"]+)"/g)].map(([, address = ""]) => address);

/** Runs in the page. */
const readAll = async (): Promise<string> => {
  const finished = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const readable = async (value: unknown): Promise<unknown> => {
    if (value instanceof Blob) return new Response(value.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).map(async ([name, field]) => [name, await readable(field)]);
    return Object.fromEntries(await Promise.all(fields));
  };
  const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await finished(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await finished(database.transaction(store).objectStore(store).getAll());
      for (const row of rows) texts.push(JSON.stringify(await readable(row)));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
  }
  return texts.join("\n");
};
