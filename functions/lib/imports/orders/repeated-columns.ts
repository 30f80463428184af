// Order files with several products in a row: columns of codes and quantities that repeat, with a number in their heads
// ("Product 2 SKU", "Product 2 Qty") or without. Each of them becomes a row of its own.
import type { Row } from "../../spreadsheets/cell.ts";
import { comparableHead, headRows } from "../../spreadsheets/head-row.ts";
import { headWords } from "./order-heads.ts";

interface NumberedHead {
  column: number;
  /** The head without its number. */
  stem: string;
  number: number;
}

const quantity = /\b(qty|quantity|units|pcs|pieces)\b/;
const product = /\b(sku|code|product|item|ean|barcode|asin|fsn|style|article)\b/;

const numberedHeads = ({ cells }: Row): NumberedHead[] => {
  const seen = new Map<string, number>();
  return cells.flatMap((cell, column) => {
    const head = headWords(comparableHead(cell?.text ?? ""));
    const [, before = "", digits, after = ""] = /^(\D*?) ?(\d{1,2})(?!\d) ?(\D*)$/.exec(head) ?? [];
    const stem = digits === undefined ? head : `${before} ${after}`.trim();
    if (!quantity.test(stem) && !product.test(stem)) return [];
    const count = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, count);
    return { column, stem, number: digits === undefined ? count : Number(digits) };
  });
};

/** The columns of each product in a row: of codes and of quantities, equally often; undefined if there are none. */
const groupsIn = (row: Row): Map<number, NumberedHead[]> | undefined => {
  const byStem = [...Map.groupBy(numberedHeads(row), ({ stem }) => stem).values()].filter(({ length }) => length > 1);
  const counts = byStem.filter(([first]) => quantity.test(first?.stem ?? ""));
  const numbers = counts[0]?.map(({ number }) => number).join();
  const same = byStem.filter((some) => some.map(({ number }) => number).join() === numbers);
  const hasProduct = same.some(([first]) => product.test(first?.stem ?? "") && !quantity.test(first?.stem ?? ""));
  return counts.length === 1 && hasProduct ? Map.groupBy(same.flat(), ({ number }) => number) : undefined;
};

/** "Product 1 SKU" and "Product 1 Qty" as an order file calls them. */
const plainHead = (head: string): string =>
  head
    .replace(/[\s_#.-]*\d{1,2}[\s_#.-]*/, " ")
    .trim()
    .replace(/^(product|line item|item|line)[\s_-]+(?=(sku|qty|quantity|units|code|pcs)$)/i, "");

/** Rows with one product each; further ones have the number of their row and a fraction. */
export const withRepeatedColumns = (rows: Row[]): Row[] => {
  const at = rows.slice(0, headRows).findIndex((row) => groupsIn(row) !== undefined);
  const head = rows[at];
  const groups = head && groupsIn(head);
  if (!groups) return rows;
  const [first = [], ...further] = [...groups.entries()].sort(([a], [b]) => a - b).map(([, columns]) => columns);
  const moved = (row: Row, columns: readonly NumberedHead[], share: number): Row[] => {
    const cells = [...row.cells];
    for (const { column } of [first, ...further].flat()) cells[column] = null;
    for (const { column, stem } of columns) {
      const to = first.find((one) => one.stem === stem)?.column ?? column;
      cells[to] = row.cells[column] ?? null;
    }
    const isFilled = share === 0 || columns.some(({ column }) => row.cells[column]?.text.trim());
    return isFilled ? [{ ...row, number: row.number + share, cells }] : [];
  };
  return rows.flatMap((row, index) => {
    if (index < at) return row;
    if (index > at) return [first, ...further].flatMap((columns, n) => moved(row, columns, n / 100));
    return moved(row, first, 0).map((one) => ({
      ...one,
      cells: one.cells.map((cell, column) => {
        const isRepeated = first.some((numbered) => numbered.column === column);
        return cell && isRepeated ? { ...cell, text: plainHead(cell.text) } : cell;
      }),
    }));
  });
};
