// Search by words: in any order, ignoring case, accents and what looks the same, anywhere in a text.
import { plain, unmarked } from "#shared/name.ts";

/** Accents of Latin letters. Those of other scripts tell words apart. */
const accents = /[\u0300-\u036f]/g;

/** Text as it is compared. */
const folded = (text: string): string => plain(text.normalize("NFKD")).replace(accents, "").toLowerCase();

/** The words of a query, as they are compared. */
export const wordsOf = (query: string): string[] => split(folded(query));
const split = (text: string): string[] => text.split(/\s+/).map(unmarked).filter(Boolean);

/** Rows are searched at each key, but written in the same letters each time. */
const foldedTexts = new Map<string, string>();
const maxFolded = 300_000;

const cachedFold = (text: string): string => {
  const known = foldedTexts.get(text);
  if (known !== undefined) return known;
  if (foldedTexts.size >= maxFolded) foldedTexts.clear();
  const made = folded(text);
  foldedTexts.set(text, made);
  return made;
};

/** Whether each word is in one of the texts. */
export const hasWords = (texts: readonly string[], words: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => cachedFold(text).includes(word)));

/** Whether a text is these words and no others. */
export const isWords = (text: string, words: readonly string[]): boolean =>
  split(cachedFold(text)).join(" ") === words.join(" ");

const letterOrDigit = /[\p{L}\p{N}]/u;

const beginsIn = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!letterOrDigit.test(text[at - 1] ?? "")) return true;
  return false;
};

/** How well texts match: 2 where each word begins a word of theirs, 1 where each is in one. */
export const matchOf = (texts: readonly string[], words: readonly string[]): 0 | 1 | 2 => {
  if (!hasWords(texts, words)) return 0;
  return words.every((word) => texts.some((text) => beginsIn(cachedFold(text), word))) ? 2 : 1;
};

export interface Piece {
  at: number;
  text: string;
  matched: boolean;
}

export const piecesOf = (text: string, words: readonly string[]): Piece[] => {
  let all = "";
  // A letter may become several when folded, such as those of a ligature: the place of each in the text.
  const places: number[] = [];
  let length = 0;
  for (const letter of text) {
    const plain = folded(letter);
    all += plain;
    for (let count = 0; count < plain.length; count++) places.push(length);
    length += letter.length;
  }
  places.push(length);
  const matched = new Set<number>();
  for (const word of words)
    for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1))
      for (let place = places[at] as number; place < (places[at + word.length] as number); place++) matched.add(place);
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1);
    if (last?.matched === matched.has(at)) last.text += text[at];
    else pieces.push({ at, text: text.charAt(at), matched: matched.has(at) });
  }
  return pieces;
};
