// Works off lanes side by side, each in its own order.

/** At most `width` lanes at a time; the longest begin first, so that none is left alone at the end. */
export const inLanes = async <T>(lanes: T[][], width: number, work: (one: T) => Promise<unknown>): Promise<void> => {
  const waiting = lanes.toSorted((a, b) => b.length - a.length).values();
  const worker = async () => {
    for (const lane of waiting) for (const one of lane) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
};
