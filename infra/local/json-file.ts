// Small JSON files that one run leaves for the next.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Undefined when there is none. */
export const recall = <T>(file: string): T | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;

/** Written whole or not at all, also on a full disk or when power is lost; for the eyes of its owner. */
export const keep = (file: string, value: unknown): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(value, null, 2), { mode: 0o600, flush: true });
  renameSync(unfinished, file);
};
