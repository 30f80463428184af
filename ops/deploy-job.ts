// The job of `.github/workflows/deploy.yml` that holds the role, as GitHub runs it: its own commands in a fresh checkout, with
// every process that they start written down.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const root = join(import.meta.dirname, "..");

/** The commands of the only job that may ask for a role: to check the assembly, to install the CDK, to deploy. */
const commands = (): string[] => {
  const workflow = readFileSync(join(root, ".github/workflows/deploy.yml"), "utf8");
  const job = workflow.split(/\n(?= {2}\w+:\n)/).find((one) => one.includes("id-token: write")) ?? "";
  return [...job.matchAll(/run: (.+)/g)].map(([, command = ""]) => command);
};

/** What git has of the working tree, and nothing that is built or installed in it. */
const checkOut = (folder: string): void => {
  const commit = execFileSync("git", ["stash", "create"], { cwd: root, encoding: "utf8" }).trim() || "HEAD";
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 1 << 28 });
  mkdirSync(folder);
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
};

/** The check of the assembly, the installation of one package, the CDK's command line itself, and git. */
const expected = [
  /^\S*node \S*\/ops\/check-assembly\.ts assembly rebuilt$/,
  /^\S*node \S*\/ops\/cdk-alone\.ts cdk$/,
  /^\S*node \S*npm\S* ci --ignore-scripts --prefix cdk$/,
  /^\S*node \S*\/cdk\/node_modules\/\.bin\/cdk deploy /,
  /^(\S*\/)?git /,
];

interface Job {
  /** Where it is checked out; not there yet. */
  folder: string;
  /** The assembly that the job before has built, and that of the second build. */
  assembly: string;
  rebuilt?: string;
  /** Variables of its processes, beside those of this one. */
  env: NodeJS.ProcessEnv;
  /** Of `cdk deploy`, beside those in the workflow. */
  options?: string[];
}

interface Outcome {
  code: number | null;
  output: string;
  /** Command lines of processes that it started and should not have. */
  others: string[];
}

export const runDeployJob = async ({
  folder,
  assembly,
  rebuilt = assembly,
  env,
  options = [],
}: Job): Promise<Outcome> => {
  checkOut(folder);
  cpSync(assembly, join(folder, "assembly"), { recursive: true });
  cpSync(rebuilt, join(folder, "rebuilt"), { recursive: true });
  const watch = `--require "${join(import.meta.dirname, "watch-processes.cjs")}"`;
  const file = `${folder}-started`;
  const own = {
    NODE_OPTIONS: [env.NODE_OPTIONS, watch].filter(Boolean).join(" "),
    STARTED: file,
    // The CDK knows no account from an earlier run.
    CDK_HOME: `${folder}-home`,
  };
  // As GitHub runs each of them.
  const child = spawn("bash", ["-e", "-c", [commands().join("\n"), ...options].join(" ")], {
    cwd: folder,
    env: { ...process.env, ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const started = readFileSync(file, "utf8").trim().split("\n");
  const others = started.filter((line) => !expected.some((known) => known.test(line)));
  return { code, output: out + errors, others };
};
