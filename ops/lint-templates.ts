// `npm run lint:templates`: runs cfn-lint on the templates of every stage.
import { stages } from "#infra/config.ts";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { lint } from "./emulator/lint.ts";
import { runCheck } from "./emulator/prerequisite.ts";
import { installPython } from "./emulator/python.ts";

await runCheck("lint:templates", async () => {
  const [programs, web] = [await installPython(), await buildWeb()];
  for (const stage of Object.keys(stages)) await lint(programs, await synthesize(stage, web));
});
