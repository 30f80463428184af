// The names of classes in the page, made from those in the style sheets.
import { globSync } from "node:fs";
import { basename, relative } from "node:path";

const styleSheets = globSync("**/*.module.css", { cwd: import.meta.dirname }).sort();

/** A number in letters: a, b, .. z, aa. */
const letters = (index: number): string =>
  (index < 26 ? "" : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/** Class names such as `af3`, by the places of the sheet and of the class in it: a tenth smaller than readable ones. */
export const shortNames = () => {
  const seen = new Map<string, string[]>();
  return (name: string, file: string): string => {
    const sheet = relative(import.meta.dirname, file).replaceAll("\\", "/");
    const names = seen.get(sheet) ?? [];
    seen.set(sheet, names);
    if (!names.includes(name)) names.push(name);
    return letters(styleSheets.indexOf(sheet)) + names.indexOf(name);
  };
};

/** Class names such as `button_filled`, while developing. */
export const readableName = (name: string, file: string): string => `${basename(file, ".module.css")}_${name}`;
