// Names, as they are compared.

/** The form under which a name is unique: twins by case, width, spaces or invisible marks count as the same. */
export const normalised = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
