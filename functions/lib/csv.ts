// Comma-separated values (RFC 4180): a quoted field may hold commas, line breaks and doubled quotes.

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The rows of a text, blank lines left out; throws with the row where a quote stands wrongly. */
export const readRows = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  field.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (field.lastIndex < text.length || row.length > 0) {
    const match = field.exec(text);
    if (!match) throw new Error(`Row ${rows.length + 1}: a quote stands where none may`);
    const [, quoted, bare = "", end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  return rows;
};

/** The lines of a text, each by the names in the first one. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...lines] = readRows(text);
  return lines.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ""])));
};
