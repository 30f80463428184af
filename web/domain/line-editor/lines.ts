// The lines of a document being edited: one for each product, with its units.
import { countText, numberText } from "../../lib/format.ts";

export interface Line {
  product: string;
  /** NaN while its field is empty. */
  quantity: number;
}

export const setQuantity = (lines: readonly Line[], product: string, quantity: number): Line[] =>
  lines.map((line) => (line.product === product ? { ...line, quantity } : line));

/** Adds units of a product to its line, if it has one. An empty quantity counts as 0. */
export const addUnits = (lines: readonly Line[], { product, quantity }: Line): Line[] => {
  const line = lines.find((one) => one.product === product);
  return line ? setQuantity(lines, product, (line.quantity || 0) + quantity) : [...lines, { product, quantity }];
};

/** "Added Bib, 3 units", "Bib is listed already: 3 + 4 = 7 units". */
export const addedText = (name: string, before: number | undefined, units: number): string =>
  before
    ? `${name} is listed already: ${numberText(before)} + ${numberText(units)} = ${countText(before + units, "unit")}`
    : `Added ${name}, ${countText(units, "unit")}`;

type Quantities = readonly { quantity: number }[];

/** "340 units". */
export const unitsText = (lines: Quantities): string =>
  countText(
    lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0),
    "unit",
  );

/** "12 lines, 340 units". */
export const linesText = (lines: Quantities): string => `${countText(lines.length, "line")}, ${unitsText(lines)}`;

/** "3 products, 40 units". */
export const productsText = (lines: Quantities): string => `${countText(lines.length, "product")}, ${unitsText(lines)}`;
