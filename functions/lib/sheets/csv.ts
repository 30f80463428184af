// Comma-separated values (RFC 4180): quoted fields may contain commas, line breaks and doubled quotes.

/** Rows as a spreadsheet shows them, blank lines included, each up to `maxColumns`. A misplaced quote throws an error. */
export function* parseRows(text: string, maxColumns = Number.POSITIVE_INFINITY): Generator<string[]> {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let row: string[] = [];
  let rows = 0;
  field.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  for (let rowEnds = true; field.lastIndex < text.length || !rowEnds; ) {
    const match = field.exec(text);
    if (!match) throw new Error(`Row ${rows + 1}: misplaced quote`);
    const [, quoted, bare = "", end] = match;
    if (row.length < maxColumns) row.push(quoted?.replaceAll('""', '"') ?? bare);
    rowEnds = end !== ",";
    if (!rowEnds) continue;
    yield row;
    rows++;
    row = [];
  }
}

/** The rows that are not blank as objects, keyed by the names in the first row. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...lines] = [...parseRows(text)].filter((row) => row.length > 1 || row[0] !== "");
  return lines.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ""])));
};
