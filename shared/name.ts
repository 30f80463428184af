// Names, as they are compared.

/** The form under which a name is unique: twins by case, width, spaces or invisible marks count as the same. */
export const normalised = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase()
    // An accent joins its letter when the mark between them is gone, or when only the small letter takes it in.
    .normalize("NFKC");
