// Dates in workbooks: numbers of days, which differ from other numbers only by the format of the cell.
import { readXml } from "./xml.ts";

/** Ids of the formats for dates and times that every workbook has: first and last of each group. */
const builtIn = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const isBuiltIn = (id: number): boolean => builtIn.some(([first, last]) => id >= first && id <= last);

/** Whether a cell with the style of this index holds a date. */
export type IsDate = (style: string | undefined) => boolean;

export const readDateStyles = (part: Buffer | undefined): IsDate => {
  const custom = new Map<string, boolean>();
  const styles: boolean[] = [];
  if (part)
    readXml(part, {
      onOpen: (path, { numFmtId = "0", formatCode = "" }) => {
        if (path === "styleSheet/numFmts/numFmt") custom.set(numFmtId, isDateFormat(formatCode));
        if (path === "styleSheet/cellXfs/xf") styles.push(custom.get(numFmtId) ?? isBuiltIn(Number(numFmtId)));
      },
    });
  return (style = "0") => styles[Number(style)] ?? false;
};

/** Whether a format has letters for parts of a date, outside texts, colours and conditions. [h] counts hours. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|[\\_*].|\[(?![hms]+\])[^\]]*\]/gi, ""));

/** The last day that a spreadsheet knows, 31 December 9999. */
const maxSerial = 2_958_466;

/** The date of a number of days, or undefined if there is none. Days count from 1900, or from 1904 in some workbooks. */
export const isoDate = (serial: number, from1904: boolean): string | undefined => {
  if (serial < 0 || serial >= maxSerial) return undefined;
  // Day 1 is 1 January 1900; the day before March 1900 is one that did not exist.
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return new Date(start + Math.round(serial * 86_400) * 1_000).toISOString().slice(0, 19);
};
