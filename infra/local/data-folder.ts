// Makes the data folder private to its owner, with the files that an earlier version left readable. The folder names
// the form of its data.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "./json-file.ts";
import { UserError } from "./user-error.ts";

const ours = ["dynamo", "s3", "secrets.json", "custom.json", "functions.log", "running.json", "form.json", "site.json"];

/** Creates the folder if it is missing. From now on this process and those it starts create files for their owner only. */
export const makePrivate = (folder: string): void => {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  // Windows has no such modes; its folders inherit their rights.
  if (process.platform === "win32") return;
  const names = readdirSync(folder);
  for (const name of names.filter((name) => ours.includes(name))) tighten(join(folder, name));
  // A folder with files of another program stays as it is.
  if (names.every((name) => ours.includes(name))) chmodSync(folder, 0o700);
};

/** A folder comes after its contents, so that a private folder holds nothing that is not private. */
const tighten = (path: string): void => {
  const file = lstatSync(path);
  if ((file.mode & 0o077) === 0 || file.isSymbolicLink()) return;
  if (file.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
  chmodSync(path, file.mode & 0o700);
};

/** Data of 0.1.0 names no form, and is no longer read. */
const form = 1;

/** Refuses data in a form that this release does not read, and writes the form into a new folder. */
export const checkForm = (folder: string): void => {
  const file = join(folder, "form.json");
  const stored = readJson<number>(file);
  if (stored === form) return;
  if (stored !== undefined || existsSync(join(folder, "dynamo")))
    throw new UserError(
      `The data in ${folder} was written by ${stored ? "a later release" : "release 0.1.0"} and cannot be read: move the folder away, or set DATA_DIR to another one, and start again.`,
    );
  writeJson(file, form);
};
