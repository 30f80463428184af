// What a sheet leaves open: questions as data, which screens draw and the form answers.
import { dayOf, dayText } from "#shared/day.ts";
import { countText, numberText } from "#shared/format.ts";
import type { ImportSummary, Reading, SheetAsk } from "#shared/import.ts";
import type { ProductTag } from "#shared/product.ts";
import type { Row } from "../spreadsheets/cell.ts";
import { unitsOf } from "../spreadsheets/cell-values.ts";
import type { ReadSheet } from "../spreadsheets/spreadsheet-rows.ts";
import type { Table } from "./table.ts";

const sumText = (sum: number): string => `sum ${numberText(sum)}`;

/** Of several columns that may be the quantity, people know the sum of the right one. */
const whichColumn = ({ heads, rows }: Table, field: string, columns: readonly number[]): SheetAsk => ({
  id: `columns.${field}`,
  text: "Which column has the quantity?",
  choices: columns.map((column) => {
    const sum = rows.reduce((total, { cells }) => total + (unitsOf(cells[column]) ?? 0), 0);
    return { value: heads[column] ?? "", label: `${heads[column]}, ${sumText(sum)}` };
  }),
});

/** What can be said of all rows where no column says it. */
export const quantityAsks = (table: Table): SheetAsk[] => {
  const { quantity: rivals } = table.rivals;
  if (!table.missing.includes("quantity")) return [];
  if (rivals) return [whichColumn(table, "quantity", rivals)];
  const text = "No column of quantities was found.";
  return [{ id: "quantity", text, choices: [{ value: "1", label: "Each row is one unit" }] }];
};

/** Rows that a filter hides are not meant, unless a person says so. */
export const hiddenRowsAsk = (rows: number, isTaken: boolean): SheetAsk => ({
  id: "hidden",
  text: `${countText(rows, "row")} ${rows === 1 ? "is" : "are"} hidden and ${isTaken ? "taken" : "left out"}.`,
  choices: isTaken ? [] : [{ value: "true", label: rows === 1 ? "Take it too" : "Take them too" }],
});

/** `rows` are as they stand in the file. */
export const formulasAsk = ({ columns }: Table, rows: readonly Row[], isTaken: boolean): SheetAsk[] => {
  const used = Object.values(columns);
  const cells = rows.flatMap((row) => used.flatMap((column) => row.cells[column ?? -1] ?? []));
  const formulas = cells.filter(({ type }) => type === "formula");
  if (formulas.length === 0) return [];
  const quantities = rows.flatMap(({ cells }) => cells[columns.quantity ?? -1] ?? []);
  const sum = quantities.reduce((total, { type, text }) => total + (type === "formula" ? Number(text) || 0 : 0), 0);
  const count = formulas.length === 1 ? "1 cell is a formula" : `${numberText(formulas.length)} cells are formulas`;
  const shown = columns.quantity === undefined ? "" : `, ${sumText(sum)}`;
  return [
    {
      id: "formulas",
      text: isTaken ? `${count}, read as it showed when the file was saved${shown}.` : `${count}${shown}.`,
      choices: isTaken ? [] : [{ value: "true", label: "Take what they showed when the file was saved" }],
      sum,
    },
  ];
};

/** Which sheet was read, where there are several; with nothing chosen if more than one has all that is required. */
export const sheetAsk = (
  { name, sheets, hidden }: ReadSheet,
  isChosen: boolean,
  isWarehouse: (name: string) => boolean,
): SheetAsk[] => {
  const unread: SheetAsk[] =
    hidden.length > 0
      ? [{ id: "hidden_sheets", text: `Hidden, and not read: ${hidden.join(", ")}.`, choices: [] }]
      : [];
  if (sheets.length < 2) return unread;
  const label = ({ name, head_row, rows, sum }: ReadSheet["sheets"][number]) =>
    `Sheet “${name}”${isWarehouse(name) ? ", a warehouse" : ""}${head_row > 0 ? `: ${countText(rows, "row")}` : ""}${sum === undefined ? "" : `, ${sumText(sum)}`}`;
  const isOpen = isAmbiguous({ sheets }) && !isChosen;
  const order = [...sheets].sort((a, b) => Number(b.name === name) - Number(a.name === name));
  return [
    {
      id: "sheet",
      text: isOpen ? "Which sheet of the workbook is it?" : "Sheet of the workbook",
      ...(!isOpen && { value: name }),
      choices: (isOpen ? order : sheets).map((one) => ({ value: one.name, label: label(one) })),
    },
    ...unread,
  ];
};

export const isAmbiguous = ({ sheets }: Pick<ReadSheet, "sheets">): boolean =>
  sheets.filter(({ isComplete }) => isComplete).length > 1;

/** The columns are as somebody chose them for a sheet with these heads. */
export const taughtAsk = ({ user, at }: NonNullable<ImportSummary["applied_before"]>): SheetAsk => ({
  id: "taught",
  text: `Columns as ${user.name} chose them on ${dayText(dayOf(at))}.`,
  choices: [],
});

/** `labels` of the fields. Numbers that were confirmed are said, others are asked about. */
export const readingAsks = (readings: readonly Reading[], labels: Table["labels"]): SheetAsk[] => {
  return readings.map(({ field, text, number, rows, confirmed: isConfirmed }) => ({
    id: "readings",
    text: `${labels[field]} “${text}” ${isConfirmed ? "is read as" : "seems to be"} ${numberText(number)}, in ${countText(rows, "row")}.`,
    choices: isConfirmed ? [] : [{ value: field, label: `Read ${labels[field]} as numbers` }],
  }));
};

interface OpenText {
  text: string;
  message: string;
  rows: number;
  choices: SheetAsk["choices"];
}

/** Texts that are listed; the rest are wrong rows. */
const mostTexts = 20;

/** Rows of sums stand for nothing. */
const total = /^(grand |sub[- ]?)?totals?\b/i;

/** What texts may stand for, each asked once however many rows have it. `answers` are those that were given. */
export const openTexts = (answers: Readonly<Record<string, string>> = {}) => {
  const open = new Map<string, OpenText>();
  const add = (text: string, message: string, choices: SheetAsk["choices"]) => {
    const key = text.trim();
    const { rows = 0 } = open.get(key) ?? {};
    if (key && !total.test(key) && (rows > 0 || open.size < mostTexts))
      open.set(key, { text: key, message, rows: rows + 1, choices });
  };
  return {
    answer: (text: string): string | undefined => answers[text.trim()],
    add,
    /** Without a candidate there is nothing to choose. */
    addProducts: (text: string, { message, candidates }: Candidates, further: SheetAsk["choices"][number]) => {
      const choices = candidates.map(({ _id, p_id }) => ({ value: _id, label: `It is ${p_id}` }));
      if (choices.length > 0) add(text, message, [...choices, further]);
    },
    asks: (): SheetAsk[] =>
      [...open.values()].map(({ text, message, rows, choices }) => ({
        id: "texts",
        of: text,
        text: `“${text}” in ${countText(rows, "row")}: ${message}`,
        choices,
      })),
  };
};

interface Candidates {
  message: string;
  candidates: readonly Pick<ProductTag, "_id" | "p_id">[];
}

export const leaveOut = { value: "", label: "Leave out" };
export const isAnother = { value: "new", label: "It is another" };
