// `npm run synth`: builds the web app and synthesizes every stage. A finding of cdk-nag or the validator fails it.
import { stages } from "./config.ts";
import { buildWeb, synthesize } from "./local/build.ts";
import { reportFailure } from "./local/user-error.ts";

try {
  const web = await buildWeb();
  console.log((await Promise.all(Object.keys(stages).map((stage) => synthesize(stage, web)))).join("\n"));
} catch (error) {
  reportFailure(error);
}
