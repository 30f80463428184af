// Separated values (RFC 4180), read as spreadsheets do: blanks before a quoted field are skipped, text behind its closing
// quote is appended, and any other quote is a quote.

interface Options {
  separator?: string;
  /** Fields of a row that are returned. */
  maxColumns?: number;
  /** Index of the field whose place in the text is wanted. */
  placeOf?: number;
  /** Tabs of a whole line, if they were counted in the decoded text. */
  tabs?: number;
}

export interface ParsedRow {
  cells: string[];
  /** Index of the field whose quote is never closed. It is a quote, or the field would be the rest of the file. */
  unclosed?: number;
  /** Number of its fields, and index of the first that has text behind its closing quote: a quote within it may not be doubled. */
  fields: number;
  open?: number;
  /** Where the wanted field stands in the text, quotes included. */
  place?: { from: number; to: number };
}

/** A row, and where the next one begins. */
interface Parsed extends ParsedRow {
  end: number;
}

/** Rows as a spreadsheet shows them, blank lines included. */
export function* parseRows(
  text: string,
  { separator = ",", maxColumns = Infinity, placeOf, tabs = tabsOf(text, separator) }: Options = {},
): Generator<ParsedRow> {
  const wanted = { maxColumns, placeOf };
  const parseRow = separator === "\t" ? tabbedRow(text, tabs, wanted) : commaRow(text, separator, wanted);
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const row = parseRow(at);
    yield row;
    at = row.end;
  }
}

type ParseRow = (at: number) => Parsed;
interface Wanted {
  maxColumns: number;
  placeOf: number | undefined;
}

const commaRow = (text: string, separator: string, wanted: Wanted): ParseRow => {
  const literal = `\\${separator}`;
  const bare = `[^${literal}\\r\\n]*`;
  const field = new RegExp(`(?:[ \\t]*"((?:[^"]|"")*)"(?!")(${bare})|(${bare}))(${literal}|\\r\\n?|\\n|$)`, "y");
  return (at) => parseFields(field, text, at, separator, wanted);
};

const fieldAcrossLines = /(?:"((?:[^"]|"")*)"()(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;
const fieldOfLine = /(?:"((?:[^"\r\n]|"")*)"()(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n?|\n|$)/y;

/**
 * Between tabs a quote may be just a quote, as in the reports of Amazon, or begin a field with line breaks, as in cells
 * pasted from Excel. Lines that are whole rows each are no field.
 */
const tabbedRow = (text: string, tabs: number, wanted: Wanted): ParseRow => {
  const parse = (field: RegExp, at: number): Parsed => {
    const { unclosed: _unclosed, open: _open, ...row } = parseFields(field, text, at, "\t", wanted);
    return row;
  };
  return (at) => {
    const row = parse(fieldAcrossLines, at);
    const lines = linesOf(text.slice(at, row.end).replace(/\r\n?$|\n$/, ""));
    const areRows = lines.length > 1 && lines.every((line) => countTabs(line) === tabs);
    return areRows ? parse(fieldOfLine, at) : row;
  };
};

/** Tabs of a whole line: the most that one has. 0 where fields are separated otherwise. */
export const tabsOf = (text: string, separator: string): number =>
  separator === "\t" ? Math.max(...linesOf(text.slice(0, 100_000)).map(countTabs)) : 0;

export const linesOf = (text: string): string[] => text.split(/\r\n?|\n/);
const countTabs = (line: string): number => line.split("\t").length - 1;

const parseFields = (
  field: RegExp,
  text: string,
  at: number,
  separator: string,
  { maxColumns, placeOf }: Wanted,
): Parsed => {
  const row: Parsed = { cells: [], fields: 0, end: at };
  field.lastIndex = at;
  for (;;) {
    const from = field.lastIndex;
    // A field may be empty, so there is always one.
    const [, quoted, behind = "", bare = "", end = ""] = field.exec(text) ?? [];
    if (row.fields === placeOf) row.place = { from, to: field.lastIndex - end.length };
    if (quoted === undefined && /^[ \t]*"/.test(bare)) row.unclosed ??= row.cells.length;
    if (behind.trim() !== "") row.open ??= row.fields;
    row.fields++;
    if (row.cells.length < maxColumns)
      row.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"') + behind.trimEnd());
    if (end !== separator) return { ...row, end: field.lastIndex };
  }
};

/** The rows that are not blank as objects, keyed by the names in the first row. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...lines] = [...parseRows(text)]
    .map(({ cells }) => cells)
    .filter((row) => row.length > 1 || row[0] !== "");
  return lines.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ""])));
};
