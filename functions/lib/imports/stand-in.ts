// What stands in for the P.ID of new products: people keep the SKUs of some, of others only a barcode or a title, and of some
// several codes in one cell.
import { countText } from "#shared/format.ts";
import type { Ask } from "#shared/import.ts";
import { codesIn, unwrapped } from "#shared/product-code.ts";
import type { Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, problemOf, textOf } from "../spreadsheets/cell-values.ts";
import { isTotal, leaveOut } from "./asks.ts";
import { cellOf, type Table } from "./table.ts";

/** The text for which `texts` of the form has the answer. */
const withoutCode = "Rows without a P.ID";

const fields = { codes: "The barcode is their P.ID", name: "The name is their P.ID" } as const;
const isField = (text: string | undefined): text is keyof typeof fields =>
  text !== undefined && Object.hasOwn(fields, text);

/** The text for which it has the answer about lists. */
const severalCodes = "Several codes in one cell";

/** A list of codes with commas between them, however it is written. */
export const listText = (text: string): string => text.replace(/\s*[;|]\s*/g, ", ");

/** Reads the P.IDs of rows one after the other, and asks about those that have none, or several. */
export const standIns = (
  table: Table,
  isKnown: (cell: MaybeCell) => boolean,
  { [withoutCode]: answer, [severalCodes]: ofLists }: Readonly<Record<string, string>> = {},
) => {
  const open = { codes: 0, name: 0, rows: 0, lists: 0 };
  const textIn = (field: keyof typeof fields, row: Row): string => {
    const text = textOf(cellOf({ columns: table.columns }, field, row)).trim();
    return field === "codes" ? (codesIn(text)[0] ?? "") : isTotal(text) ? "" : text;
  };
  return {
    /** `isLeftOut`: nothing stands in, as a person has said. `further`: codes of the same cell. */
    read: (row: Row): { cell: MaybeCell; isLeftOut?: boolean; isList?: boolean; further?: string } => {
      const cell = cellOf(table, "p_id", row);
      const written = textOf(cell);
      const [text, ...others] = /[,;|\n]/.test(written) ? codesIn(listText(unwrapped(written))) : [];
      if (text && others.length > 0 && !isKnown(cell)) {
        open.lists++;
        if (ofLists === "one") return { cell };
        if (ofLists !== "first") return { cell, isList: true, isLeftOut: ofLists === "" };
        return { cell: { type: "text", text }, further: others.join(", ") };
      }
      if (problemOf(cell) || textOf(cell).trim()) return { cell };
      const has = { codes: textIn("codes", row), name: textIn("name", row) };
      if (!has.codes && !has.name) return { cell };
      open.rows++;
      for (const field of ["codes", "name"] as const) if (has[field]) open[field]++;
      const chosen = isField(answer) ? has[answer] : "";
      return { cell: chosen ? { type: "text", text: chosen } : cell, isLeftOut: answer === "" };
    },
    asks: (): Ask[] => {
      const ask = (
        rows: number,
        of: string,
        what: string,
        value: string | undefined,
        choices: Ask["choices"],
      ): Ask[] =>
        rows === 0
          ? []
          : [
              {
                id: "texts",
                of,
                text: `${countText(rows, "row")} ${what}`,
                ...(value !== undefined && { value }),
                choices: [...choices, leaveOut],
              },
            ];
      const found = Object.entries(fields).flatMap(([value, label]) =>
        open[value as keyof typeof fields] > 0 ? { value, label } : [],
      );
      const first = { value: "first", label: "The first is the P.ID, the others are further codes" };
      const one = { value: "one", label: "It is one code" };
      return [
        ...ask(open.rows, withoutCode, "without a P.ID", answer, found),
        ...ask(open.lists, severalCodes, "with several codes in the cell of the P.ID", ofLists, [first, one]),
      ];
    },
  };
};
