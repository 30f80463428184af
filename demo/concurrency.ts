// Works side by side off what must keep an order in part.

/** At most `width` lanes at a time, each in its own order; the longest begin first, so that none is left alone at the end. */
export const inLanes = async <T>(lanes: T[][], width: number, work: (one: T) => Promise<unknown>): Promise<void> => {
  const waiting = lanes.toSorted((a, b) => b.length - a.length).values();
  const worker = async () => {
    for (const lane of waiting) for (const one of lane) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

/** At most `width` at a time, each after those before it that touch something it touches. */
export const inTurn = async <T>(
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
    // What failed stays open, so that the next look finds it.
    mine.then(
      () => open.delete(mine),
      () => {},
    );
    if (open.size >= width) await Promise.race(open);
  }
  await Promise.all(open);
};
