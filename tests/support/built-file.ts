// The files of the built web app by their modules: most chunks have no name but their hash.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The address of the code of a screen, or of a part that loads by itself. */
export const addressOf = (module: string): string => {
  const manifest = JSON.parse(readFileSync(join(process.env.WEB_BUILT ?? "", ".vite/manifest.json"), "utf8"));
  return `/${manifest[module].file}`;
};

/** The same as a pattern, for a browser's routes. */
export const fileOf = (module: string): string => `**${addressOf(module)}`;
