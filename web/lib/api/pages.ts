// Long answers: their pages joined to one, and which lists are truncated.

const truncatedLists = new WeakSet<object>();

/** Marks a list that has more rows than were read. */
export const markTruncated = (list: object): void => void truncatedLists.add(list);

/** Whether a list has more rows than are shown. */
export const isTruncated = (rows: unknown): boolean =>
  typeof rows === "object" && rows !== null && truncatedLists.has(rows);

/** Appends the rows of a page: to a list, or to the lists of the same name in an object. */
export const append = (answer: unknown, page: unknown): void => {
  if (Array.isArray(answer)) for (const row of page as unknown[]) answer.push(row);
  else
    for (const [name, list] of Object.entries(answer as object))
      if (Array.isArray(list)) append(list, (page as Record<string, unknown>)[name] ?? []);
};
