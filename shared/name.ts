// Comparison of names. Without schemas, because the web's search imports it.

/** The form in which names are unique: case, width, spaces and invisible characters make no difference. */
export const normalised = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase()
    // Again: letter and accent may compose only now, without the character between them or in lower case.
    .normalize("NFKC");
