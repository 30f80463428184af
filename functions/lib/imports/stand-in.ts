// What stands in for the P.ID of new products: people keep the SKUs of some, of others only a barcode or a title, and of some
// several codes in one cell.
import { countText } from "#shared/format.ts";
import type { Ask } from "#shared/import.ts";
import { codesIn, unwrapped } from "#shared/product-code.ts";
import type { Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, problemOf, textOf } from "../spreadsheets/cell-values.ts";
import { isTotal, leaveOut } from "./asks.ts";
import { cellOf, type Table } from "./table.ts";

/** The key of the answer in the form's `texts`. */
const withoutCode = "Rows without a P.ID";

const standIn = [
  { value: "codes", label: "The barcode is their P.ID" },
  { value: "name", label: "The name is their P.ID" },
] as const;

/** The problem of such a row, and the key of the answer. */
const severalCodes = "Several codes in one cell";

/** A list of codes with commas between them, however it is written. */
export const listText = (text: string): string => text.replace(/\s*[;|]\s*/g, ", ");

const firstOfList = { value: "first", label: "The first is the P.ID, the others are further codes" };
const oneCode = { value: "one", label: "It is one code" };

interface FoundCode {
  cell: MaybeCell;
  /** Nothing stands in, as a person has said. */
  isLeftOut?: boolean;
  problem?: string;
  /** Codes of the same cell. */
  further?: string;
}

/** Reads the P.IDs of rows one after the other, and asks about those that have none, or several. */
export const standIns = (
  table: Table,
  isKnown: (cell: MaybeCell) => boolean,
  { [withoutCode]: answer, [severalCodes]: ofLists }: Readonly<Record<string, string>> = {},
) => {
  const open = { codes: 0, name: 0, rows: 0, lists: 0, mayBeOne: 0 };
  const ofList = (cell: MaybeCell, [text = "", ...others]: readonly string[]): FoundCode => {
    // Commas stand between the codes of a product.
    const mayBeOne = !textOf(cell).includes(",");
    open.lists++;
    if (mayBeOne) open.mayBeOne++;
    if (ofLists === oneCode.value && mayBeOne) return { cell };
    if (ofLists === firstOfList.value) return { cell: { type: "text", text }, further: others.join(", ") };
    return { cell, problem: severalCodes, isLeftOut: ofLists === leaveOut.value };
  };
  const instead = (row: Row) => {
    const text = (field: string) => textOf(cellOf({ columns: table.columns }, field, row)).trim();
    return { codes: codesIn(text("codes"))[0] ?? "", name: isTotal(text("name")) ? "" : text("name") };
  };
  return {
    read: (row: Row): FoundCode => {
      const cell = cellOf(table, "p_id", row);
      const written = textOf(cell);
      const codes = /[,;|\n]/.test(written) ? codesIn(listText(unwrapped(written))) : [];
      if (codes.length > 1 && !isKnown(cell)) return ofList(cell, codes);
      if (problemOf(cell) || written.trim()) return { cell };
      const found = instead(row);
      if (found.codes || found.name) open.rows++;
      for (const { value } of standIn) if (found[value]) open[value]++;
      const text = standIn.map(({ value }) => (value === answer ? found[value] : "")).join("");
      const isLeftOut = answer === leaveOut.value && Boolean(found.codes || found.name);
      return { cell: text ? { type: "text", text } : cell, isLeftOut };
    },
    asks: (): Ask[] => [
      ...rowsAsk(open.rows, "without a P.ID", {
        ...{ of: withoutCode, ...said(answer) },
        choices: standIn.filter(({ value }) => open[value] > 0),
      }),
      ...rowsAsk(open.lists, "with several codes in the cell of the P.ID", {
        ...{ of: severalCodes, ...said(ofLists) },
        choices: [firstOfList, ...(open.mayBeOne > 0 ? [oneCode] : [])],
      }),
    ],
  };
};

const said = (value: string | undefined) => (value === undefined ? {} : { value });

const rowsAsk = (rows: number, what: string, { choices, ...ask }: Omit<Ask, "id" | "text">): Ask[] =>
  rows === 0
    ? []
    : [{ id: "texts", text: `${countText(rows, "row")} ${what}`, ...ask, choices: [...choices, leaveOut] }];
