// Writes numbers into one column of a text file. All other bytes stay: quotes, line ends, encoding and a byte order mark.
import { parseRows, tabsOf } from "./csv.ts";
import { type Filled, type Filling, leftCells } from "./filling.ts";
import { bytesOfText, decodeText, findSeparator } from "./text-file.ts";

const utf8Mark = "\u00ef\u00bb\u00bf";

/** A row without a cell in that column stays as it is. */
export const fillText = (file: Buffer, { column, fills }: Omit<Filling, "sheet">): Filled => {
  const decoded = findSeparator(decodeText(file));
  const { separator } = decoded;
  const tabs = tabsOf(decoded.rows, separator);
  const { text, toBytes } = bytesOfText(file);
  const mark = text.startsWith(utf8Mark) ? utf8Mark : "";
  const { rows } = findSeparator(text.slice(mark.length));
  const pieces = [text.slice(0, text.length - rows.length)];
  const left: Filled["left"] = new Map();
  let at = 0;
  let number = 0;
  for (const { place } of parseRows(rows, { separator, tabs, maxColumns: 0, placeOf: column })) {
    const units = fills.get(++number);
    if (units === undefined) continue;
    if (!place) {
      left.set(number, leftCells.missing);
      continue;
    }
    pieces.push(rows.slice(at, place.from), withNumber(rows.slice(place.from, place.to), units));
    at = place.to;
  }
  return { file: toBytes([...pieces, rows.slice(at)].join("")), left };
};

/** What programs put around a number, so that a text stays one. */
const wrappings = [
  ['"=""', '"""'],
  ['="', '"'],
  [`"'`, '"'],
  ['"', '"'],
  ["'", "'"],
  ["'", ""],
] as const;

/** Blanks and a wrapping stay around the number; a field with text behind its quotes is replaced whole. */
const withNumber = (field: string, units: number): string => {
  const [, before = "", core = "", after = ""] = /^([ \t]*)(.*?)([ \t]*)$/s.exec(field) ?? [];
  const found = wrappings.find(
    ([open, close]) =>
      core.length >= open.length + close.length &&
      core.startsWith(open) &&
      core.endsWith(close) &&
      !core.slice(open.length, core.length - close.length).includes('"'),
  );
  const [open, close] = found ?? ["", ""];
  return before + open + units + close + after;
};
