// Reads barcodes off a camera: by the browser's own detector, else by one in WebAssembly that is loaded when needed.

const formats = ["ean_13", "ean_8", "upc_a", "code_128", "qr_code"] as const;

export interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

/** Known to Chromium on Android, macOS and ChromeOS; not to TypeScript. */
interface Native {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

const native = async (): Promise<Detector | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Native };
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  return BarcodeDetector && formats.every((format) => known.includes(format))
    ? new BarcodeDetector({ formats })
    : undefined;
};

export const detector = async (): Promise<Detector> =>
  (await native()) ?? (await import("./barcode-wasm.ts")).wasmDetector(formats);
