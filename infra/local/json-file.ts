// Reads and writes the small JSON files in the data folder: the lock, the secrets, the custom resources.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Undefined when the file does not exist. */
export const readJson = <T>(file: string): T | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;

/** Replaces the file atomically, so that a full disk or a power cut leaves the old one. Only its owner can read it. */
export const writeJson = (file: string, value: unknown): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(value, null, 2), { mode: 0o600, flush: true });
  renameSync(unfinished, file);
};
