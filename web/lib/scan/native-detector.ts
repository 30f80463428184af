// The browser's own barcode detector, if it has one that reads all our formats.

export const formats = ["ean_13", "ean_8", "upc_a", "code_128", "qr_code"] as const;

export interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

/** Known to Chromium on Android, macOS and ChromeOS; not to TypeScript. */
interface Native {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

export const nativeDetector = async (): Promise<Detector | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Native };
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  return BarcodeDetector && formats.every((format) => known.includes(format))
    ? new BarcodeDetector({ formats })
    : undefined;
};
