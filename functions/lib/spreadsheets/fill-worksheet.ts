// Writes numbers into one column of a worksheet part, in the cells' own places. All other text of the part stays, but for the
// stored results of formulas that depend on the column: a spreadsheet computes them anew.
import { columnLetters } from "#shared/import-columns.ts";
import { dependents, type FormulaCell } from "./dependent-formulas.ts";
import { type Filling, type LeftCell, leftCells } from "./filling.ts";
import { mergedRows } from "./merged-cells.ts";
import { damaged } from "./refusals.ts";
import { columnNumber, covers, rangeOf } from "./worksheet.ts";
import { type Place, readXml } from "./xml.ts";

interface OwnCell {
  /** Of its opening tag, and of all of it. */
  tag: Place;
  place: Place;
  type: string | undefined;
  style: string | undefined;
}

interface FoundRow {
  style: string | undefined;
  /** The prefix of its namespace. */
  prefix: string;
  /** Its cells say where they are; else each follows the one before, and this is how many there are. */
  isNumbered: boolean;
  width: number;
  own?: OwnCell;
  /** Where a missing cell goes. */
  before?: number;
}

interface Edit extends Place {
  text: string;
}

const cellPath = "worksheet/sheetData/row/c";

interface SheetFilling extends Required<Omit<Filling, "sheet">> {
  name: string;
  /** Of a cell with this style in a protected sheet. */
  isUnlocked: (style?: string) => boolean;
}

export const fillWorksheet = (part: Buffer, filling: SheetFilling): { part: Buffer; left: Map<number, LeftCell> } => {
  const { name, column, fills, heads, isUnlocked } = filling;
  const rows = new Map<number, FoundRow>();
  const formulas: (FormulaCell & { result?: Place })[] = [];
  let columnStyle: string | undefined;
  let row: FoundRow | undefined;
  let number = 0;
  let at = 0;
  let cell: OwnCell | undefined;
  let formula: (typeof formulas)[number] | undefined;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(part);
  const letter = columnLetters(column);
  readXml(part, {
    onOpen: (path, attributes, place) => {
      switch (path) {
        case "worksheet/cols/col":
          if (Number(attributes.min) <= column + 1 && column + 1 <= Number(attributes.max))
            columnStyle = attributes.style;
          break;
        case "worksheet/sheetData/row":
          number = attributes.r === undefined ? number + 1 : Number(attributes.r);
          at = 0;
          row = fills.has(number)
            ? { style: attributes.s, prefix: prefixOf(text, place), isNumbered: false, width: 0 }
            : undefined;
          if (row) rows.set(number, row);
          break;
        case cellPath:
          at = columnNumber(attributes, number, at);
          cell = { tag: place, place, type: attributes.t, style: attributes.s };
          if (row && at > column + 1) row.before ??= place.from;
          if (row) row.isNumbered ||= attributes.r !== undefined;
          if (row) row.width = at;
          break;
        case `${cellPath}/f`:
          formula = {
            ...(attributes.ref && /^(array|dataTable)$/.test(attributes.t ?? "") && { fills: rangeOf(attributes.ref) }),
            row: number,
            column: at - 1,
            text: "",
            shared: attributes.t === "shared" ? attributes.si : undefined,
          };
          formulas.push(formula);
          break;
        case `${cellPath}/v`:
          if (formula) formula.result = place;
      }
    },
    onText: (path, piece) => {
      if (path === `${cellPath}/f` && formula) formula.text += piece;
    },
    onClose: (path, { to, from }) => {
      if (path === `${cellPath}/v` && formula?.result) formula.result = { ...formula.result, to };
      if (path === cellPath) {
        if (row && cell && at === column + 1) row.own = { ...cell, place: { ...cell.place, to } };
        formula = undefined;
      }
      if (path === "worksheet/sheetData/row" && row) row.before ??= from;
    },
  });
  const isProtected = /<(?:\w+:)?sheetProtection\b[^>]*\bsheet=["'](?:1|true)["']/.test(text);
  const merged = mergedRows(part, column, fills.keys());
  const ownFormulas = new Set(formulas.filter((one) => one.column === column).map((one) => one.row));
  const arrays = formulas.flatMap(({ fills: range }) => (range && covers(range.columns, column) ? [range.rows] : []));
  const isFormula = (at: number) => ownFormulas.has(at) || arrays.some((rows) => covers(rows, at));
  const left = new Map<number, LeftCell>();
  const edits: Edit[] = [];
  for (const [at, units] of fills) {
    const found = rows.get(at);
    if (!found) throw damaged();
    const style = found.own ? found.own.style : (found.style ?? columnStyle);
    const reason: LeftCell | undefined = isFormula(at)
      ? leftCells.formula
      : merged.has(at)
        ? leftCells.merged
        : isProtected && !isUnlocked(style)
          ? leftCells.protected
          : undefined;
    if (reason) left.set(at, reason);
    else
      edits.push(
        found.own ? overwritten(text, found.own, units) : inserted(found, `${letter}${at}`, column, style, units),
      );
  }
  const filled = [...fills.keys()].filter((at) => !left.has(at));
  for (const { result } of dependents(formulas, { name, heads, column, rows: filled }))
    if (result) edits.push({ ...result, text: "" });
  const mark = part.subarray(0, part.indexOf("<")).equals(byteOrderMark) ? byteOrderMark : Buffer.alloc(0);
  return { part: Buffer.concat([mark, Buffer.from(edited(text, edits))]), left };
};

const byteOrderMark = Buffer.from("efbbbf", "hex");

const prefixOf = (text: string, { from }: Place): string =>
  /^<([\w.-]+:)?/.exec(text.slice(from, from + 100))?.[1] ?? "";

/** A cell keeps its style; a text stays a text. */
const overwritten = (text: string, { tag, place, type }: OwnCell, units: number): Edit => {
  const open = text.slice(tag.from, tag.to).replace(/\s*\/?>$/, "");
  const prefix = prefixOf(text, tag);
  const isText = type === "s" || type === "str" || type === "inlineStr";
  const bare = open.replace(/\s+t\s*=\s*(?:"[^"]*"|'[^']*')/, "");
  return { ...place, text: cellText(prefix, `${bare}${isText ? ' t="inlineStr"' : ""}`, isText, units) };
};

const inserted = (row: FoundRow, ref: string, column: number, style: string | undefined, units: number): Edit => {
  const { prefix, before = 0, isNumbered, width } = row;
  const open = `<${prefix}c${isNumbered ? ` r="${ref}"` : ""}${style === undefined ? "" : ` s="${style}"`}`;
  const blanks = isNumbered ? "" : `<${prefix}c/>`.repeat(column - width);
  return { from: before, to: before, text: blanks + cellText(prefix, open, false, units) };
};

const cellText = (prefix: string, open: string, isText: boolean, units: number): string => {
  const value = isText
    ? `<${prefix}is><${prefix}t>${units}</${prefix}t></${prefix}is>`
    : `<${prefix}v>${units}</${prefix}v>`;
  return `${open}>${value}</${prefix}c>`;
};

const edited = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text: piece } of edits.toSorted((a, b) => a.from - b.from)) {
    pieces.push(text.slice(at, from), piece);
    at = to;
  }
  return [...pieces, text.slice(at)].join("");
};
