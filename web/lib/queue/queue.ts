// Sends waiting items: each kind in a lane of its own, from one tab at a time, with retries until an item is settled.
import type { Item } from "./item.ts";
import type { Store } from "./store.ts";

/** A settled call was answered or refused. Any other is tried again, `after` so many milliseconds if given. */
export type Try = { settled: true } | { settled: false; after?: number | undefined };

export interface Kind<I extends Item = Item> {
  /** Of its lane: its items are of this kind, or of a part of one. */
  name: string;
  /** Milliseconds for which items are gathered into one call. */
  gathering: number;
  /** The items of the next call, which is made when the first is due; none if nothing of this user can be sent now. */
  next: (items: readonly Item[], user: string) => readonly I[];
  /** Makes the call, and updates the items by its outcome. */
  send: (items: readonly I[]) => Promise<Try>;
}

export interface Clock {
  now: () => number;
  /** Runs later. Returns a function that cancels it. */
  later: (run: () => void, milliseconds: number) => () => void;
}

export interface QueueParts {
  store: Store;
  clock: Clock;
  /** Runs `work` while no other tab has this lock. It only saves work: idempotency keys prevent doubles. */
  lock: (name: string, work: () => Promise<boolean>) => Promise<boolean>;
  /** The listener is called when there is a reason to expect success: the network or the person has returned. */
  onReturn: (listener: () => void) => () => void;
  /** The id of the signed-in user. */
  owner: () => string | undefined;
}

export interface Queue {
  /** Sends what is whole from now on. Returns a function that stops it. */
  start: (kinds: readonly Kind[], isWhole: (item: Item) => boolean) => () => void;
  /** Sends all waiting items, without the delay after a failed try. */
  sendNow: () => void;
}

/** Milliseconds until another try after the first failure; doubled after each further one, up to the second figure. */
export const [firstDelay, longestDelay] = [2_000, 60_000];

export const newQueue = (parts: QueueParts): Queue => {
  const { store, onReturn } = parts;
  let lanes: Lane[] = [];
  const sendNow = () => {
    for (const lane of lanes) lane.sendNow();
  };
  const readAndSend = () => void store.read().then(sendNow);
  return {
    sendNow,
    start: (kinds, isWhole) => {
      store.judgeBy(isWhole);
      const started = kinds.map((kind) => newLane(kind, parts));
      lanes = started;
      const stops = [
        onReturn(readAndSend),
        store.subscribe(() => {
          for (const lane of started) lane.look();
        }),
      ];
      readAndSend();
      return () => {
        for (const stop of [...stops, ...started.map((lane) => lane.stop)]) stop();
        if (lanes === started) lanes = [];
      };
    },
  };
};

interface Lane {
  /** Called after any change: plans the next call. */
  look: () => void;
  sendNow: () => void;
  stop: () => void;
}

const newLane = (kind: Kind, { store, clock, lock, owner }: QueueParts): Lane => {
  let running = false;
  let stopped = false;
  let hurried = false;
  let cancel = () => {};
  /** When the next run is planned. */
  let planned = Number.POSITIVE_INFINITY;

  const next = (): readonly Item[] => {
    const user = owner();
    return user === undefined || stopped ? [] : kind.next(store.items(), user);
  };

  /** Milliseconds until an item may be sent. More than the longest delay was set by a wrong clock and is ignored. */
  const waitOf = ({ next_at = 0 }: Item): number => {
    const wait = next_at - clock.now();
    return hurried || wait <= 0 || wait > longestDelay ? 0 : wait;
  };

  const sendNext = async (): Promise<boolean> => {
    // Another tab may have sent or changed items meanwhile.
    await store.read();
    const items = next();
    const [first] = items;
    if (!first || waitOf(first) > 0) return false;
    const isFirstTry = hurried;
    hurried = false;
    const result = await kind.send(items);
    if (!result.settled) await postpone(first, isFirstTry, result.after);
    return result.settled;
  };

  /** The first try after the network returns often fails, so it begins the delays anew. */
  const postpone = (first: Item, isFirstTry: boolean, after = 0): Promise<void> =>
    store.change(async (table) => {
      const item = await table.find(first);
      if (!item) return;
      const tries = isFirstTry ? 1 : (item.tries ?? 0) + 1;
      const delay = Math.max(after, firstDelay * 2 ** Math.min(tries - 1, 20));
      await table.put({ ...item, tries, next_at: clock.now() + Math.min(delay, longestDelay) });
    });

  const run = async (): Promise<void> => {
    if (running || stopped) return;
    running = true;
    cancel();
    planned = Number.POSITIVE_INFINITY;
    let wait = 0;
    try {
      while (await lock(kind.name, sendNext));
    } catch (error) {
      // Another tab has taken the lock: nothing is lost, and the next try continues.
      console.error(`Sending of ${kind.name} was interrupted`, error);
      wait = firstDelay;
    }
    running = false;
    schedule(wait);
  };

  const schedule = (least = 0): void => {
    const [first] = next();
    if (!first || running) return;
    const now = clock.now();
    const at = now + Math.max(waitOf(first), least);
    // An earlier plan stays.
    if (at >= planned) return;
    cancel();
    planned = at;
    cancel = clock.later(run, at - now);
  };

  return {
    look: () => schedule(kind.gathering),
    sendNow: () => {
      hurried = true;
      void run();
    },
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};
