// A device in memory: its clock, its disk, its network and its tabs, all of which can fail, and the server that it talks to.
import { Failure, unknownField } from "#shared/failure.ts";
import { isWhole } from "#web/domain/whole-items.ts";
import type { Input } from "#web/lib/api/client.ts";
import { NoAnswer, type Result } from "#web/lib/api/result.ts";
import type { Entry, OnceRoute } from "#web/lib/outbox/entry.ts";
import { newPostings, type Settlement } from "#web/lib/outbox/postings.ts";
import { newSubmit } from "#web/lib/outbox/submit.ts";
import type { Item, ItemId } from "#web/lib/queue/item.ts";
import { type Newest, newestKind } from "#web/lib/queue/newest.ts";
import { type Kind, newQueue } from "#web/lib/queue/queue.ts";
import { type Channel, newStore, type Storage } from "#web/lib/queue/store.ts";

/** Milliseconds. */
const [storageTimeout, lockTimeout, callTimeout] = [3_000, 30_000, 15_000];

/** Time passes only when all that can happen at an instant has happened. */
export const newTime = () => {
  let now = Date.UTC(2026, 10, 24);
  let timers: { at: number; run: () => void }[] = [];
  const later = (run: () => void, milliseconds: number) => {
    const timer = { at: now + Math.max(0, milliseconds), run };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  const pass = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (;;) {
      await new Promise(setImmediate);
      const next = timers.reduce<(typeof timers)[0] | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
      if (!next || next.at > end) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => later(resolve, milliseconds));
  return { now: () => now, later, pass, sleep };
};
export type Time = ReturnType<typeof newTime>;

/** A body: the form that it comes from, and how often its person has changed it. */
export interface Body {
  form: number;
  version: number;
  /** The server refuses it. */
  bad?: boolean;
  /** The server has trouble with it. */
  poison?: boolean;
  /** It has a field that builds of the server before this app do not know. */
  ahead?: boolean;
}

interface Effect extends Body {
  user: string;
  key: string;
  movement: string;
}

const raise = (of: Map<string, number>, key: string, rev: number) => of.set(key, Math.max(of.get(key) ?? 0, rev));

/** The server refuses a call that has this value. */
const isBad = (key: string) => key.startsWith("a3");

/** Like the API: a key takes effect once, and the highest revision of a value counts. */
const newServer = () => {
  const effects: Effect[] = [];
  const reversed: string[] = [];
  const answers = new Map<string, { text: string; movement: string }>();
  const values = new Map<string, number>();
  const server = {
    effects,
    reversed,
    values,
    /** Keys and revisions that were refused. */
    refused: new Set<string>(),
    /** Values that arrived under another user's name. */
    strangers: [] as string[],
    /** Users who may do nothing any more. */
    barred: new Set<string>(),
    /** Tokens that it knows. */
    sessions: new Set<string>(),
    isMended: false,
    /** Its build; one that is old does not know all fields, and the oldest does not name itself. */
    build: "new",
    /** A build that answers beside it, as of a canary, and is heard after each of its answers. */
    beside: undefined as string | undefined,
    post: (user: string, key: string, route: string, input: { path?: { id?: string }; body?: unknown }): string => {
      const text = JSON.stringify([route, input.path, input.body]);
      const body = input.body as Body;
      // Before it looks for an answer to the key.
      if (body.ahead && !server.build.startsWith("new"))
        throw new Failure("BAD_REQUEST", { field: "ahead", message: unknownField });
      const before = answers.get(`${user} ${key}`);
      if (before && before.text !== text)
        throw new Failure("CONFLICT", { field: "idempotency-key", message: "Used for another request" });
      if (before) return before.movement;
      if (server.barred.has(user)) throw new Failure("FORBIDDEN");
      if (body.poison && !server.isMended) throw new Failure("INTERNAL_SERVER_ERROR");
      if (body.bad) throw new Failure("UNPROCESSABLE_CONTENT", { field: "quantity", message: "Out of stock" });
      const movement = `M${answers.size}`;
      answers.set(`${user} ${key}`, { text, movement });
      if (route.endsWith("/reverse")) reversed.push(input.path?.id ?? "");
      else effects.push({ ...body, user, key, movement });
      return movement;
    },
    set: (user: string, sent: readonly { key: string; rev: number }[]): void => {
      const isBarred = server.barred.has(user);
      const isOneBad = sent.some(({ key }) => isBad(key));
      for (const { key, rev } of sent) {
        if (!key.endsWith(user)) server.strangers.push(key);
        if (isBarred || (isBad(key) && sent.length === 1)) server.refused.add(`${key} ${rev}`);
        else if (!isOneBad) raise(values, key, rev);
      }
      if (isBarred) throw new Failure("FORBIDDEN");
      if (isOneBad) throw new Failure("UNPROCESSABLE_CONTENT");
    },
  };
  return server;
};

/** A store whose storage holds these rows and never fails. */
export const storeOf = (rows: unknown[]) => {
  const at = ({ kind, key }: ItemId) =>
    rows.findIndex((row) => (row as Item | null)?.kind === kind && (row as Item).key === key);
  return newStore({
    storage: {
      read: async () => [...rows],
      transact: (work) =>
        work({
          find: async (id) => rows[at(id)] as Item | undefined,
          put: async (item) => void rows.splice(at(item) < 0 ? rows.length : at(item), at(item) < 0 ? 0 : 1, item),
          delete: async (id) => void (at(id) >= 0 && rows.splice(at(id), 1)),
          lastPlace: async () => 0,
        }),
    },
    otherTabs: { post: () => undefined, subscribe: () => () => undefined },
    timeout: () => new Promise(() => undefined),
  });
};

export type NetworkMode = "well" | "offline" | "loses" | "loses answers" | "holds" | "portal" | "5xx" | "429" | "mixed";
export type DiskMode = "well" | "full" | "refuses" | "slow" | "hangs";

const nameOf = ({ kind, key }: ItemId) => JSON.stringify([kind, key]);

const newDisk = (time: Time, random: () => number) => {
  /** Milliseconds that a working disk may take. */
  const lag = random() < 0.5 ? 0 : 120;
  let rows = new Map<string, Item>();
  let mode: DiskMode = "well";
  const wakers = new Set<() => void>();
  let turn: Promise<unknown> = Promise.resolve();
  const delay = async () => {
    while (mode === "hangs") await new Promise<void>((wake) => wakers.add(wake));
    if (mode === "slow") await time.sleep(random() * 6_000);
    else if (lag > 0) await time.sleep(random() * lag);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    rows: () => [...rows.values()],
    put: (row: unknown) => rows.set(JSON.stringify(row), row as Item),
    set: (next: DiskMode) => {
      mode = next;
      for (const wake of wakers) wake();
      wakers.clear();
    },
    /** `death` rejects when the tab is killed: incomplete transactions are undone. */
    storageOf: (death: Promise<never>): Storage => ({
      read: () =>
        inTurn(async () => {
          await Promise.race([delay(), death]);
          if (mode === "refuses") throw new Error("The storage refuses");
          return structuredClone([...rows.values()]);
        }),
      transact: (work, { signal }) =>
        inTurn(async () => {
          const next = new Map(rows);
          let isChanged = false;
          const run = async () => {
            await delay();
            if (mode === "refuses") throw new Error("The storage refuses");
            return work({
              find: async (id) => structuredClone(next.get(nameOf(id))),
              put: async (item) => {
                isChanged = true;
                next.set(nameOf(item), structuredClone(item));
              },
              delete: async (id) => {
                isChanged = true;
                next.delete(nameOf(id));
              },
              lastPlace: async () => Math.max(0, ...[...next.values()].map(({ seq }) => seq || 0)),
            });
          };
          const result = await Promise.race([run(), death]);
          signal.throwIfAborted();
          // The transaction is being completed, and an abort comes too late.
          await Promise.race([delay(), death]);
          if (isChanged && mode === "full") throw new Error("The disk is full");
          rows = next;
          return result;
        }),
    }),
  };
};

/** Locks as browsers have them: one holder of a name, who loses it to a thief or by its end. */
const newLocks = (time: Time) => {
  const holders = new Map<string, { lose: (cause: Error) => void }>();
  const free = new Map<string, (() => void)[]>();
  const release = (name: string) => {
    holders.delete(name);
    for (const wake of free.get(name)?.splice(0) ?? []) wake();
  };
  return async <T>(name: string, death: Promise<never>, work: () => Promise<T>): Promise<T> => {
    const end = time.now() + lockTimeout;
    while (holders.has(name) && time.now() < end)
      await Promise.race([
        new Promise<void>((wake) => free.set(name, [...(free.get(name) ?? []), wake])),
        time.sleep(end - time.now()),
        death,
      ]);
    holders.get(name)?.lose(new Error("The lock was stolen"));
    let lose: (cause: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    const holder = { lose };
    holders.set(name, holder);
    try {
      return await Promise.race([work(), lost, death]);
    } finally {
      if (holders.get(name) === holder) release(name);
    }
  };
};

export interface Value extends Newest {
  kind: "value";
}
export const isValue = (item: Item): item is Value => item.kind === "value";

export const newDevice = (random: () => number) => {
  const time = newTime();
  const server = newServer();
  const disk = newDisk(time, random);
  const lock = newLocks(time);
  const tabs = new Set<Tab>();
  /** The server is on this device, which has no network: the browser always says that it is offline. */
  const isLocal = random() < 0.3;
  let network: NetworkMode = "well";
  let user: string | undefined;
  let token = 0;
  let skew = 0;
  let rev = 0;
  /** The latest revision of each value that was stored. */
  const set = new Map<string, number>();
  /** Forms of which a request may arrive after its sender gave up. */
  const held = new Set<number>();
  /** Times that the server was in trouble with a form. */
  const troubles = new Map<number, number>();

  const isSignedIn = (token: string) => server.sessions.has(token);
  const mixed = ["well", "loses", "loses answers", "holds", "portal", "5xx", "429"] as const;
  const busy = (code: "SERVICE_UNAVAILABLE" | "TOO_MANY_REQUESTS", seconds: number) =>
    new Failure(code).retryIn(seconds);

  /** A call over the network in its current state; `serve` runs on the server if the call arrives, and its build is heard. */
  const call = async <T>(serve: () => T, hear: (build: string) => void, form?: number): Promise<Result<T>> => {
    const sender = `${user} ${token}`;
    const mode = network === "mixed" ? mixed[Math.floor(random() * mixed.length)] : network;
    const arrive = (): Result<T> => {
      if (!isSignedIn(sender)) return { ok: false, failure: new Failure("UNAUTHORIZED") };
      try {
        return { ok: true, answer: serve() };
      } catch (failure) {
        return { ok: false, failure: Object.assign(failure as Failure, { server: server.build }) };
      }
    };
    const nobody: Result<T> = { ok: false, failure: new NoAnswer() };
    await time.sleep(random() * 500);
    if (mode === "offline") return nobody;
    if (mode === "portal") return random() < 0.5 ? nobody : { ok: true, answer: { welcome: true } as T };
    if (mode === "429") return { ok: false, failure: busy("TOO_MANY_REQUESTS", 5) };
    if (mode === "5xx") {
      if (random() < 0.5) arrive();
      return {
        ok: false,
        failure: random() < 0.5 ? busy("SERVICE_UNAVAILABLE", 3) : new Failure("INTERNAL_SERVER_ERROR"),
      };
    }
    if (mode === "holds") {
      if (form !== undefined) held.add(form);
      time.later(arrive, callTimeout + random() * 40_000);
    }
    if (mode === "loses answers") arrive();
    if (mode !== "well") {
      await time.sleep(random() * callTimeout);
      return nobody;
    }
    const { build } = server;
    const result = arrive();
    await time.sleep(random() * 500);
    if (build !== "" || (!result.ok && result.failure instanceof Failure && result.failure.status === 400)) hear(build);
    if (server.beside !== undefined) hear(server.beside);
    // As the client does.
    if (!result.ok && result.failure instanceof Failure && result.failure.code === "UNAUTHORIZED") endSession(sender);
    return result;
  };

  const endSession = (of = `${user} ${token}`) => {
    if (user === undefined || of !== `${user} ${token}`) return;
    user = undefined;
    for (const tab of tabs) tab.postings.forgetSubmitters();
  };

  const openTab = () => {
    let kill: (cause: Error) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      kill = reject;
    });
    death.catch(() => undefined);
    let isAlive = true;
    /** A closed tab never gets its results. */
    const toTab = <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        work.then(
          (value) => isAlive && resolve(value),
          (cause) => isAlive && reject(cause),
        );
      });
    const channel = <T>(name: string): Channel<T> => ({
      post: (message) => {
        for (const other of tabs)
          if (other !== tab) time.later(() => other.hear(name, structuredClone(message)), random() * 20);
      },
      subscribe: (listener) => {
        listeners.set(name, listener as (message: unknown) => void);
        return () => undefined;
      },
    });
    const listeners = new Map<string, (message: unknown) => void>();
    const storage = disk.storageOf(death);
    const clock = {
      now: () => time.now() + skew,
      later: (run: () => void, milliseconds: number) => time.later(() => isAlive && run(), milliseconds),
    };
    const store = newStore({
      storage: {
        read: () => toTab(storage.read()),
        transact: (work, options) => toTab(storage.transact(work, options)),
      },
      otherTabs: channel("changed"),
      timeout: () => toTab(time.sleep(storageTimeout)),
    });
    const owner = () => user;
    let heard = "";
    const hear = (build: string): void => {
      if (build === heard || !isAlive) return;
      heard = build;
      queue.sendNow();
    };
    /** As screens read lists again and again. */
    const read = () => {
      if (user !== undefined) void call(() => undefined, hear);
      clock.later(read, 60_000);
    };
    const isOnline = () => network !== "offline" && !isLocal;
    const orphans: [Entry, Result<unknown>][] = [];
    const postings = newPostings({
      store,
      otherTabs: channel<Settlement>("outcomes"),
      attempt: (route: OnceRoute, input: Input<OnceRoute>) => {
        const { key = "", path, body } = input as { key?: string; path?: { id?: string }; body?: unknown };
        const by = user ?? "";
        const post = () => ({ movement: server.post(by, key, route, { ...(path && { path }), body }) });
        const { form } = body as Body;
        return toTab(
          call<unknown>(post, hear, form).then((result) => {
            const isTrouble = !result.ok && result.failure instanceof Failure && result.failure.status >= 500;
            if (isTrouble) troubles.set(form, (troubles.get(form) ?? 0) + 1);
            return result;
          }),
        );
      },
      now: clock.now,
      isOnline,
      server: () => heard,
      isReachable: () =>
        toTab(call(() => undefined, hear).then((result) => result.ok || result.failure instanceof Failure)),
      owner,
      onOrphanSettled: (...one) => orphans.push(one),
    });
    const valueKind = newestKind<Value, { places?: unknown[] }>({
      name: "value",
      gathering: 500,
      store,
      owner,
      is: isValue,
      isWaiting:
        () =>
        ({ refusal }) =>
          refusal === undefined,
      groupOf: ({ key }) => key.slice(0, 1),
      most: 3,
      call: (items) => {
        const by = user ?? "";
        const sent = items.map(({ key, rev }) => ({ key, rev }));
        return toTab(
          call(() => {
            server.set(by, sent);
            return { places: [] };
          }, hear),
        );
      },
      isAnswer: (answer) => Array.isArray(answer?.places),
      refusalOf: (_, { message }) => message,
      arrived: async (item, sent, table) => item.rev === sent && table.delete(item),
    });
    let isReturning: () => void = () => undefined;
    const queue = newQueue({
      store,
      clock,
      lock: (name, work) => toTab(lock(name, death, work)),
      onReturn: (listener) => {
        isReturning = listener;
        return () => undefined;
      },
      owner,
    });
    const kinds = [...postings.kinds, valueKind] as unknown as Kind[];
    const tab = {
      store,
      postings,
      orphans,
      submit: newSubmit({ store, postings, clock, sendNow: queue.sendNow, isOnline, ownServer: () => "new" }),
      isAlive: () => isAlive,
      start: () => queue.start(kinds, (item) => isValue(item) || isWhole(item)),
      returnTo: () => isReturning(),
      hear: (name: string, message: unknown) => isAlive && listeners.get(name)?.(message),
      kill: () => {
        isAlive = false;
        tabs.delete(tab);
        kill(new Error("The tab was killed"));
      },
      set: async (key: string): Promise<void> => {
        if (user === undefined) return;
        const of = { _id: user, name: user };
        const at = ++rev;
        await store.change(async (table) => {
          const next = { kind: "value" as const, key: `${key} ${of._id}`, user: of, rev: at, made_at: clock.now() };
          const found = (await table.find(next)) as Value | undefined;
          if (found && found.rev > at) return;
          await (found ? table.put<Value>({ ...next, seq: found.seq }) : table.add<Value>(next));
        });
        if (isAlive) raise(set, `${key} ${of._id}`, at);
      },
    };
    tabs.add(tab);
    let stop = tab.start();
    read();
    return Object.assign(tab, {
      restart: () => {
        stop();
        stop = tab.start();
      },
    });
  };
  type Tab = { postings: ReturnType<typeof newPostings>; hear: (name: string, message: unknown) => unknown };

  return {
    time,
    server,
    disk,
    held,
    troubles,
    set,
    openTab,
    user: () => user,
    /** Another number once somebody has signed in anew. */
    session: () => (user === undefined ? -1 : token),
    isOffline: () => network === "offline",
    setNetwork: (mode: NetworkMode) => {
      network = mode;
    },
    setSkew: (milliseconds: number) => {
      skew = milliseconds;
    },
    signIn: (as: string) => {
      if (user !== as) endSession();
      user = as;
      token += 1;
      server.sessions.add(`${user} ${token}`);
    },
    signOut: () => endSession(),
    /** The server ends the session; the device learns it by its next call. */
    revoke: () => server.sessions.clear(),
  };
};

export type Device = ReturnType<typeof newDevice>;
export type DeviceTab = ReturnType<Device["openTab"]>;
