// The columns of each kind of import, as exports and screens call them, and which questions are open. Without schemas, for the web.
import type { Ask, ImportKind } from "./import.ts";
import { byField, productFields } from "./product-fields.ts";

interface ImportColumn {
  label: string;
  required?: true;
  /** The effect of a missing required column, if allowed. */
  without?: string;
}

const p_id = { label: productFields.p_id.label, required: true } as const;
const name = { label: productFields.name.label } as const;
const codes = { label: productFields.codes.label } as const;
const quantity = { label: "Quantity", required: true } as const;

export const importColumns = {
  // A spreadsheet may change any field of a product that it names.
  products: byField((field): ImportColumn => (field === "p_id" ? p_id : { label: productFields[field].label })),
  stock: {
    p_id,
    w_id: { label: "W.ID", required: true },
    quantity,
    name,
    codes,
    shelf: { label: "Shelf" },
    reason: { label: "Reason" },
    remarks: { label: "Remarks" },
  },
  lines: { p_id, quantity, name, codes },
  orders: {
    code: { label: "Product Code", required: true },
    quantity: { ...quantity, without: "Each row is one unit" },
    listing: { label: "Second Code" },
    order: { label: "Order Number" },
    line: { label: "Line Number" },
    status: { label: "Status" },
    title: { label: "Product Name" },
    date: { label: "Day Sold" },
  },
  returns: {
    code: { label: "Product Code", required: true },
    listing: { label: "Second Code" },
    order: { label: "Order Number" },
    reference: { label: "Return Number" },
    tracking: { label: "Tracking Number" },
    quantity: { label: "Quantity" },
    kind: { label: "Return Type" },
    advised_on: { label: "Advised on" },
    status: { label: "Return Status" },
  },
  availability: {
    code: { label: "Product Code", required: true },
    quantity,
    fulfilment: { label: "Sent by" },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>;

/** The letters of a column, from 0, as spreadsheets show them. */
export const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/** The index of a column, from 0, by its letters. */
export const columnIndex = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The question waits for an answer. */
export const isOpen = ({ value, choices }: Ask): boolean => value === undefined && choices.length > 0;
