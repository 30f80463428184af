// A database of the browser that is opened by its first use.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Opens it again if another tab has removed it, or the user has cleared the storage. Rejects where there is none. */
export const lazyDatabase = <S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  let opened: Promise<IDBPDatabase<S>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  // Async, since some browsers throw where they have no storage.
  return async () => {
    opened ??= openDB<S>(name, 1, {
      upgrade: create,
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  };
};
