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
    const { status, stdout, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    // 1 if they differ.
    if (status !== 0 && status !== 1) throw error ?? new Error(`git ended with ${status}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Characters that GitHub shows of a step. */
const most = 900_000;

/** What has changed since a commit; why that is not known, if it cannot be built: a mend must get through all the same. */
export const differenceSince = async (commit: string, assembly: string, stage: string): Promise<string> => {
  try {
    const difference = templateDifference(await buildRelease(commit, stage), assembly);
    return difference === "" ? "None." : `\`\`\`diff\n${difference.slice(0, most)}\n\`\`\``;
  } catch (error) {
    return `Not known: ${(error as Error).message}`;
  }
};

if (import.meta.main) {
  const [, , assembly = "assembly", stage = "prod"] = process.argv;
  const text = await differenceSince(lastKept, assembly, stage);
  console.log(`## Templates of ${stage} since ${lastKept.slice(0, 12)}\n\n${text}\n`);
}
