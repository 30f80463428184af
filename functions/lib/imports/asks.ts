// What a sheet leaves open: questions as data, which screens draw and the form answers.
import { dayOf, dayText } from "#shared/day.ts";
import { countText, numberText } from "#shared/format.ts";
import type { Ask, ImportRow, Reading } from "#shared/import.ts";
import type { ProductTag } from "#shared/product.ts";
import type { RememberedRow } from "../db/tables.ts";
import type { Row } from "../spreadsheets/cell.ts";
import { unitsOf } from "../spreadsheets/cell-values.ts";
import type { ReadSheet } from "../spreadsheets/spreadsheet-rows.ts";
import type { Table } from "./table.ts";

const sumText = (sum: number): string => `sum ${numberText(sum)}`;

/** Of several columns that may be the quantity, people know the sum of the right one. */
export const whichColumn = ({ heads, rows }: Table, field: string, columns: readonly number[]): Ask => ({
  id: `columns.${field}`,
  text: "Which column has the quantity?",
  choices: columns.map((column) => {
    const sum = rows.reduce((total, { cells }) => total + (unitsOf(cells[column]) ?? 0), 0);
    return { value: heads[column] ?? "", label: `${heads[column]}, ${sumText(sum)}` };
  }),
});

/** Asks for the quantity if no column has it. */
export const quantityAsks = (table: Table): Ask[] => {
  const { quantity: rivals } = table.rivals;
  if (table.columns.quantity === undefined && table.values.quantity)
    return [
      {
        id: "quantity",
        text: "Quantity",
        value: "1",
        choices: [
          { value: "1", label: "each row is one unit" },
          { value: "", label: "in a column" },
        ],
      },
    ];
  if (!table.missing.includes("quantity")) return [];
  if (rivals) return [whichColumn(table, "quantity", rivals)];
  const text = "No column of quantities was found.";
  return [{ id: "quantity", text, choices: [{ value: "1", label: "Each row is one unit" }] }];
};

/** Rows that a filter hides are not meant, unless a person says so. */
export const hiddenRowsAsk = (rows: number, isTaken: boolean): Ask => ({
  id: "hidden",
  ...(isTaken
    ? { text: countText(rows, "hidden row"), value: "true", choices: [...taken, leaveOutAgain] }
    : {
        text: `${countText(rows, "row")} ${rows === 1 ? "is" : "are"} hidden and left out.`,
        choices: [{ value: "true", label: rows === 1 ? "Take it too" : "Take them too" }],
      }),
});

const taken = [{ value: "true", label: "taken" }];
const leaveOutAgain = { value: "false", label: "Leave out" };

/** `rows` are as they stand in the file. */
export const formulasAsk = ({ columns }: Table, rows: readonly Row[], isTaken: boolean): Ask[] => {
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
      ...(isTaken
        ? {
            text: countText(formulas.length, "formula"),
            value: "true",
            choices: [{ value: "true", label: "as they showed when the file was saved" }, leaveOutAgain],
          }
        : {
            text: `${count}${shown}.`,
            choices: [{ value: "true", label: "Take what they showed when the file was saved" }],
          }),
      sum,
    },
  ];
};

/** Which sheet was read, where there are several; with nothing chosen if more than one has all that is required. */
export const sheetAsk = (
  { name, sheets, hidden }: ReadSheet,
  isChosen: boolean,
  isWarehouse: (name: string) => boolean,
): Ask[] => {
  const unread: Ask[] =
    hidden.length > 0
      ? [{ id: "hidden_sheets", text: `Hidden, and not read: ${hidden.join(", ")}.`, choices: [] }]
      : [];
  if (sheets.length < 2) return unread;
  const label = ({ name, head_row, rows, sum }: ReadSheet["sheets"][number]) =>
    `Sheet “${name}”${isWarehouse(name) ? ", a warehouse" : ""}${head_row > 0 ? `: ${countText(rows, "row")}` : ""}${sum === undefined ? "" : `, ${sumText(sum)}`}`;
  const isUnclear = isAmbiguous({ sheets }) && !isChosen;
  const order = [...sheets].sort((a, b) => Number(b.name === name) - Number(a.name === name));
  return [
    {
      id: "sheet",
      text: isUnclear ? "Which sheet of the workbook is it?" : "Sheet of the workbook",
      ...(!isUnclear && { value: name }),
      choices: (isUnclear ? order : sheets).map((one) => ({ value: one.name, label: label(one) })),
    },
    ...unread,
  ];
};

export const isAmbiguous = ({ sheets }: Pick<ReadSheet, "sheets">): boolean =>
  sheets.filter(({ isComplete }) => isComplete).length > 1;

/** The columns are as somebody chose them for a sheet with these heads. */
export const taughtAsk = ({ user, created_at }: Pick<RememberedRow, "user" | "created_at">, isTaken: boolean): Ask => ({
  id: "taught",
  text: "Read",
  value: String(isTaken),
  choices: [
    { value: "true", label: `as ${user.name} chose on ${dayText(dayOf(created_at))}` },
    { value: "false", label: "anew" },
  ],
});

/** `labels` of the fields. Confirmed readings are only shown, others are asked about. */
export const readingAsks = (readings: readonly Reading[], labels: Table["labels"]): Ask[] => {
  return readings.map(({ field, text, number, rows, confirmed: isConfirmed }) => ({
    id: "readings",
    of: field,
    ...(field === "cost" && !isConfirmed
      ? {
          text: `${labels[field]} is in another currency, such as “${text}”, in ${countText(rows, "row")}, and not taken.`,
          choices: [{ value: field, label: "The amounts are rupees" }],
        }
      : isConfirmed
        ? {
            text: `${labels[field]} “${text}”`,
            value: field,
            choices: [
              { value: field, label: `read as ${numberText(number)}, in ${countText(rows, "row")}` },
              { value: "", label: "not read as a number" },
            ],
          }
        : {
            text: `${labels[field]} “${text}” seems to be ${numberText(number)}, in ${countText(rows, "row")}.`,
            choices: [{ value: field, label: `Read ${labels[field]} as numbers` }],
          }),
  }));
};

interface OpenText {
  text: string;
  rows: number;
  /** Why it is asked about; none once it is answered. */
  message?: string;
  value?: string;
  takes?: Ask["takes"];
  choices: Ask["choices"];
}

/** Texts that are listed; the rest are wrong rows. */
const mostTexts = 20;

/** Rows of sums stand for nothing. */
const total = /^(grand |sub[- ]?)?totals?\b/i;
export const isTotal = (text: string): boolean => total.test(text);

/** Unknown texts, each asked about once for all its rows. `answers`: given already, by text. */
export const openTexts = (answers: Readonly<Record<string, string>> = {}) => {
  const open = new Map<string, OpenText>();
  let asked = 0;
  const add = (text: string, message: string, choices: Ask["choices"], takes?: Ask["takes"]) => {
    const key = text.trim();
    const { rows = 0 } = open.get(key) ?? {};
    if (!key || isTotal(key) || (rows === 0 && asked === mostTexts)) return;
    if (rows === 0) asked += 1;
    open.set(key, { text: key, message, rows: rows + 1, choices, ...(takes && { takes }) });
  };
  return {
    /** The answer about a text; `choices`: other possible answers. */
    answer: (text: string, choices: Ask["choices"], takes?: Ask["takes"]): string | undefined => {
      const key = text.trim();
      const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (value !== undefined && !open.has(key))
        open.set(key, { text: key, rows: 0, value, choices, ...(takes && { takes }) });
      return value;
    },
    add,
    /** A code that is damaged may stand for several products, so none can be chosen for it. */
    addProducts: (text: string, { message, status, candidates = [] }: Candidates, further: Ask["choices"][number]) => {
      if (candidates.length === 0 && status !== "unknown") return;
      const choices = candidates.map(({ _id, p_id }) => ({ value: _id, label: `It is ${p_id}` }));
      add(text, message, [...choices, further], "product");
    },
    asks: (): Ask[] =>
      [...open.values()].map(({ text, message, rows, ...ask }) => ({
        id: "texts",
        of: text,
        text: message === undefined ? `“${text}”` : `“${text}” in ${countText(rows, "row")}: ${message}`,
        ...ask,
      })),
  };
};

interface Candidates {
  message: string;
  status?: ImportRow["status"];
  candidates?: readonly Pick<ProductTag, "_id" | "p_id">[];
}

export const leaveOut = { value: "", label: "Leave out" };
export const isAnother = { value: "new", label: "It is another" };
