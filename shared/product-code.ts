// Codes by which a product is found: its P.ID and its further codes, and how spreadsheets damage such codes. Without
// schemas, for lists and pickers of the web.
import { normalised } from "./name.ts";

/** The codes in a text with commas or line breaks between them. */
export const codesIn = (text = ""): string[] =>
  text
    .split(/[,\r\n]/)
    .map((code) => code.trim())
    .filter(Boolean);

/** The P.ID and the further codes. */
export const codesOf = ({ p_id, codes }: { p_id: string; codes?: string | undefined }): string[] => [
  p_id,
  ...(codes ? codesIn(codes) : []),
];

/** A code as a spreadsheet saves it when it takes it for a number: without leading zeros. */
export const withoutLeadingZeros = (code: string): string => normalised(code).replace(/^0+(?=.)/, "");

/** Whether a spreadsheet has rounded a long number: 8.90123E+12 may be any of a million codes. */
export const isRoundedCode = (code: string): boolean => /^\d([.,]\d+)?E\+\d+$/i.test(code.trim());

/** Words in a column of codes that are none. */
export const isPlaceholder = (code: string): boolean => /^(na|n\/a|#n\/a|none|null|nil|nan|-+|0)$/i.test(code.trim());
