// The Chromium that tests drive: an installed one, else the one from the registry.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

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

/** What starts a browser. */
interface Program {
  executablePath: string;
  env: NodeJS.ProcessEnv;
}

/** `CHROME_PATH` names another one. */
export const chromium = (): Program => {
  const found = process.env.CHROME_PATH ?? installed(...names) ?? macs.find(runs);
  if (found) return { executablePath: found, env: process.env };
  const folder = unpacked();
  const libraries = [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return {
    executablePath: join(folder, "chromium"),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, fontSettings) },
  };
};

const fontSettings = "fonts.conf";

/**
 * Without a font Chromium dies at its first text, and the package's own settings look for fonts in /tmp alone. Its Open Sans
 * stands in for every family that is not there, so that a page has the same widths on every machine.
 */
const settingsFor = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;

/**
 * The folder in the temporary one that holds the package's browser, 211 MB. It gets its name when it is complete, so that
 * neither a call that was cut off nor one at the same moment leaves half a browser to the next.
 */
const unpacked = (): string => {
  const folder = join(tmpdir(), `chromium-${manifest.devDependencies["@sparticuz/chromium"]}`);
  if (existsSync(folder)) return folder;
  const incomplete = mkdtempSync(join(tmpdir(), "chromium-incomplete-"));
  const script = "import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())";
  const { status, stderr } = spawnSync(process.execPath, ["--eval", script], {
    cwd: import.meta.dirname,
    // It unpacks its libraries only if it believes to run in a Lambda.
    env: { ...process.env, TMPDIR: incomplete, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The browser of the lockfile could not be unpacked: ${stderr}`);
  writeFileSync(join(incomplete, fontSettings), settingsFor(folder));
  try {
    renameSync(incomplete, folder);
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
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
export const launchOptions = () => ({
  ...chromium(),
  args: [...args, "--js-flags=--no-opt --no-maglev"],
  ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
});
