// `node ops/check-assembly.ts ASSEMBLY [REBUILT]`: what the job that holds the role asks before the CDK reads an assembly that
// another job has built. An assembly may name commands and Docker images, which the CDK would run beside the role, and files
// outside of it, which it would upload. With REBUILT, also whether a second build has the same templates and code.
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, normalize, sep } from "node:path";

interface Manifest {
  artifacts: Record<string, { type: string }>;
}

interface Assets {
  files: Record<string, { source: Record<string, string> }>;
  dockerImages?: Record<string, unknown>;
}

/** A nested assembly, or a type that a later CDK invents, may bring commands of its own. */
const artifactTypes = ["cdk:asset-manifest", "aws:cloudformation:stack", "cdk:tree", "cdk:feature-flag-report"];

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), "utf8"));

/** All files of a folder, by their path in it. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(folder.length + 1) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Why the CDK should not be given an assembly. */
export const dangersIn = (folder: string): string[] => {
  const artifacts = Object.entries(read<Manifest>(folder, "manifest.json").artifacts);
  const strange = artifacts
    .filter(([, { type }]) => !artifactTypes.includes(type))
    .map(([name, { type }]) => `manifest.json: ${name} is of type ${type}`);
  const links = filesIn(folder)
    .filter(({ entry }) => !entry.isFile())
    .map(({ path }) => `${path} is not a plain file`);
  const assets = readdirSync(folder).filter((name) => name.endsWith(".assets.json"));
  return [...strange, ...links, ...assets.flatMap((name) => dangersOf(name, read(folder, name)))];
};

const dangersOf = (name: string, { files, dockerImages = {} }: Assets): string[] => [
  ...Object.keys(dockerImages).map((image) => `${name}: ${image} is a Docker image`),
  ...Object.entries(files).flatMap(([id, { source }]) => {
    const { path, packaging, ...others } = source;
    const inside = path !== undefined && !normalize(path).startsWith("..") && !normalize(path).startsWith(sep);
    return [
      ...Object.keys(others).map((key) => `${name}: ${id} has a source "${key}"`),
      ...(inside ? [] : [`${name}: ${id} is outside of the assembly`]),
      ...(packaging === "file" || packaging === "zip" ? [] : [`${name}: ${id} is packed as "${packaging}"`]),
    ];
  }),
];

/** Hashes of what is deployed: templates, lists of files, and the files. */
const deployedIn = (folder: string): Map<string, string> =>
  new Map(
    filesIn(folder)
      .filter(({ path }) => /^asset\.|\.(template|assets)\.json$/.test(path))
      .map(({ path }) => [path, hash("sha256", readFileSync(join(folder, path)))]),
  );

/** Files that differ between two builds of one commit, or are in one of them only. */
export const differencesOf = (folder: string, rebuilt: string): string[] => {
  const [one, other] = [deployedIn(folder), deployedIn(rebuilt)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
};

if (import.meta.main) {
  const [, , folder = "assembly", rebuilt] = process.argv;
  const problems = [
    ...dangersIn(folder),
    ...(rebuilt ? differencesOf(folder, rebuilt).map((path) => `${path} differs in a second build`) : []),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`${deployedIn(folder).size} files, no commands in them${rebuilt ? ", the same in a second build" : ""}`);
}
