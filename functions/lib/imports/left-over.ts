// The columns of a spreadsheet that were not recognised, and the field that each may be.
import type { Cell } from "../spreadsheets/cell.ts";
import { comparableHead } from "../spreadsheets/head-row.ts";
import { isAsideHead } from "./heads.ts";
import type { Fields, Table } from "./table.ts";

export interface LeftOver {
  /** Heads of columns that have cells, but were not read. */
  unused: string[];
  /** For fields without a column, the head of an unused one whose cells fit. */
  guesses: Record<string, string>;
}

/** `known` are heads of our own reports that no import reads, so they are not unused. */
export const leftOver = (
  { heads, columns, rows }: Table,
  fields: Fields,
  known: readonly string[],
  chosen: Record<string, string> = {},
): LeftOver => {
  const read = new Set(Object.values(columns));
  const filled = new Set<number>();
  for (const { cells } of rows) for (const [column, cell] of cells.entries()) if (cell) filled.add(column);
  const ours = new Set(known.map(comparableHead));
  const unused = heads.filter(
    (head, column) => filled.has(column) && !read.has(column) && !ours.has(comparableHead(head)),
  );
  const open = Object.keys(fields).filter((field) => !(field in columns) && chosen[field] !== "");
  const cellsOf = (head: string): Cell[] =>
    rows.slice(0, sampled).flatMap(({ cells }) => cells[heads.indexOf(head)] ?? []);
  const fits = (head: string, field: string) =>
    !isAsideHead(head) &&
    !(numbersHead.test(comparableHead(head)) && field !== "quantity") &&
    fields[field]?.fits?.(cellsOf(head)) === true;
  return { unused, guesses: guess(unused, open, wordsOf(fields), fits) };
};

const sampled = 1_000;
/** Heads of money and measures, in whose columns neither codes nor names nor days stand. */
const numbersHead = /\b(price|rate|cost|mrp|amount|amt|value|currency|tax|gst|hsn|weight|qty|quantity|stock)\b/;

const wordsIn = (head: string): string[] => comparableHead(head).split(" ").filter(Boolean);

/** The words of each field's heads. */
const wordsOf = (fields: Fields): Map<string, Set<string>> =>
  new Map(
    Object.entries(fields).map(([field, { label, heads = [] }]) => [
      field,
      new Set([label, ...heads].flatMap(wordsIn)),
    ]),
  );

/** Pairs heads and fields that share words, the best pair first. A word that few fields have weighs more. */
const guess = (
  heads: readonly string[],
  fields: readonly string[],
  words: Map<string, Set<string>>,
  fits: (head: string, field: string) => boolean,
) => {
  const weight = (word: string): number => 1 / [...words.values()].filter((own) => own.has(word)).length;
  const pairs = heads.flatMap((head) =>
    fields.map((field) => {
      const shared = new Set(wordsIn(head).filter((word) => words.get(field)?.has(word)));
      return { head, field, score: [...shared].reduce((sum, word) => sum + weight(word), 0) };
    }),
  );
  const guesses: Record<string, string> = {};
  const taken = new Set<string>();
  for (const { head, field, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < leastScore || taken.has(head) || field in guesses || !fits(head, field)) continue;
    guesses[field] = head;
    taken.add(head);
  }
  return guesses;
};

/** The weight of a word that two fields have. */
const leastScore = 0.5;

const textsOf = (cells: readonly Cell[]): string[] => cells.map(({ text }) => text.trim());
const isVaried = (texts: readonly string[]): boolean => new Set(texts).size > texts.length / 2;

/** Codes differ, and are neither running numbers nor dates. */
export const fitCodes = (cells: readonly Cell[]): boolean => {
  const texts = textsOf(cells);
  const isRunning = texts.every((text, at) => at === 0 || Number(text) === Number(texts[at - 1]) + 1);
  return texts.length > 0 && isVaried(texts) && !isRunning && !cells.some(({ type }) => type === "date");
};

/** Names differ, and are of letters. */
export const fitNames = (cells: readonly Cell[]): boolean => {
  const texts = textsOf(cells);
  return texts.length > 0 && isVaried(texts) && texts.every((text) => /\p{L}{2}/u.test(text));
};
