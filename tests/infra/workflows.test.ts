// The GitHub workflows are valid according to GitHub's own language service, and grant no more than they need.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "@actions/languageservice";
import { expect, onTestFinished, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { runDeployJob } from "#ops/deploy-job.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

const problemsOf = async (name: string, text: string): Promise<string[]> =>
  (await validate(TextDocument.create(`file:///.github/workflows/${name}`, "yaml", 1, text))).map(({ message }) =>
    String(message),
  );

test.each(workflows)("%s has no problem, and a misspelt key in it would be one", async (name, text) => {
  expect(await problemsOf(name, text)).toEqual([]);
  // Under another name: for a known name the service answers from its cache.
  for (const key of ["runs-on", "timeout-minutes", "steps"])
    expect(await problemsOf(`${key}-${name}`, text.replace(key, `${key}s`)), key).not.toEqual([]);
});

test.each(workflows)(
  "%s runs actions at a fixed commit, keeps no token for later steps, and may only read",
  (_, text) => {
    for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text.match(/actions\/checkout@/g)).toHaveLength(text.match(/persist-credentials: false/g)?.length ?? 0);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  },
);

test("only one job can ask for a role", () => {
  const jobs = workflows.flatMap(([, text]) => (text.split("\njobs:\n")[1] ?? "").split(/\n(?= {2}\w+:\n)/));
  const [job = "", ...others] = jobs.filter((one) => one.includes("id-token: write"));
  expect(others).toEqual([]);
  expect(job).toMatch(/^ {2}deploy:$/m);
});

test("the job with the role comes as far as AWS, and starts no process but npm's installation and the CDK", async () => {
  const folder = mkdtempSync(join(tmpdir(), "deploy-job-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    // Nobody listens there.
    AWS_ENDPOINT_URL: "http://127.0.0.1:9",
    AWS_REGION: "ap-south-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EC2_METADATA_DISABLED: "true",
  };
  const checkout = join(folder, "checkout");
  const { output, ...outcome } = await runDeployJob({ folder: checkout, assembly: process.env.ASSEMBLY ?? "", env });
  expect(outcome).toEqual({ code: 1, others: [] });
  expect(output).toContain("Unable to resolve AWS account to use");
  // Nothing is installed beside the CDK, and nothing is built.
  for (const made of ["node_modules", "dist", "cdk.out"]) expect(existsSync(join(checkout, made)), made).toBe(false);
});

test("the job that deploys installs the CDK of the lockfile, alone", () => {
  const installed = mkdtempSync(join(tmpdir(), "cdk-alone-"));
  onTestFinished(() => rmSync(installed, { recursive: true }));
  execFileSync(process.execPath, [join(root, "ops/cdk-alone.ts"), installed]);
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const { packages } = read(join(installed, "package-lock.json"));
  const { version, integrity } = read(join(root, "package-lock.json")).packages["node_modules/aws-cdk"];
  expect(packages["node_modules/aws-cdk"]).toMatchObject({ version, integrity });
  expect(packages["node_modules/aws-cdk"]).not.toHaveProperty("dependencies");
  expect(Object.keys(packages)).toEqual(["", "node_modules/aws-cdk"]);
  expect(read(join(installed, "package.json")).dependencies).toEqual({ "aws-cdk": version });
});

test("the commits of actions are kept current", () => {
  expect(readFileSync(join(root, ".github/dependabot.yml"), "utf8")).toContain("package-ecosystem: github-actions");
});
