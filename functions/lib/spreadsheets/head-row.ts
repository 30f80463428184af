// Which row of a sheet has the heads of its columns, and which fields it names.
import { normalised } from "#shared/name.ts";
import type { Row } from "./cell.ts";

/** Heads of each field, as `comparableHead` has them. */
export type Heads = Readonly<Record<string, readonly string[]>>;

/** Rows in which the heads are looked for: notes may stand above them. */
export const headRows = 40;

/** The form in which heads are compared: `Quantity-Purchased`, `quantity_purchased` and `quantity purchased` are one. */
export const comparableHead = (head: string): string =>
  normalised(head)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Some programs write heads in one word: "itemcode". */
export const withJoined = (heads: readonly string[]): string[] => {
  const names = heads.map(comparableHead);
  return [...names, ...names.map((name) => name.replaceAll(" ", ""))];
};

/** Index of the row that is wanted, else of the one with the most known heads; -1 if none has any. */
export const headRowIn = (rows: readonly Row[], heads: Heads, wanted?: number): number => {
  if (wanted !== undefined) return rows.findIndex(({ number }) => number === wanted);
  const found = rows.map((row) => Object.keys(columnsIn(row, heads)).length);
  const most = Math.max(0, ...found);
  return most === 0 ? -1 : found.indexOf(most);
};

/** The column of each field whose head a row has. */
export const columnsIn = (row: Row | undefined, heads: Heads): Partial<Record<string, number>> => {
  const texts = (row?.cells ?? []).map((cell) => comparableHead(cell?.text ?? ""));
  return Object.fromEntries(
    Object.entries(heads)
      .map(([field, names]) => [field, texts.findIndex((text) => names.includes(text))] as const)
      .filter(([, at]) => at >= 0),
  );
};
