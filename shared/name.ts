// Comparison of names. Without schemas, because the web's search imports it.

/** Invisible characters: Unicode's ignorable and formatting ones, and the blank of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** The form in which names are unique: case, width, spaces and invisible characters make no difference. */
export const normalised = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(invisible, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase()
    // A second time: letter and accent may compose only now, in lower case or without a character between them.
    .normalize("NFKC")
    // Which of its two small letters a Greek sigma has may depend on an invisible character after it.
    .replaceAll("ς", "σ");
