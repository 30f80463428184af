// The files of the built web app, by the names of chunks that web/chunks.ts gives, or by the module of one without a name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";

/** The address of a chunk: "stock-more", or "lib/outbox/post.ts". */
export const addressOf = (chunk: string): string => {
  const manifest: Manifest = JSON.parse(readFileSync(join(process.env.WEB_BUILT ?? "", ".vite/manifest.json"), "utf8"));
  const found = manifest[chunk] ?? Object.values(manifest).find(({ name }) => name === chunk);
  if (!found) throw new Error(`There is no chunk ${chunk}`);
  return `/${found.file}`;
};

/** The same as a pattern, for a browser's routes. */
export const fileOf = (chunk: string): string => `**${addressOf(chunk)}`;
