// Writes numbers into one column of a text file. All other bytes stay: quotes, line ends, encoding and a byte order mark.
import { parseRows } from "./csv.ts";
import { bytesOfText, decodeText, findSeparator } from "./text-file.ts";

/** Numbers by the row that they are for, from 1. */
export type Fills = ReadonlyMap<number, number>;

const utf8Mark = "\u00ef\u00bb\u00bf";

/** `column`: index from 0. A row without that column stays as it is. */
export const fillText = (file: Buffer, column: number, fills: Fills): Buffer => {
  const { separator } = findSeparator(decodeText(file));
  const { text, toBytes } = bytesOfText(file);
  const mark = text.startsWith(utf8Mark) ? utf8Mark : "";
  const { rows } = findSeparator(text.slice(mark.length));
  const pieces = [text.slice(0, text.length - rows.length)];
  let at = 0;
  let number = 0;
  for (const { place } of parseRows(rows, { separator, maxColumns: 0, placeOf: column })) {
    const units = fills.get(++number);
    if (units === undefined || !place) continue;
    pieces.push(rows.slice(at, place.from), withNumber(rows.slice(place.from, place.to), units));
    at = place.to;
  }
  return toBytes([...pieces, rows.slice(at)].join(""));
};

/** Blanks, quotes, and `="…"` or `'` by which a program keeps a text stay around the number. */
const withNumber = (field: string, units: number): string => {
  const [before = ""] = /^[ \t]*(?:"?="{1,2}|"?'|")?/.exec(field) ?? [];
  const [after = ""] = (before.includes('"') ? /"*[ \t]*$/ : /[ \t]*$/).exec(field.slice(before.length)) ?? [];
  return before + units + after;
};
