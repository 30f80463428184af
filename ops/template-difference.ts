// `node ops/template-difference.ts ASSEMBLY STAGE`: what has changed in the templates since the last kept release, in Markdown, for
// whoever approves a deployment. Without the hashes of code, which differ in any release.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRelease, lastKept } from "./keep-release.ts";

/** A template, a value a line. */
const readable = (text: string): string =>
  JSON.stringify(JSON.parse(text), null, 1)
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<code>")
    .replaceAll(/("BUILD": "|releases\/)[0-9a-f]{12}/g, "$1<build>")
    .replaceAll(/(CurrentVersion[0-9A-F]{8})\w{32}/g, "$1");

/** A unified difference; empty if the templates of both assemblies say the same. */
export const templateDifference = (before: string, after: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "templates-"));
  try {
    for (const [name, assembly] of Object.entries({ before, after })) {
      mkdirSync(join(folder, name));
      for (const file of readdirSync(assembly).filter((one) => one.endsWith(".template.json")))
        writeFileSync(join(folder, name, file), readable(readFileSync(join(assembly, file), "utf8")));
    }
    const args = ["diff", "--no-index", "--no-prefix", "--unified=3", "before", "after"];
    return spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Characters that GitHub shows of a step. */
const most = 900_000;

if (import.meta.main) {
  const [, , assembly = "assembly", stage = "prod"] = process.argv;
  const difference = templateDifference(await buildRelease(lastKept, stage), assembly);
  const text = difference === "" ? "None.\n" : `\`\`\`diff\n${difference.slice(0, most)}\n\`\`\`\n`;
  console.log(`## Templates of ${stage} since ${lastKept.slice(0, 12)}\n\n${text}`);
}
