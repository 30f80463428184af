// The workflows of GitHub are valid by GitHub's own language service, and grant no more than they need.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "@actions/languageservice";
import { expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";

const folder = join(import.meta.dirname, "../../.github/workflows");
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

const problemsOf = async (name: string, text: string): Promise<string[]> =>
  (await validate(TextDocument.create(`file:///.github/workflows/${name}`, "yaml", 1, text))).map(({ message }) =>
    String(message),
  );

test.each(workflows)("%s has no problem, and a wrong name in it would be one", async (name, text) => {
  expect(await problemsOf(name, text)).toEqual([]);
  for (const name of ["runs-on", "timeout-minutes", "steps"])
    expect([name, await problemsOf(name, text.replace(name, `${name}s`))]).not.toEqual([name, []]);
});

test.each(workflows)(
  "%s runs actions of a fixed commit, keeps no token for later steps, and may only read",
  (_, text) => {
    for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text.match(/actions\/checkout@/g)).toHaveLength(text.match(/persist-credentials: false/g)?.length ?? 0);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  },
);
