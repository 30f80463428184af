// What stands in for the P.ID of new products: people keep the SKUs of some, and of others only a barcode or a title.
import { countText } from "#shared/format.ts";
import type { Ask } from "#shared/import.ts";
import { codesIn } from "#shared/product-code.ts";
import type { Row } from "../spreadsheets/cell.ts";
import { type MaybeCell, problemOf, textOf } from "../spreadsheets/cell-values.ts";
import { isTotal, leaveOut } from "./asks.ts";
import { cellOf, type Table } from "./table.ts";

/** The text for which `texts` of the form has the answer. */
const withoutCode = "Rows without a P.ID";

const fields = { codes: "The barcode is their P.ID", name: "The name is their P.ID" } as const;
const isField = (text: string | undefined): text is keyof typeof fields =>
  text !== undefined && Object.hasOwn(fields, text);

/** Reads the P.IDs of rows one after the other, and asks about those that have none. */
export const standIns = (table: Table, answer: string | undefined) => {
  const open = { codes: 0, name: 0, rows: 0 };
  const textIn = (field: keyof typeof fields, row: Row): string => {
    const text = textOf(cellOf({ columns: table.columns }, field, row)).trim();
    return field === "codes" ? (codesIn(text)[0] ?? "") : isTotal(text) ? "" : text;
  };
  return {
    /** `isLeftOut`: nothing stands in, as a person has said. */
    read: (row: Row): { cell: MaybeCell; isLeftOut?: boolean } => {
      const cell = cellOf(table, "p_id", row);
      if (problemOf(cell) || textOf(cell).trim()) return { cell };
      const has = { codes: textIn("codes", row), name: textIn("name", row) };
      if (!has.codes && !has.name) return { cell };
      open.rows++;
      for (const field of ["codes", "name"] as const) if (has[field]) open[field]++;
      const text = isField(answer) ? has[answer] : "";
      return { cell: text ? { type: "text", text } : cell, isLeftOut: answer === "" };
    },
    asks: (): Ask[] =>
      open.rows === 0
        ? []
        : [
            {
              id: "texts",
              of: withoutCode,
              text: `${countText(open.rows, "row")} without a P.ID`,
              ...(answer !== undefined && { value: answer }),
              choices: [
                ...Object.entries(fields).flatMap(([value, label]) =>
                  open[value as keyof typeof fields] > 0 ? { value, label } : [],
                ),
                leaveOut,
              ],
            },
          ],
  };
};

export const standInOf = (texts: Readonly<Record<string, string>> = {}): string | undefined => texts[withoutCode];
