// The GitHub workflows are valid according to GitHub's own language service, and grant no more than they need.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "@actions/languageservice";
import { expect, onTestFinished, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Json } from "#infra/local/assembly.ts";
import { dangersIn, differencesOf } from "#ops/check-assembly.ts";
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

const built = process.env.ASSEMBLY ?? "";

const newFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "deploy-job-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

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

/** A copy of the assembly of which the list of files to upload, or another file, is changed. */
const planted = (change: (assets: Json) => object, name = "InventoryDevWeb.assets.json"): string => {
  const folder = join(newFolder(), "planted");
  cpSync(built, folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")))));
  return folder;
};

const withSource = (source: object) => (assets: Json) => ({
  ...assets,
  files: { ...assets.files, planted: { source, destinations: {} } },
});
const command = withSource({ executable: ["touch", "/tmp/planted"] });

test.each([
  ["a command", () => planted(command), 'planted has a source "executable"'],
  [
    "a Docker image",
    () => planted((assets) => ({ ...assets, dockerImages: { planted: {} } })),
    "planted is a Docker image",
  ],
  [
    "a file from elsewhere",
    () => planted(withSource({ path: "../secret", packaging: "file" })),
    "planted is outside of",
  ],
  [
    "another assembly",
    () => planted((made) => ({ ...made, artifacts: { planted: { type: "cdk:cloud-assembly" } } }), "manifest.json"),
    "planted is of type cdk:cloud-assembly",
  ],
  [
    "a link",
    () => {
      const folder = planted((assets) => assets);
      symlinkSync("/etc", join(folder, "asset.planted"));
      return folder;
    },
    "asset.planted is not a plain file",
  ],
])("an assembly with %s is refused", (_, made, reason) => {
  expect(dangersIn(built)).toEqual([]);
  expect(dangersIn(made())).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
});

test("a second build that differs by a template or a file of code is told, by each that differs", () => {
  const other = planted((template) => ({ ...template, Description: "planted" }), "InventoryDevApi.template.json");
  const [asset = ""] = readdirSync(other).filter((name) => name.startsWith("asset."));
  rmSync(join(other, asset), { recursive: true });
  const differences = differencesOf(built, other);
  expect(differences).toContain("InventoryDevApi.template.json");
  expect(differences.filter((path) => !path.startsWith(asset))).toEqual(["InventoryDevApi.template.json"]);
  expect(differencesOf(built, built)).toEqual([]);
});

test("a command in the assembly stops the job with the role before the CDK is installed", async () => {
  const folder = join(newFolder(), "checkout");
  const { code, output, others } = await runDeployJob({ folder, assembly: planted(command), rebuilt: built, env });
  expect({ code, others }).toEqual({ code: 1, others: [] });
  expect(output).toContain('planted has a source "executable"');
  expect(existsSync(join(folder, "cdk"))).toBe(false);
});

test("the job with the role comes as far as AWS, and starts no process but npm's installation and the CDK", async () => {
  const checkout = join(newFolder(), "checkout");
  const { output, ...outcome } = await runDeployJob({ folder: checkout, assembly: built, env });
  expect(outcome).toEqual({ code: 1, others: [] });
  expect(output).toContain("Unable to resolve AWS account to use");
  // Nothing is installed beside the CDK, and nothing is built.
  for (const made of ["node_modules", "dist", "cdk.out"]) expect(existsSync(join(checkout, made)), made).toBe(false);
});

test("the job that deploys installs the CDK of the lockfile, alone", () => {
  const installed = newFolder();
  execFileSync(process.execPath, [join(root, "ops/cdk-alone.ts"), installed]);
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const { packages } = read(join(installed, "package-lock.json"));
  const { version, integrity } = read(join(root, "package-lock.json")).packages["node_modules/aws-cdk"];
  expect(packages["node_modules/aws-cdk"]).toMatchObject({ version, integrity });
  expect(packages["node_modules/aws-cdk"]).not.toHaveProperty("dependencies");
  expect(Object.keys(packages)).toEqual(["", "node_modules/aws-cdk"]);
  expect(read(join(installed, "package.json")).dependencies).toEqual({ "aws-cdk": version });
});

test("the check's list of parts has every package of the lockfile", () => {
  const [, command = ""] = /run: (npm sbom .+) > /.exec(readFileSync(join(folder, "check.yml"), "utf8")) ?? [];
  const { components } = JSON.parse(execFileSync("bash", ["-c", command], { cwd: root, encoding: "utf8" }));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const names = (all: string[]) => [...new Set(all)].toSorted();
  expect(names(components.map(({ name, version }: Json) => `${name}@${version}`))).toEqual(
    names(
      Object.entries<Json>(packages).flatMap(([path, { name, version }]) =>
        path ? `${name ?? path.split("node_modules/").at(-1)}@${version}` : [],
      ),
    ),
  );
});

test("the commits of actions and the packages are kept current by one file", () => {
  const text = readFileSync(join(root, ".github/dependabot.yml"), "utf8");
  expect([...text.matchAll(/package-ecosystem: (\S+)/g)].map(([, name]) => name)).toEqual(["github-actions", "npm"]);
});
