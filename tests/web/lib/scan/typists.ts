// People and programs that type: the gaps between their keys, by a seed, and words that they type.
import { seededRandom } from "#demo/random.ts";

/** Of remarks, names and passwords, as people type them in a warehouse. */
export const words = [
  ..."damaged returned broken missing expired opened repacked relabelled wet torn stained recalled".split(" "),
  ..."Bengaluru Bhiwandi Godown Warehouse Chennai North-Wing Rack-A12 Bay07 Delhi-NCR Kolkata".split(" "),
  ..."swaddle bottle muslin diaper blanket feeding romper mitten rattle bathtub".split(" "),
  ..."correcthorse Monsoon2026! tr0ub4dor s3cret-pass inward outward dock4 customer".split(" "),
];

interface Typist {
  name: string;
  /** Milliseconds before each key but the first, and before the key that ends the word. */
  gapsFor: (word: string) => number[];
  /** A key goes down before the one before it is up. */
  rolled: boolean;
  isPerson: boolean;
}

const people = [
  ["slow", 130],
  ["good", 100],
  ["as fast as a Bluetooth scanner", 90],
  ["very fast", 55],
] as const;

const random = seededRandom(2026).next;

const ofPeople = people.flatMap(([pace, gap]) =>
  [0, 0.1, 0.6].flatMap((spread) =>
    [false, true].map(
      (rolled): Typist => ({
        name: `${pace}, ${spread ? `uneven by ${spread}` : "even"}${rolled ? ", overlapping" : ""}`,
        gapsFor: (word) => [...word].map(() => gap * (1 + spread * (2 * random() - 1))),
        rolled,
        isPerson: true,
      }),
    ),
  ),
);

/** What types for people, and who or what presses the key after it: they, or the program. */
const ofPrograms = [
  ["text expander", 0, 180],
  ["text expander", 2, 250],
  ["text expander", 8, 120],
  ["password manager", 1, 1],
  ["password manager", 5, 5],
  ["password manager", 15, 15],
] as const;

/** In all 30 kinds, whose keys are told by their gaps alone. */
export const typists: readonly Typist[] = [
  ...ofPeople,
  ...ofPrograms.map(
    ([program, gap, last]): Typist => ({
      name: `${program}, ${gap} ms`,
      gapsFor: (word) => [...word].map((_, at) => (at === word.length - 1 ? last : gap)),
      rolled: false,
      isPerson: false,
    }),
  ),
];
