// `npm run lint:templates`: what cfn-lint says of the templates of every stage.
import { stages } from "#infra/config.ts";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { lint } from "./emulator/lint.ts";
import { said } from "./emulator/prerequisite.ts";
import { python } from "./emulator/python.ts";

await said("lint:templates", async () => {
  const [programs, web] = [await python(), await buildWeb()];
  for (const stage of Object.keys(stages)) await lint(programs, await synthesize(stage, web));
});
