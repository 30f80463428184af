// Codes by which a product is found: its P.ID, its further codes and its former P.IDs, and how spreadsheets damage such codes. Without
// schemas, for lists and pickers of the web.
import { normalised } from "./name.ts";

/** The codes in a text with commas or line breaks between them. */
export const codesIn = (text = ""): string[] =>
  text
    .split(/[,\r\n]/)
    .map((code) => code.trim())
    .filter(Boolean);

export interface Coded {
  p_id: string;
  /** Further codes, with commas between them. */
  codes?: string | undefined;
  /** Former P.IDs, likewise. */
  former?: string | undefined;
}

/** The P.ID, the further codes and the former P.IDs. */
export const codesOf = ({ p_id, codes, former }: Coded): string[] => [p_id, ...codesIn(codes), ...codesIn(former)];

/** The problem if a further code is the P.ID. */
export const codesProblem = ({ p_id, codes }: Coded): { field: "codes"; message: string } | undefined => {
  const double = codesIn(codes).find((code) => normalised(code) === normalised(p_id));
  return double === undefined ? undefined : { field: "codes", message: `${double} is the P.ID` };
};

/** A code as a spreadsheet saves it when it takes it for a number: without leading zeros. */
export const withoutLeadingZeros = (code: string): string => normalised(code).replace(/^0+(?=.)/, "");

/**
 * The 14 digits of a barcode's number (GTIN), of a normalised code of 8, 12, 13 or 14 digits. Scanners and spreadsheets add and
 * drop leading zeros of such numbers. Undefined if the check digit is wrong: that is a number of another kind.
 */
export const gtinOf = (code: string): string | undefined => {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return undefined;
  const gtin = code.padStart(14, "0");
  const sum = [...gtin].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 ? gtin : undefined;
};

/** The form in which codes are equal: a barcode's number whatever its leading zeros, any other code as a name. */
export const codeForm = (code: string): string => {
  const name = normalised(code);
  return gtinOf(name) ?? name;
};

/** Words in a column of codes that are none. */
export const isPlaceholder = (code: string): boolean => /^(na|n\/a|#n\/a|none|null|nil|nan|-+|0)$/i.test(code.trim());

/** Whether a spreadsheet has rounded a long number: 8.90123E+12 may be any of a million codes. */
export const isRoundedCode = (code: string): boolean => /^\d([.,]\d+)?E\+\d+$/i.test(code.trim());

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** An entity that is unknown, or stands for what cannot be seen, is text. */
const entityText = (entity: string, name: string): string => {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return entities[name.toLowerCase()] ?? entity;
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const letter = point <= 0x10ffff ? String.fromCodePoint(point) : "";
  return letter === "" || /[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(letter) ? entity : letter;
};

/**
 * A code without what programs put around it, as often as they did: `'`, `="…"`, quotes, `SKU:`, control characters, entities,
 * and `.0` behind digits. A code is first looked up as it stands.
 */
export const unwrapped = (code: string): string =>
  /^(?!sku)[a-z\d][\w -]*$/i.test(code)
    ? code.trim()
    : withoutWrapping(
        code
          .replace(/\p{Cc}+/gu, " ")
          .replace(/&(#?\w{1,8});/g, entityText)
          .trim(),
      );

const withoutWrapping = (code: string): string => {
  const inner = code
    .replace(/^=?"(.*)"$/, "$1")
    .replace(/^['‘’`]+/, "")
    .replace(/^SKU\s*:\s*/i, "")
    .replace(/^(\d+)\.0+$/, "$1")
    .trim();
  return inner === code ? inner : withoutWrapping(inner);
};
