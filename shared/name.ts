// Comparison of names. Without schemas, because the web's search imports it.

/** Characters that do not show: what Unicode calls ignorable or formatting, and the blank of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

const withoutDifferences = (name: string, ignored: RegExp): string =>
  name
    .normalize("NFKC")
    .replace(ignored, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase()
    // Again: letter and accent may compose only now, without the character between them or in lower case.
    .normalize("NFKC");

/** The form in which names are unique: case, width, spaces and invisible characters make no difference. */
export const normalised = (name: string): string =>
  // Which of its two small letters a Greek sigma has may depend on an invisible character after it.
  withoutDifferences(name, invisible).replaceAll("ς", "σ");

/**
 * The form of release 0.1.0, which ignored fewer characters. Where names are looked up it comes first: rows whose names
 * were different then must stay apart.
 */
export const earlierForm = (name: string): string => withoutDifferences(name, /\p{Cf}/gu);
