// The count lines that were entered on this device: stored in IndexedDB, shown at once, and sent by count-sender.ts. Here
// they stay, so that a visit goes on after a reload or without a network, until their count is closed or the user signs out.
import type { DBSchema } from "idb";
import { useSyncExternalStore } from "react";
import type { User } from "#shared/user.ts";
import { onSessionEnd, session } from "../../lib/api/session.ts";
import { lazyDatabase } from "../../lib/database.ts";
import { newEmitter } from "../../lib/emitter.ts";

/** What a line is of: a user has one on this device for each product, or unknown code, and round. */
export interface LineOf {
  count: string;
  /** For messages: "C-14, Bhiwandi". */
  title: string;
  round: number;
  product?: string;
  code?: string;
}

export interface KeptLine extends LineOf {
  key: string;
  /** Its id on the server. */
  id: string;
  user: Pick<User, "_id" | "name">;
  quantity: number;
  /** Counts nothing: a stray scan that was taken back. */
  withdrawn: boolean;
  /** Raised with each change. */
  rev: number;
  /** The last rev that the server has. */
  sent: number;
  /** Milliseconds since 1970, by the clock of this device, of its first and last units. */
  began_at: number;
  at: number;
  /** Why the server refused it. */
  refusal?: string;
}

interface Schema extends DBSchema {
  lines: { key: string; value: KeptLine };
}

const database = lazyDatabase<Schema>("count lines", (db) => db.createObjectStore("lines", { keyPath: "key" }));

let lines: ReadonlyMap<string, KeptLine> = new Map();
const changes = newEmitter();

/** All lines of this device; those of other users too. */
export const countLines = (): readonly KeptLine[] => [...lines.values()];
let listed: readonly KeptLine[] = [];
export const useCountLines = (): readonly KeptLine[] => useSyncExternalStore(changes.subscribe, () => listed);
export const onCountLinesChange = changes.subscribe;

const setLines = (next: ReadonlyMap<string, KeptLine>): void => {
  lines = next;
  listed = countLines();
  changes.emit();
};

/** Keys of lines that could not be stored: they are lost with this tab. */
const unstored = new Set<string>();
export const isUnstored = ({ key }: KeptLine): boolean => unstored.has(key);

const others = new BroadcastChannel("count lines");
others.onmessage = () => void readCountLines();

/** Whether nothing happened to a line meanwhile. */
const isSame = (line: KeptLine, known: KeptLine | undefined): boolean =>
  line.rev === known?.rev && line.sent === known.sent && line.refusal === known.refusal && line.id === known.id;

/** Brings the lines in memory up to date with the stored ones. */
export const readCountLines = async (): Promise<void> => {
  const stored = await database().then(
    (db) => db.getAll("lines"),
    () => undefined,
  );
  if (!stored) return;
  const kept = countLines().filter(isUnstored);
  const next = new Map([...stored, ...kept].map((line) => [line.key, line]));
  if (next.size !== lines.size || [...next.values()].some((line) => !isSame(line, lines.get(line.key)))) setLines(next);
};

type Change = (line: KeptLine | undefined) => KeptLine | undefined;

/**
 * Changes lines in one transaction over all tabs; what is undefined is deleted. Without storage they are changed in memory.
 */
export const changeLines = async (keys: readonly string[], change: Change): Promise<void> => {
  const changed = new Map<string, KeptLine | undefined>();
  try {
    const db = await database();
    const transaction = db.transaction("lines", "readwrite", { durability: "relaxed" });
    const work = async () => {
      for (const key of keys) {
        const next = change(unstored.has(key) ? lines.get(key) : await transaction.store.get(key));
        await (next ? transaction.store.put(next) : transaction.store.delete(key));
        changed.set(key, next);
      }
    };
    await Promise.all([work(), transaction.done]);
    for (const key of keys) unstored.delete(key);
  } catch (error) {
    console.error("Count lines could not be stored", error);
    for (const key of keys) {
      changed.set(key, change(lines.get(key)));
      unstored.add(key);
    }
  }
  const next = new Map(lines);
  for (const [key, line] of changed)
    if (line) next.set(key, line);
    else next.delete(key);
  setLines(next);
  others.postMessage("changed");
};

const keyOf = ({ count, round, product, code }: LineOf): string =>
  [session().user?._id, count, round, product ?? `code ${code}`].join(" ");

/** The line on this device, if it counts anything. */
export const lineOf = (of: LineOf): KeptLine | undefined => {
  const line = lines.get(keyOf(of));
  return line?.withdrawn ? undefined : line;
};

/** Sets a line to what `quantityOf` makes of its units; undefined, before or after, is a line that counts nothing. */
export const recordLine = async (
  of: LineOf,
  quantityOf: (units: number | undefined) => number | undefined,
): Promise<void> => {
  const { user } = session();
  if (!user) return;
  const key = keyOf(of);
  const at = Date.now();
  await changeLines([key], (line) => {
    const quantity = quantityOf(line && !line.withdrawn ? line.quantity : undefined);
    const fresh: KeptLine = {
      ...of,
      key,
      id: crypto.randomUUID(),
      user: { _id: user._id, name: user.name },
      quantity: 0,
      withdrawn: true,
      rev: 0,
      sent: 0,
      began_at: at,
      at,
    };
    const { refusal: _, ...same } = line ?? fresh;
    return { ...same, quantity: quantity ?? 0, withdrawn: quantity === undefined, rev: same.rev + 1, at };
  });
};

export const isOwnLine = ({ user }: KeptLine): boolean => user._id === session().user?._id;
export const isRefusedLine = ({ refusal }: KeptLine): boolean => refusal !== undefined;
/** The server does not have it as it is now. */
export const isWaitingLine = (line: KeptLine): boolean => line.sent < line.rev && !isRefusedLine(line);

/** Removes lines for good. */
export const dropLines = (dropped: readonly KeptLine[]): Promise<void> =>
  dropped.length > 0
    ? changeLines(
        dropped.map(({ key }) => key),
        () => undefined,
      )
    : Promise.resolve();

const isArrived = (line: KeptLine): boolean => !isWaitingLine(line) && !isRefusedLine(line);

/** The lines of a closed count are no longer of use here, except those that it has not got. */
export const dropArrived = (count: string): void =>
  void dropLines(countLines().filter((line) => line.count === count && isArrived(line)));

// What has arrived is not for the next person.
onSessionEnd((reason, user) => {
  if (reason === "logout")
    void dropLines(countLines().filter((line) => line.user._id === user?._id && isArrived(line)));
});
