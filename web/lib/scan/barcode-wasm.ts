// The barcode detector for browsers without one of their own; its WebAssembly is served with the app.
import { BarcodeDetector, type BarcodeFormat, prepareZXingModule } from "barcode-detector/ponyfill";
import reader from "zxing-wasm/reader/zxing_reader.wasm?url";

export const wasmDetector = (formats: readonly BarcodeFormat[]): BarcodeDetector => {
  // By itself it would ask a public host, which the CSP forbids.
  prepareZXingModule({ overrides: { locateFile: () => reader } });
  return new BarcodeDetector({ formats: [...formats] });
};
