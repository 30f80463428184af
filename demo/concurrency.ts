// Runs work concurrently while keeping the order that matters.

/** Runs at most `width` items at a time. */
export const inParallel = async <T>(
  list: readonly T[],
  width: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> => {
  const waiting = list.values();
  const worker = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

/** Runs at most `width` items at a time; an item waits for earlier ones that touch something it touches. */
export const runInOrder = async <T>(
  list: readonly T[],
  width: number,
  touches: (one: T) => Iterable<unknown>,
  work: (one: T) => Promise<unknown>,
): Promise<void> => {
  const latest = new Map<unknown, Promise<unknown>>();
  const open = new Set<Promise<unknown>>();
  for (const one of list) {
    const touched = new Set(touches(one));
    const mine = Promise.all([...touched].map((thing) => latest.get(thing))).then(() => work(one));
    for (const thing of touched) latest.set(thing, mine);
    open.add(mine);
    // A failed item stays in `open`, so that the next `race` or `all` rejects with its error.
    mine.then(
      () => open.delete(mine),
      () => {},
    );
    if (open.size >= width) await Promise.race(open);
  }
  await Promise.all(open);
};
