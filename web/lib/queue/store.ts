// The items of this device: stored before any is sent, the same in every tab, and in memory if the storage refuses.
import { newEmitter } from "../emitter.ts";
import { type Item, type ItemId, isItem, type NewItem } from "./item.ts";

/** The table inside a transaction of the storage. */
export interface StoredTable {
  find: (id: ItemId) => Promise<Item | undefined>;
  put: (item: Item) => Promise<unknown>;
  delete: (id: ItemId) => Promise<unknown>;
  /** The highest place that is taken, by a row whose place is a number; 0 if there is none. */
  lastPlace: () => Promise<number>;
}

export interface Storage {
  /** All rows, in any order. */
  read: () => Promise<unknown[]>;
  /**
   * Runs `work` as one transaction over all tabs: all of it happens or nothing. `strict` returns only once the disk has
   * it. Throws if the storage refuses. An abort ends it, unless it is being completed.
   */
  transact: <T>(
    work: (table: StoredTable) => Promise<T>,
    options: { strict: boolean; signal: AbortSignal },
  ) => Promise<T>;
}

/** The table inside a change. */
export interface Table extends Pick<StoredTable, "find" | "delete"> {
  put: <I extends Item>(item: I) => Promise<unknown>;
  /** Appends it, and returns it with its place in the order. */
  add: <I extends Item>(item: NewItem<I>) => Promise<I>;
}

/** Reaches the other tabs of this device. */
export interface Channel<T> {
  post: (message: T) => void;
  subscribe: (listener: (message: T) => void) => () => void;
}

export interface StoreParts {
  storage: Storage;
  otherTabs: Channel<"changed">;
  /** Resolves after the time within which any working storage answers. */
  timeout: () => Promise<void>;
}

export interface Store {
  items: () => readonly Item[];
  /** Stored rows that this app cannot read: damaged ones, and those of a newer app. They stay as they are. */
  damaged: () => readonly unknown[];
  /** Judges rows so. Until it is known which are whole, none is read. */
  judgeBy: (isWhole: (item: Item) => boolean) => void;
  subscribe: (listener: () => void) => () => void;
  /** Stores changes that the storage refused before, and reads the stored items into memory. */
  read: () => Promise<void>;
  /**
   * Changes items in one transaction over all tabs, one change after the other. If the storage refuses, `work` runs a
   * second time and changes them in memory.
   */
  change: <T>(work: (table: Table) => Promise<T>, options?: { strict?: boolean }) => Promise<T>;
}

/** By kind and key; undefined is a deleted item. */
type Changes = Map<string, Item | undefined>;

const nameOf = ({ kind, key }: ItemId): string => JSON.stringify([kind, key]);

const idOf = (name: string): ItemId => {
  const [kind, key] = JSON.parse(name);
  return { kind, key };
};

const withChanges = (items: readonly Item[], changes: Changes): Item[] =>
  [...items.filter((item) => !changes.has(nameOf(item))), ...changes.values()].filter((item) => item !== undefined);

const inOrder = (items: readonly Item[]): Item[] => items.toSorted((a, b) => a.seq - b.seq);

const late = Symbol("late");

/** Changes nothing itself; only retries changes that the storage refused before. */
const catchUpAlone = async (): Promise<void> => undefined;

export const newStore = ({ storage, otherTabs, timeout }: StoreParts): Store => {
  let stored: readonly Item[] = [];
  let damaged: readonly unknown[] = [];
  let judge: ((item: Item) => boolean) | undefined;
  const isWhole = (row: unknown): row is Item => isItem(row) && (!judge || judge(row));
  /** Changes that the storage refused, or items that it may not hold. They override the stored ones. */
  const memory: Changes = new Map();
  let current: readonly Item[] = [];
  /** A transaction hangs: until it ends or fails, the storage is not used. */
  let isHanging = false;
  /** Raised when the known state of the storage changes. */
  let version = 0;
  const changed = newEmitter();
  const show = () => {
    current = inOrder(withChanges(stored, memory));
    changed.emit();
  };

  const orLate = <T>(work: Promise<T>): Promise<T | typeof late> =>
    Promise.race([work, timeout().then((): typeof late => late)]);

  const read = async (): Promise<void> => {
    if ([...memory.values()].some((item) => !item?.secret)) await change(catchUpAlone);
    if (isHanging || !judge) return;
    const before = version;
    const rows = await orLate(storage.read()).catch(() => late);
    // Unreadable rows may be readable later: known items stay.
    if (!Array.isArray(rows)) return;
    if (before !== version) return read();
    damaged = rows.filter((row) => !isWhole(row));
    stored = rows.filter(isWhole);
    show();
  };

  const lastPlaceOf = (items: readonly Item[]) => Math.max(0, ...items.map(({ seq }) => seq));

  const memoryTable = (changes: Changes): Table => {
    const view = () => withChanges(current, changes);
    const set = async (id: ItemId, item: Item | undefined) => void changes.set(nameOf(id), item);
    return {
      find: async (id) => view().find((item) => nameOf(item) === nameOf(id)),
      put: (item) => set(item, item),
      add: async (item) => {
        const added = { ...item, seq: lastPlaceOf(view()) + 1, unstored: true } as never;
        await set(item, added);
        return added;
      },
      delete: (id) => set(id, undefined),
    };
  };

  const inMemory = async <T>(work: (table: Table) => Promise<T>): Promise<T> => {
    const changes: Changes = new Map();
    const result = await work(memoryTable(changes));
    for (const [name, item] of changes) memory.set(name, item);
    if (changes.size > 0) show();
    return result;
  };

  /** The storage's table, but for items that may not be stored. */
  const storedTable = (table: StoredTable, changes: Changes, secrets: Changes): Table => {
    const secretOf = (id: ItemId) =>
      secrets.has(nameOf(id)) ? secrets.get(nameOf(id)) : memory.get(nameOf(id))?.secret && memory.get(nameOf(id));
    const put = async (item: Item) => {
      if (item.secret) return void secrets.set(nameOf(item), item);
      const { unstored: _, ...row } = item;
      changes.set(nameOf(row), row);
      await table.put(row);
    };
    return {
      find: async (id) => {
        const found = secretOf(id) || (await table.find(id));
        return found && isWhole(found) ? found : undefined;
      },
      put,
      add: async (item) => {
        const seq = Math.floor(Math.max(await table.lastPlace(), lastPlaceOf(current))) + 1;
        const added = { ...item, seq } as never;
        await put(added);
        return added;
      },
      delete: async (id) => {
        if (secretOf(id)) return void secrets.set(nameOf(id), undefined);
        changes.set(nameOf(id), undefined);
        return table.delete(id);
      },
    };
  };

  /** Retries changes that the storage refused before; rows that were deleted meanwhile stay deleted. */
  const catchUp = async (table: StoredTable, changes: Changes) => {
    for (const [name, item] of memory) {
      if (item?.secret) continue;
      const { unstored = false, ...row } = item ?? ({} as Item);
      const isThere = item && (unstored || (await table.find(item)));
      if (isThere) await table.put(row);
      else await table.delete(idOf(name));
      changes.set(name, isThere ? row : undefined);
    }
  };

  const inStorage = async <T>(work: (table: Table) => Promise<T>, strict: boolean): Promise<T> => {
    const changes: Changes = new Map();
    const secrets: Changes = new Map();
    const giveUp = new AbortController();
    const transaction = storage.transact(
      async (table) => {
        await catchUp(table, changes);
        return work(storedTable(table, changes, secrets));
      },
      { strict, signal: giveUp.signal },
    );
    const result = await orLate(transaction);
    if (result === late) {
      giveUp.abort();
      isHanging = true;
      const end = () => {
        isHanging = false;
        // Catches up, and reads what the hanging transaction has done after all.
        void change(catchUpAlone).then(read);
      };
      transaction.then(end, end);
      throw new Error("The storage does not answer");
    }
    version += 1;
    stored = withChanges(stored, changes);
    for (const name of changes.keys()) memory.delete(name);
    for (const [name, item] of secrets) {
      if (item) memory.set(name, item);
      else memory.delete(name);
    }
    if (changes.size + secrets.size > 0) show();
    if (changes.size > 0) otherTabs.post("changed");
    return result;
  };

  let changing: Promise<unknown> = Promise.resolve();
  const change: Store["change"] = (work, { strict = false } = {}) => {
    const done = changing.then(async () => {
      if (isHanging) return inMemory(work);
      try {
        return await inStorage(work, strict);
      } catch (error) {
        console.error("It could not be stored on this device", error);
        return inMemory(work);
      }
    });
    changing = done.catch(() => undefined);
    return done;
  };

  otherTabs.subscribe(() => void read());
  return {
    items: () => current,
    damaged: () => damaged,
    judgeBy: (isWhole) => {
      judge = isWhole;
    },
    subscribe: changed.subscribe,
    read,
    change,
  };
};
