// Titles of variants: shops write a product's title on its first row only, and its variants below by the same handle or parent.
import type { Row } from "../spreadsheets/cell.ts";
import { textOf } from "../spreadsheets/cell-values.ts";
import { comparableHead } from "../spreadsheets/head-row.ts";
import { cellOf, type Table } from "./table.ts";

const groupHead =
  /^(url )?handle$|^(variant )?(group|item group|product group)( id| sku| code| name)?$|^parent( (id|sku|code|item|product))?$/;
const optionHead =
  /^(option|attribute) ?\d ?(value|values)( s)?$|^option ?\d$|^(variant|variation)( name| title)?$|^(colou?r|size)( name)?$/;
/** Shopify's word for the only variant. */
const noOption = /^default( title)?$/i;

/** Answers the title of a row without one, from rows above it, read one after the other. */
export const variantTitles = (table: Table): ((row: Row) => string) => {
  const columnsOf = (head: RegExp) =>
    table.heads.flatMap((text, column) => (head.test(comparableHead(text)) ? column : []));
  const [groups, options] = [columnsOf(groupHead), columnsOf(optionHead)];
  if (groups.length === 0) return () => "";
  const titles = new Map<string, string>();
  return (row) => {
    const text = (column: number) => textOf(row.cells[column]).trim();
    const field = (name: string) => textOf(cellOf(table, name, row)).trim();
    const keys = groups.map(text).filter(Boolean);
    const title = field("name");
    // A parent is named by its handle or by its code.
    for (const key of title ? [...keys, field("p_id")] : []) if (!titles.has(key)) titles.set(key, title);
    const above = title ? undefined : keys.map((key) => titles.get(key)).find(Boolean);
    const chosen = options.map(text).filter((option) => option && !noOption.test(option));
    return above === undefined ? "" : [above, ...chosen].join(", ");
  };
};
