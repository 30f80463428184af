// Separated values (RFC 4180): quoted fields may contain separators, line breaks and doubled quotes.

interface Options {
  separator?: string;
  /** Fields of a row that are returned. */
  maxColumns?: number;
}

/** A row, and where the next one begins. */
interface Parsed {
  cells: string[];
  end: number;
}

/** Rows as a spreadsheet shows them, blank lines included. A misplaced quote throws an error, except between tabs. */
export function* parseRows(
  text: string,
  { separator = ",", maxColumns = Infinity }: Options = {},
): Generator<string[]> {
  const parseRow = separator === "\t" ? tabbedRow(text, maxColumns) : commaRow(text, separator, maxColumns);
  let rows = 0;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; rows++) {
    const row = parseRow(at);
    if (!row) throw new Error(`Row ${rows + 1}: misplaced quote`);
    yield row.cells;
    at = row.end;
  }
}

type ParseRow = (at: number) => Parsed | undefined;

const commaRow = (text: string, separator: string, maxColumns: number): ParseRow => {
  const literal = `\\${separator}`;
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${literal}\\r\\n]*))(${literal}|\\r\\n?|\\n|$)`, "y");
  return (at) => parseFields(field, text, at, separator, maxColumns);
};

const fieldAcrossLines = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;
const fieldOfLine = /(?:"((?:[^"\r\n]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;

/**
 * Between tabs a quote may be just a quote, as in the reports of Amazon, or begin a field with line breaks, as in cells
 * pasted from Excel. Lines that are whole rows each are no field.
 */
const tabbedRow = (text: string, maxColumns: number): ParseRow => {
  const tabs = Math.max(...linesOf(text.slice(0, 100_000)).map(countTabs));
  return (at) => {
    const row = parseFields(fieldAcrossLines, text, at, "\t", maxColumns);
    const lines = row && linesOf(text.slice(at, row.end).replace(/\r\n?$|\n$/, ""));
    const areRows = lines && lines.length > 1 && lines.every((line) => countTabs(line) === tabs);
    return areRows ? parseFields(fieldOfLine, text, at, "\t", maxColumns) : row;
  };
};

export const linesOf = (text: string): string[] => text.split(/\r\n?|\n/);
const countTabs = (line: string): number => line.split("\t").length - 1;

const parseFields = (
  field: RegExp,
  text: string,
  at: number,
  separator: string,
  maxColumns: number,
): Parsed | undefined => {
  const cells: string[] = [];
  field.lastIndex = at;
  for (;;) {
    const match = field.exec(text);
    if (!match) return undefined;
    const [, quoted, bare = "", end] = match;
    if (cells.length < maxColumns) cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end !== separator) return { cells, end: field.lastIndex };
  }
};

/** The rows that are not blank as objects, keyed by the names in the first row. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...lines] = [...parseRows(text)].filter((row) => row.length > 1 || row[0] !== "");
  return lines.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ""])));
};
