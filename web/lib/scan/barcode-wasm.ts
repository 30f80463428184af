// The barcode detector for browsers that have none. A chunk of its own, loaded only there, with its WebAssembly.
import { BarcodeDetector, type BarcodeFormat, prepareZXingModule } from "barcode-detector/ponyfill";
import reader from "zxing-wasm/reader/zxing_reader.wasm?url";

export const wasmDetector = (formats: readonly BarcodeFormat[]): BarcodeDetector => {
  // By default it would fetch from a public host, which the CSP forbids.
  prepareZXingModule({ overrides: { locateFile: () => reader } });
  return new BarcodeDetector({ formats: [...formats] });
};
