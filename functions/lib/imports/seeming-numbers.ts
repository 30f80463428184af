// Cells that are not plain whole numbers but seem to mean one: "30 days", "1,200", "24 pcs". They are read as numbers
// only if a person has confirmed it for their column.
import type { Reading } from "#shared/import.ts";
import type { Unit } from "#shared/product-fields.ts";
import { plainNumber, textOf } from "../spreadsheets/cell-values.ts";
import { isMeasure } from "./heads.ts";
import { cellOf, type Table } from "./table.ts";
import { patternOf } from "./words.ts";

/** Words behind the number, and how many days or units each stands for. */
const words: Readonly<Record<Unit, readonly (readonly [words: RegExp, each: number])[]>> = {
  days: [
    [new RegExp(`^${patternOf("day")}?$`), 1],
    [new RegExp(`^${patternOf("week")}$`), 7],
    [new RegExp(`^${patternOf("month")}$`), 30],
  ],
  percent: [[/^%$/, 1]],
  // The field itself takes rupees as they are written.
  rupees: [],
  units: [[new RegExp(`^${patternOf("piece")}?((per|/)${patternOf("several")})?$`), 1]],
};

/** Digits, or groups of them as in 1,200 and 1,20,000. */
const number = /^(\d{1,3}(?:[,'\s]\d{2,3})*[,'\s]\d{3}|\d{1,9})(?:\.0+)?(?!\d)/;

/** The whole number that a text seems to mean; undefined if it is a plain one. */
export const seemingNumber = (text: string, unit: Unit): number | undefined => {
  const trimmed = plainNumber(text);
  const [found, digits = ""] = number.exec(trimmed) ?? [];
  if (found === undefined || /^\d+(\.0+)?$/.test(trimmed)) return undefined;
  const rest = trimmed.slice(found.length).toLowerCase().replace(/[\s.]/g, "");
  const each = words[unit].find(([word]) => word.test(rest))?.[1];
  return each && Number(digits.replace(/\D/g, "")) * each;
};

/** An amount before or behind the code or sign of a currency that is not the rupee. */
const money = /^(?!inr|rs)(?:([a-z]{3}|(?:us|au|ca|sg)?\p{Sc})\s*([\d.,]+)|([\d.,]+)\s*([a-z]{3}|\p{Sc}))$/iu;

/** The currency of a text, if it is another one, and the amount. */
export const otherCurrency = (text: string): { currency: string; amount: number } | undefined => {
  if (/^[\d.]*$/.test(text)) return undefined;
  const [, before, after = "", first = after, currency = before] = money.exec(text.trim()) ?? [];
  // "12,50" and "24.760,00" are written as others write amounts: nobody is asked to read them.
  const isPlain = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/.test(first);
  const amount = isPlain ? Number(first.replaceAll(",", "")) : Number.NaN;
  if (!currency || /^(₹|inr)$/i.test(currency) || isMeasure({ text: currency }) || Number.isNaN(amount))
    return undefined;
  return { currency: currency.toUpperCase(), amount };
};

/** The amount of a cell, where all of its column are of the same other currency. */
const amountIn = (table: Table, field: string): ((text: string) => number | undefined) => {
  const texts = table.rows.flatMap((row) => textOf(cellOf(table, field, row)).trim() || []);
  const currencies = new Set(texts.map((text) => otherCurrency(text)?.currency));
  return (text) => (currencies.size === 1 ? otherCurrency(text)?.amount : undefined);
};

/** Replaces cells by the numbers that they seem to mean in `confirmed` fields; returns the readings of all fields. */
export const readSeeming = (
  table: Table,
  columns: Readonly<Record<string, Unit>>,
  confirmed: readonly string[] = [],
): Reading[] => {
  const readings: Reading[] = [];
  for (const [field, unit] of Object.entries(columns)) {
    const column = table.columns[field];
    if (column === undefined) continue;
    const numberIn = unit === "rupees" ? amountIn(table, field) : (text: string) => seemingNumber(text, unit);
    const seeming = table.rows.flatMap((row) => {
      const text = textOf(cellOf(table, field, row));
      const units = numberIn(text);
      return units === undefined ? [] : { row, text: text.trim(), units };
    });
    const [first] = seeming;
    if (!first) continue;
    const isConfirmed = confirmed.includes(field);
    readings.push({ field, text: first.text, number: first.units, rows: seeming.length, confirmed: isConfirmed });
    if (isConfirmed) for (const { row, units } of seeming) row.cells[column] = { type: "number", text: String(units) };
  }
  return readings;
};
