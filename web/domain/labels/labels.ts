// The code on a label, and its kind of barcode and size.
import { codesIn, gtinOf } from "#shared/product-code.ts";
import type { Barcode, BarcodeFormat } from "../../lib/scan/write-barcode.ts";

export interface Label {
  code: string;
  name: string;
  /** Beside the code. */
  note?: string;
  /** A shelf: its name is the code, in letters that are read from afar. */
  large?: boolean;
  /** Units that are to be labelled, and units per carton. */
  units?: number;
  pack?: number | undefined;
}

/** The 13 digits of an EAN or UPC, but not of a carton's 14 digits or of the 8 of a small product: their bars differ. */
const eanOf = (code: string): string | undefined =>
  code.length > 8 ? /^0(\d{13})$/.exec(gtinOf(code) ?? "")?.[1] : undefined;

/** The product's barcode if one of its codes is that, else its P.ID. */
export const codeOnLabel = ({ p_id, codes }: { p_id: string; codes?: string | undefined }): string =>
  [p_id, ...codesIn(codes)].map(eanOf).find(Boolean) ?? p_id;

const barsOf = (code: string): BarcodeFormat | undefined => {
  if (eanOf(code) === code) return "EAN13";
  return /^[ -~]+$/.test(code) ? "Code128" : undefined;
};

/** Millimetres of a dot of a label printer with 203 dpi: modules of whole dots stay sharp. */
const dot = 0.125;
/** Finer modules are lost on the cameras of phones. */
const leastDots = 2;

/** `module`: its millimetres. */
export type DrawnBarcode = Barcode & { module: number };

/** A code as bars if they fit on a label, else as a square. */
export const drawCode = async (code: string, square: boolean): Promise<DrawnBarcode> => {
  const { drawBarcode } = await import("../../lib/scan/write-barcode.ts");
  const bars = square ? undefined : barsOf(code);
  const drawn = await drawBarcode(code, bars ?? "QRCode");
  // Millimetres of a label, light modules on both sides that readers need, and dots of a module.
  const [room, quiet, most] = bars ? [48, 22, 3] : [20, 8, 5];
  const dots = Math.min(most, Math.floor(room / dot / (drawn.width + quiet)));
  return bars && dots < leastDots ? drawCode(code, true) : { ...drawn, module: dots * dot };
};
