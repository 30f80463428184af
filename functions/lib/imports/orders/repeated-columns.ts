// Order files with several products in a row: columns of codes and quantities that repeat, with a number in their heads
// ("SKU, Qty, SKU 2, Qty 2"). Each of them becomes a row of its own.
import type { Row } from "../../spreadsheets/cell.ts";
import { comparableHead } from "../../spreadsheets/head-row.ts";
import { ofQuantity } from "../heads.ts";
import { headWords } from "./order-heads.ts";

interface NumberedHead {
  column: number;
  /** The head without its number. */
  stem: string;
  number: number;
}

/** Of a head without a number, where others have one. */
const unnumbered = 0;

const product = /\b(sku|code|product|item|ean|barcode|asin|fsn|style|article)\b/;

const numberedHeads = ({ cells }: Row): NumberedHead[] => {
  return cells.flatMap((cell, column) => {
    const head = headWords(comparableHead(cell?.text ?? ""));
    const [, before = "", digits, after = ""] = /^(\D*?) ?(\d{1,2})(?!\d) ?(\D*)$/.exec(head) ?? [];
    const stem = digits === undefined ? head : `${before} ${after}`.trim();
    if (!ofQuantity.test(stem) && !product.test(stem)) return [];
    return { column, stem, number: digits === undefined ? unnumbered : Number(digits) };
  });
};

/** The columns of each product in a row: of codes and of quantities, equally often; undefined if there are none. */
const groupsIn = (row: Row): Map<number, NumberedHead[]> | undefined => {
  const byStem = [...Map.groupBy(numberedHeads(row), ({ stem }) => stem).values()].filter(({ length }) => length > 1);
  const counts = byStem.filter(([first]) => ofQuantity.test(first?.stem ?? ""));
  const numbers = counts[0]?.map(({ number }) => number).join();
  // Ordered and dispatched units may stand under one head.
  if (counts.some((some) => new Set(some.map(({ number }) => number)).size < some.length)) return undefined;
  const same = byStem.filter((some) => some.map(({ number }) => number).join() === numbers);
  const hasProduct = same.some(([first]) => product.test(first?.stem ?? "") && !ofQuantity.test(first?.stem ?? ""));
  return counts.length === 1 && hasProduct ? Map.groupBy(same.flat(), ({ number }) => number) : undefined;
};

/** "Product 1 SKU" and "Product 1 Qty" as an order file calls them. */
const plainHead = (head: string): string =>
  head
    .replace(/[\s_#.-]*\d{1,2}[\s_#.-]*/, " ")
    .trim()
    .replace(/^(product|line item|item|line)[\s_-]+(?=(sku|qty|quantity|units|code|pcs)$)/i, "");

/** Rows with one product each; further ones have the number of their row and a fraction. `headRow`: the number of the heads. */
export const withRepeatedColumns = (rows: Row[], headRow: number | undefined): Row[] => {
  const at = rows.findIndex(({ number }) => number === headRow);
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
