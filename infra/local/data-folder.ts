// The data folder is for its owner only: what is created in it, and what an earlier version left readable for others.
import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ours = ["dynamo", "s3", "secrets.json", "custom.json", "functions.log", "running.json"];

/** Creates the folder if it is missing. From now on this process and those it starts create files for their owner only. */
export const makePrivate = (folder: string): void => {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  // Windows has no such modes; its folders inherit their rights.
  if (process.platform === "win32") return;
  const names = readdirSync(folder);
  for (const name of names.filter((name) => ours.includes(name))) tighten(join(folder, name));
  // A folder that somebody else uses too stays as it is.
  if (names.every((name) => ours.includes(name))) chmodSync(folder, 0o700);
};

/** A folder comes after what is in it, so that a private folder holds nothing that is not. */
const tighten = (path: string): void => {
  const file = lstatSync(path);
  if ((file.mode & 0o077) === 0 || file.isSymbolicLink()) return;
  if (file.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
  chmodSync(path, file.mode & 0o700);
};
