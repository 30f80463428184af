// The Chromium that tests drive: an installed one, else the one from the registry.
import { accessSync, constants, statfsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const macs = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The first program on the path that has one of these names. */
export const installed = (...names: string[]): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(runs);

/** `CHROME_PATH` names another one. The first call on a machine unpacks 211 MB into the temporary folder. */
export const chromium = async (): Promise<string> => {
  const found = process.env.CHROME_PATH ?? installed(...names) ?? macs.find(runs);
  if (found) return found;
  // It unpacks its libraries only if it believes to run in a Lambda.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
};

/**
 * Never the package's own arguments: they switch web security off. The limit keeps Chromium from starting a process in
 * reserve for each page, and there is no GPU to draw with: together a sixth of what a test of a screen costs.
 */
export const args = ["--no-sandbox", "--renderer-process-limit=1", "--disable-gpu"];

/** Bytes that a few pages share with the browser. */
const sharedMemory = 512 * 2 ** 20;

const hasSharedMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= sharedMemory;
  } catch {
    return false;
  }
};

/**
 * For tests, whose pages live for seconds: V8's optimization would not pay off, and shared memory stays in memory,
 * where Playwright would put it on disk. Together an eighth of what a test of a screen costs.
 */
export const launchOptions = async () => ({
  executablePath: await chromium(),
  args: [...args, "--js-flags=--no-opt --no-maglev"],
  ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
});
