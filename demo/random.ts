// Seeded random numbers: the same seed gives the same sequence.
export interface Random {
  /** From 0 up to but not including 1. */
  next: () => number;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  happens: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** The index of a weight, heavier ones more often; -1 when all are zero. */
  weighted: (weights: readonly number[]) => number;
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
    weighted: (weights) => {
      const target = next() * weights.reduce((sum, weight) => sum + weight, 0);
      let passed = 0;
      for (const [index, weight] of weights.entries()) {
        passed += weight;
        if (target < passed) return index;
      }
      return -1;
    },
  };
};
