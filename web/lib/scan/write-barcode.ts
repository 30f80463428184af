// Writes barcodes for paper. A chunk of its own, loaded where labels are printed, with its WebAssembly.
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import writer from "zxing-wasm/writer/zxing_writer.wasm?url";

// By default it would fetch from a public host, which the CSP forbids.
prepareZXingModule({ overrides: { locateFile: () => writer } });

export type BarcodeFormat = "EAN13" | "Code128" | "QRCode";

/** Its dark modules as the path of an SVG, and the size of that in modules; one high for bars. Without quiet zones. */
export interface Barcode {
  path: string;
  width: number;
  height: number;
}

export const drawBarcode = async (text: string, format: BarcodeFormat): Promise<Barcode> => {
  const { symbol, error } = await writeBarcode(text, { format, withQuietZones: false });
  if (error) throw new Error(error);
  const { width, data } = symbol;
  const height = format === "QRCode" ? symbol.height : 1;
  const pattern = Array.from(data, (light) => (light ? " " : "#")).join("");
  const path = Array.from({ length: height }, (_, y) =>
    [...pattern.slice(y * width, (y + 1) * width).matchAll(/#+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  );
  return { path: path.flat().join(""), width, height };
};
