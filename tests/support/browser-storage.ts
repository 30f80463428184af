// The data of a site in every store of the browser.
import type { Page } from "playwright-core";
import { databaseName } from "#web/lib/api/session-database.ts";

/** All of it as text; compressed lists are unpacked. */
export const storedText = (page: Page): Promise<string> => page.evaluate(readAll);

/** The addresses whose answers are stored for use without a network, of all users. */
export const storedLists = async (page: Page): Promise<string[]> =>
  [...(await storedText(page)).matchAll(/"address":"([^"]+)"/g)].map(([, address = ""]) => address);

/** The names of the drafts that are stored, of all users and tabs; `values` replaces some of theirs. */
export const storedDrafts = (page: Page, values?: object): Promise<string[]> =>
  page.evaluate(visitDrafts, { database: databaseName, values });

/** Runs in the page. */
const visitDrafts = ({ database, values }: { database: string; values?: object | undefined }): Promise<string[]> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(database, 1);
    opening.onsuccess = () => {
      const change = opening.result.transaction("drafts", "readwrite");
      const names: string[] = [];
      change.objectStore("drafts").openCursor().onsuccess = (event) => {
        const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
        if (!cursor) return;
        names.push((cursor.key as string[])[2] ?? "");
        if (values) cursor.update({ ...cursor.value, values: { ...cursor.value.values, ...values } });
        cursor.continue();
      };
      change.oncomplete = () => {
        opening.result.close();
        resolve(names);
      };
    };
  });

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
