// The skeleton of a code: what is left of it when a spreadsheet, a web page or a hand has changed it. Codes of one skeleton are
// candidates for each other, and never taken.
import { lookalike } from "./name.ts";

/** Letters of other scripts that look like Latin ones, and letters that look like digits. */
const alike: readonly (readonly [letters: string, as: string])[] = [
  ["аα", "a"],
  ["в", "b"],
  ["сϲ", "c"],
  ["еε", "e"],
  ["н", "h"],
  ["іιl|", "1"],
  ["i", "1"],
  ["к", "k"],
  ["м", "m"],
  ["ν", "v"],
  ["оοo", "0"],
  ["рρ", "p"],
  ["ѕ", "s"],
  ["тτ", "t"],
  ["уυ", "y"],
  ["хχ", "x"],
];
const latin = new Map(alike.flatMap(([letters, as]) => [...letters].map((letter) => [letter, as] as const)));
const alikeLetters = new RegExp(`[${[...latin.keys()].join("")}]`, "g");

/** Without zeros in front, and with one letter for those that look alike. */
export const skeleton = (code: string): string =>
  lookalike(code)
    .replace(alikeLetters, (letter) => latin.get(letter) ?? letter)
    .replace(/^0+(?=.)/, "");

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = `(?:${months.join("|")})`;
/** 05-Mar, Mar-05, 5 March 2026, 2026-03-05, 05/03/26. */
const dateText = new RegExp(
  `^(?:\\d{1,2}[-/. ]?${month}[a-z]*|${month}[a-z]*[-/. ]?\\d{1,4}|\\d{1,2}[-/. ]${month}[a-z]*[-/. ,]+\\d{2,4}|\\d{4}-\\d\\d-\\d\\d(?:[t ][\\d:.]+)?|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4})$`,
);

/** Whether a spreadsheet may have made this date of a code. */
export const isDateText = (text: string): boolean => dateText.test(lookalike(text));

/** Whether a text is a date just as Excel writes one that it has made of a code: 05-Mar of MAR-5, Sep-20 of SEP-2020. */
export const isMadeDate = (text: string): boolean =>
  /^(\d{1,2}-(?=[A-Z])(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d)$/.test(
    text.trim(),
  );

/** The two numbers of a code of which a spreadsheet makes a date, such as MAR-5, 5/3 and SEP-2020; undefined for others. */
export const dateSkeleton = (code: string): string | undefined => {
  const text = lookalike(code);
  if (!isDateText(text) && !/^\d{1,2}[-/]\d{1,2}$/.test(text)) return undefined;
  const numbers = (
    text.replace(/[t ][\d:.]+$/, (rest) => (rest.includes(":") ? "" : rest)).match(/\d+|[a-z]{3,}/g) ?? []
  ).map((part) => (/\d/.test(part) ? Number(part) : months.indexOf(part.slice(0, 3)) + 1));
  // The year that a spreadsheet adds is the third number.
  const year = numbers.length === 3 ? numbers.findIndex((number) => number > 31) : -1;
  const two = (year < 0 ? numbers.slice(0, 2) : numbers.toSpliced(year, 1)).map((number) => number % 100);
  return two.sort((a, b) => a - b).join("~");
};
