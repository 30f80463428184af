// Which bursts of keys are scans, over thousands of timings: by slow and fast typists, by what types for people, and by scanners.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { gtinOf } from "#shared/product-code.ts";
import { codeIn, type Holds, pauseAfter } from "#web/lib/scan/burst.ts";
import { typists, words } from "./typists.ts";

const timesOf = (gaps: readonly number[]): number[] => [
  0,
  ...gaps.map((_, at) => gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap)),
];
const between = (random: () => number, from: number, to: number): number => from + random() * (to - from);

const ean = "8901030865278";
const codes = [ean, "SND-BIB-201", "0042"];
const isCode = (text: string) => codes.includes(text);
const known = {
  isCode,
  isFound: (text: string) => isCode(text.toUpperCase()),
  isBarcode: (text: string) => gtinOf(text) !== undefined,
  takesNew: false,
};

interface Typed {
  gaps: readonly number[];
  holds: Holds;
  rolled?: boolean;
  /** The last gap is that before the key that ends it. */
  ends?: boolean;
  suffix?: string;
  takesNew?: boolean;
}

/** The code that is taken from a text, or undefined if the text stays. */
const taken = (text: string, { gaps, holds, rolled = false, ends = true, suffix = "", takesNew = false }: Typed) => {
  const times = timesOf(gaps).slice(0, text.length);
  const end = ends ? timesOf(gaps)[text.length] : undefined;
  return codeIn({ text, times, end, rolled, prefix: "", suffix }, () => ({ ...known, holds, takesNew }))?.code;
};

/** Where a code begins, in a field that asks for one. */
const startOf = (gaps: readonly number[], rolled: boolean): number | undefined => {
  const times = timesOf(gaps);
  const text = "7".repeat(gaps.length);
  const burst = { text, times: times.slice(0, -1), end: times.at(-1), rolled, prefix: "", suffix: "" };
  return codeIn(burst, () => ({ ...known, holds: "code" }))?.start;
};

test("a code of 4 to 24 characters is a scan from 0 to 100 ms between keys, uneven and with a stall of 300 ms anywhere", () => {
  const random = seededRandom(21).next;
  for (let run = 0; run < 5_000; run++) {
    const average = between(random, 0, 100);
    const spread = between(random, 0, Math.min(average, 20));
    const length = Math.floor(between(random, 4, 25));
    const gaps = Array.from({ length }, (_, at) => average + (at % 2 ? -spread : spread));
    if (gaps.length % 2) gaps[gaps.length - 1] = average;
    if (random() < 0.5) gaps[Math.floor(random() * gaps.length)] = 300;
    expect([gaps, startOf(gaps, false)]).toEqual([gaps, 0]);
  }
});

test("typing at 120 ms a key and slower is no scan, however uneven; nor is that of a fast typist, whose keys overlap", () => {
  const random = seededRandom(5).next;
  for (let run = 0; run < 5_000; run++) {
    const slow = Array.from({ length: Math.floor(between(random, 4, 25)) }, () => between(random, 120, 300));
    expect([slow, startOf(slow, false)]).toEqual([slow, undefined]);
    const fast = slow.map(() => between(random, 50, 200));
    expect([fast, startOf(fast, true)]).toEqual([fast, undefined]);
  }
});

test("three characters are no scan, and after typing the code begins behind the pause", () => {
  expect(startOf([5, 5, 5], false)).toBeUndefined();
  expect(startOf([5, 5, 5, 5], false)).toBe(0);
  expect(startOf([180, 220, 260, ...Array<number>(13).fill(8)], true)).toBe(3);
  expect(startOf([130, 130, 130, 130, 140, ...Array<number>(20).fill(4)], false)).toBe(5);
  expect(startOf([250, 180, 220, 260, 8, 8, 8, 8], true)).toBe(4);
});

test("no typed text leaves its field: 40 words by slow, good and very fast typists, text expanders and password managers", () => {
  for (const { name, gapsFor, rolled } of typists)
    for (const word of words)
      for (const ends of [true, false])
        for (const holds of ["text", "password"] as const) {
          const typed = { gaps: gapsFor(word), holds, rolled, ends };
          expect([name, word, typed, taken(word, typed)]).toEqual([name, word, typed, undefined]);
        }
});

test("a quantity that is typed stays, also where it is the code of a product; no date and no choice by letters is a scan", () => {
  for (const { name, gapsFor, rolled, isPerson } of typists)
    for (const ends of [true, false]) {
      for (const digits of isPerson ? ["0042", "1200", "999999"] : ["1200", "1000000"]) {
        const typed = { gaps: gapsFor(digits), holds: "number" as const, rolled, ends };
        expect([name, digits, ends, taken(digits, typed)]).toEqual([name, digits, ends, undefined]);
      }
      const gaps = gapsFor("mumbai").map((gap) => Math.max(gap, 55));
      expect(taken("mumbai", { gaps, holds: "choice", rolled, ends })).toBeUndefined();
    }
});

const evenly = (text: string, gap: number) => [...text].map(() => gap);

test("a scanner of 5 to 105 ms with an end is heard where a code is asked for, in a number, and with a known code in any other field", () => {
  for (const gap of [5, 12, 20, 35, 40, 70, 105]) {
    for (const code of [ean, "4006381333931", "SND-9", "damaged"]) {
      expect(taken(code, { gaps: evenly(code, gap), holds: "code" })).toBe(code);
      expect(taken(code, { gaps: evenly(code, gap), holds: "nothing" })).toBe(code);
      expect(taken(code, { gaps: evenly(code, gap), holds: "number" })).toBe(code);
      expect(taken(code, { gaps: evenly(code, gap), holds: "text" })).toBe(code === ean ? code : undefined);
      expect(taken(code, { gaps: evenly(code, gap), holds: "password" })).toBeUndefined();
    }
    for (const holds of ["text", "choice"] as const) {
      expect(taken("snd-bib-201", { gaps: evenly("snd-bib-201", gap), holds })).toBe("snd-bib-201");
      expect(taken(`${ean}#`, { gaps: evenly(`${ean}#`, gap), holds, suffix: "#" })).toBe(ean);
    }
  }
});

test("a scanner without an end is heard by a code that a product has, or by the check digit of a barcode", () => {
  for (const gap of [5, 12, 20, 35, 40, 70, 105])
    for (const holds of ["code", "nothing", "number", "choice", "text"] as const) {
      const stop = (code: string) => taken(code, { gaps: evenly(code, gap), holds, ends: false });
      expect([stop(ean), stop("SND-BIB-201")]).toEqual([ean, "SND-BIB-201"]);
      expect(stop("4006381333931")).toBe(holds === "text" ? undefined : "4006381333931");
      for (const text of ["8901234500009", "12345678", "SND-9", "snd-bib-201"]) expect(stop(text)).toBeUndefined();
    }
  expect([pauseAfter([0, 5, 10]), pauseAfter([0, 100, 200])]).toEqual([160, 300]);
});

test("a form that takes codes of new products hears them from its texts too, if nobody can type so fast", () => {
  const hear = (text: string, gap: number) => taken(text, { gaps: evenly(text, gap), holds: "text", takesNew: true });
  expect([hear("4006381333931", 12), hear("NEW-77", 35)]).toEqual(["4006381333931", "NEW-77"]);
  expect([hear("NEW-77", 40), hear("damaged", 5), hear("box 7 is damaged", 5)]).toEqual(Array(3).fill(undefined));
  // The end was pressed by a person, behind what an expander typed.
  const gaps = [...evenly("NEW-7", 2), 180];
  expect(taken("NEW-77", { gaps, holds: "text", takesNew: true })).toBeUndefined();
});
