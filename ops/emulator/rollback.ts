// Tries the way back from a release, by the commands of docs/operations.md: a later version of every Lambda and another page are
// put in place, as a release leaves them, and `rollback` must bring back what there was within a minute.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "#infra/local/user-error.ts";
import { type Emulator, region } from "./emulator.ts";

const root = join(import.meta.dirname, "../..");

/** Milliseconds until people work with the earlier release. */
const most = 60_000;

/** What answers now: the version of each alias, and the page. */
const state = `
  bucket=$(resources Web AWS::S3::Bucket | cut -f2)
  state() {
    aliased | xargs -P 4 -n 1 sh -c \\
      'echo "$0 $(aws lambda get-alias --function-name "$0" --name live --query FunctionVersion --output text)"' | sort
    aws s3 cp --quiet "s3://$bucket/index.html" -
  }`;

/** The variables of a Lambda stay, but for its build. */
const release = `
  next() {
    aws lambda get-function-configuration --function-name "$1" --query '{Environment: Environment}' --output json |
      sed 's/"BUILD": "[0-9a-f]*"/"BUILD": "ffffffffffff"/' > "$2/$1.json"
    aws lambda update-function-configuration --function-name "$1" --cli-input-json "file://$2/$1.json" > /dev/null
    version=$(aws lambda publish-version --function-name "$1" --query Version --output text)
    aws lambda update-alias --function-name "$1" --name live --function-version "$version" > /dev/null
  }
  export -f next
  aliased | xargs -P 4 -n 1 bash -c 'next "$0" "$FOLDER"'
  echo "another page" | aws s3 cp --quiet - "s3://$bucket/index.html"`;

export const tryRollback = async (emulator: Emulator, stage: string, folder: string): Promise<string> => {
  // Version 1 of the command line reads the region by another name.
  const env = { ...emulator.env, AWS_DEFAULT_REGION: region, HOME: process.env.HOME, FOLDER: folder };
  const shell = async (commands: string): Promise<string> => {
    const script = `. ops/aws.sh ${stage}\n${state}\n${commands}`;
    return (await promisify(execFile)("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: root, env })).stdout;
  };
  const hasCommandLine = await promisify(execFile)("aws", ["--version"], { env }).catch(() => undefined);
  if (!hasCommandLine) return "NOT TRIED  rollback, since there is no command line of AWS";
  const before = await shell("state");
  const latest = (what: string) => `$(builds | grep ${what} | tail -1 | cut -f3)`;
  const builds = (await shell(`echo ${latest("api")} ${latest("app")}`)).trim();
  await shell(release);
  const released = await shell("state");
  const changed = released.split("\n").filter((line) => !before.includes(line)).length;
  if (!released.includes("another page") || changed < 20)
    throw new UserError(`A later release could not be put in place:\n${released}`);
  const started = performance.now();
  await shell(`rollback ${builds}`);
  const took = performance.now() - started;
  const after = await shell("state");
  if (after !== before) throw new UserError(`After rollback ${builds} there is\n${after}\ninstead of\n${before}`);
  if (took > most) throw new UserError(`rollback took ${Math.round(took / 1_000)} s`);
  return `ok     ${changed - 1} Lambdas and the site of ${stage} go back to the build before in ${Math.ceil(took / 1_000)} s`;
};
