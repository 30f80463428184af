// `node ops/cdk-alone.ts FOLDER`: a package with nothing but the CDK's command line, as the lockfile has it, for `npm ci`.
// A deployment installs it instead of the project's packages, since any of them would run beside the role that deploys.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder = "cdk"] = process.argv;
const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"));
const path = "node_modules/aws-cdk";
const root = { name: "cdk-alone", private: true, dependencies: { "aws-cdk": packages[path].version } };
const lock = { name: root.name, lockfileVersion: 3, packages: { "": root, [path]: { ...packages[path], dev: false } } };
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify(root));
writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
