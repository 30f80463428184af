// Comma-separated values (RFC 4180): a quoted field may hold commas, line breaks and doubled quotes.

/**
 * The rows of a text as a spreadsheet shows them, blank lines too, each up to so many columns; throws with the row
 * where a quote stands wrongly.
 */
export function* parseRows(text: string, mostColumns = Number.POSITIVE_INFINITY): Generator<string[]> {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let row: string[] = [];
  let rows = 0;
  field.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  for (let ends = true; field.lastIndex < text.length || !ends; ) {
    const match = field.exec(text);
    if (!match) throw new Error(`Row ${rows + 1}: a quote stands where none may`);
    const [, quoted, bare = "", end] = match;
    if (row.length < mostColumns) row.push(quoted?.replaceAll('""', '"') ?? bare);
    ends = end !== ",";
    if (!ends) continue;
    yield row;
    rows++;
    row = [];
  }
}

/** The lines of a text that are not blank, each by the names in the first one. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...lines] = [...parseRows(text)].filter((row) => row.length > 1 || row[0] !== "");
  return lines.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ""])));
};
