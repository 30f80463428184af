// Text with the searched words highlighted.
import { createContext, useContext } from "react";
import { piecesOf } from "../lib/search.ts";

const none: readonly string[] = [];

/** The words, as `wordsOf` makes them, for all text inside. */
export const SearchedWords = createContext(none);

export function Highlighted({ children: text }: { children: string }) {
  const words = useContext(SearchedWords);
  if (words.length === 0) return text;
  return piecesOf(text, words).map(({ at, text, matched }) => (matched ? <mark key={at}>{text}</mark> : text));
}
