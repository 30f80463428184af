// The last answers of the API in IndexedDB, a database for each user. Full or blocked storage only means that there is
// less to show without a network.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { append, markTruncated } from "./pages.ts";
import { onSessionEnd, type SignedOut, session } from "./session.ts";
import { changeStored, inTime } from "./session-database.ts";

/** Raised when the shape of an answer changes: older answers are dropped. */
const version = 1;
/** Milliseconds that a list may be older than the latest one. */
const maxAge = 7 * 24 * 3_600_000;
/** Milliseconds in which an address is written once, however often it is read. */
const writeInterval = 60_000;
/** Addresses with a query or an id that are stored, the latest ones; plain lists always are. */
const maxQueries = 12;
/** Ended sessions that are remembered. */
const maxEnded = 20;

/** An answer of the API as it came. */
export interface StoredAnswer extends Omit<AnswerToStore, "pages"> {
  pages: string[];
}

interface AnswerToStore {
  user: string;
  /** The tag of the session. */
  session: string;
  address: string;
  /** The JSON of each page, or what makes it once it is written; none if the list is gone or forbidden. */
  pages: string[] | (() => string[]);
  truncated: boolean;
  at: number;
}

/** A list from an earlier answer. */
export interface LastKnown {
  data: unknown;
  /** When it was read. */
  at: number;
}

interface StoredList extends Omit<StoredAnswer, "user" | "session" | "pages"> {
  /** A JSON array of the pages, compressed by gzip. */
  pages: Blob | ArrayBuffer;
}

interface Schema extends DBSchema {
  lists: { key: string; value: StoredList };
  /** `writer` is the session that wrote last; `ended` are sessions that may write no more. */
  sessions: { key: "writer" | "ended"; value: string[] };
}
type Bytes = Uint8Array<ArrayBuffer>;
type Database = IDBPDatabase<Schema>;

const prefix = "lists ";
let opened: { user: string; database: Promise<Database> } | undefined;

const openOf = (user: string): Promise<Database> => {
  if (opened?.user !== user) {
    const database = open(user);
    opened = { user, database };
    database.then(() => clearOthers(user), close).catch(report);
  }
  return opened.database;
};

const open = (user: string): Promise<Database> =>
  openDB<Schema>(prefix + user, version, {
    upgrade: (database) => {
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      database.createObjectStore("lists", { keyPath: "address" });
      database.createObjectStore("sessions");
    },
    // Another tab has a newer version of the app.
    blocking: (_, __, { target }) => {
      (target as IDBDatabase).close();
      close();
    },
    terminated: close,
  });

/** The next use opens it again. It may have been deleted. */
const close = (): void => {
  opened = undefined;
  recent.clear();
};

/** Clears the lists of everybody else who has used this browser. */
const clearOthers = async (user: string): Promise<void> => {
  for (const { name } of await indexedDB.databases())
    if (name?.startsWith(prefix) && name !== prefix + user) await clear(name.slice(prefix.length));
};

/**
 * Clears a user's lists, and bars this session and the last writer from writing. It does not delete the database, which
 * would wait until no other tab has it open.
 */
const clear = async (user: string, session?: string): Promise<void> => {
  const database = await open(user);
  const change = database.transaction(["lists", "sessions"], "readwrite");
  const [lists, sessions] = [change.objectStore("lists"), change.objectStore("sessions")];
  const [ended = [], writer = []] = [await sessions.get("ended"), await sessions.get("writer")];
  await sessions.put([...ended, ...(session ? [session] : writer)].slice(-maxEnded), "ended");
  await lists.clear();
  await change.done;
  database.close();
};

/** Deletes the note that these lists are to be cleared. */
const forgetSignedOut = (signedOut: SignedOut): Promise<boolean> =>
  changeStored(async (change) => {
    const sessions = change.objectStore("session");
    if (String(await sessions.get("signed out")) === String(signedOut)) await sessions.delete("signed out");
  });

/** Clears the signed-out user's lists and order draft, then deletes the note that asked for it. */
export const clearSignedOut = (signedOut: SignedOut): void => {
  const [user, session] = signedOut;
  for (const name of Object.keys(localStorage)) if (name.startsWith(`draft ${user} `)) localStorage.removeItem(name);
  cleared = cleared
    .then(() => clear(user, session))
    .then(() => forgetSignedOut(signedOut))
    .catch(report);
};

const report = (cause: unknown): void => console.warn("Lists for use without a network", cause);

/** Reads and writes wait for this clearing. */
let cleared: Promise<unknown> = Promise.resolve();
let writing: Promise<void> = Promise.resolve();
/** Addresses written in the last minute, with the answer that waits for the next one. */
const recent = new Map<string, AnswerToStore | undefined>();

// The answers that wait belong to the session.
onSessionEnd(() => recent.clear());

const isSignedIn = ({ user }: StoredAnswer): boolean => session().token !== null && session().user?._id === user;

/** Characters above which an answer costs too much to be written each time. */
const long = 50_000;

/** Stores an answer: a short one and the first of an address at once, later long ones at most once a minute. */
export const keep = (answer: AnswerToStore): void => {
  const { address } = answer;
  if (recent.has(address)) return void recent.set(address, answer);
  const pages = typeof answer.pages === "function" ? answer.pages() : answer.pages;
  if (pages.reduce((sum, { length }) => sum + length, 0) > long) {
    recent.set(address, undefined);
    setTimeout(() => {
      const next = recent.get(address);
      recent.delete(address);
      if (next) keep(next);
    }, writeInterval);
  }
  writing = writing
    .then(() => cleared)
    .then(() => write({ ...answer, pages }))
    .catch(report);
};

const write = async (answer: StoredAnswer): Promise<void> => {
  const { pages } = answer;
  if (!isSignedIn(answer)) return;
  const packed = await through(inPieces(pages), new CompressionStream("gzip")).blob();
  if (!storesBlobs) return put(answer, await packed.arrayBuffer());
  try {
    await put(answer, packed);
  } catch (cause) {
    // Bytes take as much room.
    if ((cause as Error).name === "QuotaExceededError") throw cause;
    await put(answer, await packed.arrayBuffer());
    storesBlobs = false;
  }
};

/** Bytes, which are read with every list, are second choice: WebKit stores no Blob in a private window. */
let storesBlobs = true;

const put = async (answer: StoredAnswer, packed: Blob | ArrayBuffer): Promise<void> => {
  const { user, session, address, pages, truncated, at } = answer;
  const database = await openOf(user);
  if (!isSignedIn(answer)) return;
  const change = database.transaction(["lists", "sessions"], "readwrite");
  const [lists, sessions] = [change.objectStore("lists"), change.objectStore("sessions")];
  const ended = (await sessions.get("ended")) ?? [];
  const before = await lists.get(address);
  // Another tab may have read it later. A time in the future was set by a wrong clock.
  const isNewer = !before || before.at < at || before.at > Date.now();
  if (!ended.includes(session) && isNewer) {
    await sessions.put([session], "writer");
    if (pages.length > 0) await lists.put({ address, pages: packed, truncated, at });
    else await lists.delete(address);
    for (const old of outdated(await lists.getAll())) await lists.delete(old.address);
  }
  await change.done;
};

/** Plain lists are few: all stock, for example, and not one list per day or product. */
const isPlain = ({ address }: StoredList): boolean => /^\/v1(\/[a-z]+){1,3}$/.test(address);

/** Lists much older than the latest one (clocks may be wrong), and all but the latest queries. */
const outdated = (lists: StoredList[]): StoredList[] => {
  const latest = Math.min(Date.now(), Math.max(...lists.map(({ at }) => at)));
  const isOld = ({ at }: StoredList): boolean => latest - at > maxAge;
  const queries = lists.filter((list) => !isOld(list) && !isPlain(list)).sort((a, b) => b.at - a.at);
  return [...lists.filter(isOld), ...queries.slice(maxQueries)];
};

const through = (bytes: ReadableStream<Bytes>, stream: CompressionStream | DecompressionStream): Response =>
  new Response(bytes.pipeThrough(stream as ReadableWritablePair<Bytes, Bytes>));

/** Characters that are compressed in one task, a millisecond or two; 50,000 stock records have 13 million. */
const pieceLength = 64 * 1_024;

/** A JSON array of these pages, with a pause after each piece, so that the page stays responsive. */
const inPieces = (pages: readonly string[]): ReadableStream<Bytes> => {
  const pieces = piecesOf(pages);
  const text = new ReadableStream<string>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve));
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return text.pipeThrough(new TextEncoderStream());
};

function* piecesOf(pages: readonly string[]): Generator<string, void> {
  for (const [index, page] of pages.entries()) {
    yield index === 0 ? "[" : ",";
    for (let from = 0; from < page.length; from += pieceLength) yield page.slice(from, from + pieceLength);
  }
  yield "]";
}

/** The stored answer of the user who is signed in. */
export const restore = async (address: string): Promise<LastKnown | null> => {
  const { user } = session();
  if (!user) return null;
  const read = async () => {
    await cleared;
    return (await openOf(user._id)).get("lists", address);
  };
  // Not the unpacking, for which a phone may need longer.
  const stored = await inTime(read());
  if (!stored) return null;
  const [data, ...more]: unknown[] = await through(
    new Blob([stored.pages]).stream(),
    new DecompressionStream("gzip"),
  ).json();
  for (const page of more) append(data, page);
  if (stored.truncated) markTruncated(data as object);
  return { data, at: stored.at };
};
