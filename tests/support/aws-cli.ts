// A stand-in for the AWS command line, for the commands of docs/operations.md: it knows the stacks of a stage and the
// limits of their APIs, records changes, and answers the queries of the runbook.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface Account {
  /** Resources of each stack by type: logical and physical names. */
  stacks: Record<string, { type: string; id: string; name: string }[]>;
  /** Settings of each API's stage. */
  limits: Record<string, { DefaultRouteSettings: object; RouteSettings: object }>;
  /** Attribute with the expiry, by table. */
  expiry: Record<string, string>;
  /** Calls that change something, with their options. */
  changes: { command: string; options: Record<string, string> }[];
}

const script = (state: string) => `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const account = JSON.parse(readFileSync(${JSON.stringify(state)}, "utf8"));
const [service, command, ...rest] = process.argv.slice(2);
const options = {};
for (let at = 0; at < rest.length; at++)
  if (rest[at].startsWith("--")) options[rest[at].slice(2)] = (rest[at + 1] ?? "--").startsWith("--") ? "" : rest[++at];
const answers = {
  "list-stack-resources": () => {
    const [, type] = /ResourceType=='([^']+)'/.exec(options.query);
    return account.stacks[options["stack-name"]].filter((one) => one.type === type).map(({ id, name }) => id + "\\t" + name).join("\\n");
  },
  "get-stage": () => JSON.stringify(account.limits[options["api-id"]], null, 4),
  "update-stage": () => {
    const limits = account.limits[options["api-id"]];
    const { DefaultRouteSettings, RouteSettings } = JSON.parse(options["cli-input-json"]);
    Object.assign(limits.DefaultRouteSettings, DefaultRouteSettings);
    Object.assign(limits.RouteSettings, RouteSettings);
    return JSON.stringify(limits);
  },
  "describe-time-to-live": () => account.expiry[options["table-name"]] ?? "None",
};
const answer = answers[command]?.();
if (!/^(list|get|describe)/.test(command)) account.changes.push({ command, options });
writeFileSync(${JSON.stringify(state)}, JSON.stringify(account));
if (answer !== undefined) console.log(answer);
`;

/** Runs commands in one shell with the functions of ops/aws.sh, as an operator does; returns the account after each. */
export const runCommands = (account: Account, steps: string[]): Account[] => {
  const folder = mkdtempSync(join(tmpdir(), "aws-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const state = join(folder, "account.json");
  writeFileSync(state, JSON.stringify(account));
  writeFileSync(join(folder, "aws"), script(state), { mode: 0o755 });
  const all = steps.map((step, index) => `${step}\ncp account.json after-${index}.json`).join("\n");
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  // A bash whose standard input is a socket, as a pipe of Node.js is, may read .bashrc, which may change the path.
  execFileSync("bash", ["-e", "-c", `. ${join(import.meta.dirname, "../../ops/aws.sh")} prod\n${all}`], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return steps.map((_, index) => JSON.parse(readFileSync(join(folder, `after-${index}.json`), "utf8")));
};

/** The commands of a numbered step in a section of docs/operations.md. */
export const commandsOf = (section: string, step: number): string => {
  const text = readFileSync("docs/operations.md", "utf8").split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, body = ""] = new RegExp(`\\n${step}\\. ([^]*?)(?=\\n\\d\\. |\\n\\S|$)`).exec(text) ?? [];
  const lines = body.split("\n").filter((line) => line.startsWith("       "));
  return lines.map((line) => line.slice(7)).join("\n");
};
