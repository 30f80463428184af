// A stand-in for the AWS command line, for the commands of docs/operations.md: a test answers its calls.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { listen } from "#infra/local/http-server.ts";
import { settingsOf } from "./engine.ts";
import type { TestWorld } from "./world.ts";

type Options = Record<string, string>;

/** What commands such as `dynamodb scan` print, by their options; others print nothing. */
export type Answers = Record<string, (options: Options) => unknown>;

interface Call {
  command: string;
  /** All that follows the command. */
  words: string[];
  options: Options;
}

interface Shell {
  /** What commands print, in a bash that has read ops/aws.sh for the stage as an operator does; by default in a new folder. */
  run(commands: string, cwd?: string): Promise<string>;
  /** Calls of the last run, in order. */
  called: Call[];
  stop(): Promise<void>;
}

const optionsIn = (words: string[]): Options => {
  const options: Options = {};
  for (const [at, word] of words.entries()) {
    if (!word.startsWith("--")) continue;
    const next = words.findIndex((one, index) => index > at && one.startsWith("--"));
    const values = words.slice(at + 1, next < 0 ? undefined : next);
    options[word.slice(2)] = values.filter((one) => one !== "/dev/null").join(" ");
  }
  return options;
};

const program = (port: number) => `#!${process.execPath}
fetch("http://127.0.0.1:${port}", { method: "POST", body: JSON.stringify(process.argv.slice(2)) }).then(async (answer) => {
  const text = await answer.text();
  process[answer.ok ? "stdout" : "stderr"].write(text + "\\n");
  process.exitCode = answer.ok ? 0 : 254;
});`;

export const openShell = async (stage: string, answers: Answers): Promise<Shell> => {
  const { port, stop } = await listen(async (request, response) => {
    const [service = "", name = "", ...rest]: string[] = JSON.parse(await text(request));
    const [command, options] = [`${service} ${name}`, optionsIn(rest)];
    shell.called.push({ command, words: rest, options });
    try {
      response.end(String((await answers[command]?.(options)) ?? ""));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const folder = mkdtempSync(join(tmpdir(), "aws-"));
  writeFileSync(join(folder, "aws"), program(port), { mode: 0o755 });
  const functions = join(import.meta.dirname, "../../ops/aws.sh");
  const shell: Shell = {
    called: [],
    run: async (commands, cwd = folder) => {
      shell.called = [];
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      const args = ["-e", "-c", `. ${functions} ${stage}\n${commands}`];
      // A bash whose standard input is a socket, as a pipe of Node.js is, may read .bashrc, which may change the path.
      const child = spawn("bash", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
      const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      if (code !== 0) throw new Error(`${commands} ended with ${code}: ${errors}`);
      return out;
    },
    stop: async () => {
      rmSync(folder, { recursive: true });
      await stop();
    },
  };
  return shell;
};

const pascal = (option: string) => option.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
/** Options of the command line as the parameters of a call; some are JSON. */
const parametersOf = ({ query: _, output: __, ...options }: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      pascal(name),
      value.startsWith("{") ? JSON.parse(value) : value || true,
    ]),
  ) as never;

/** A line for each item, of what queries of ops/aws.sh select: all of it, some attributes, or values with their types. */
const linesOf = (items: Record<string, AttributeValue>[], query = ""): string => {
  const [, selected = "", of = ""] = /\.\[(?:to_string\((.+)\)|(.+))\]$/.exec(query) ?? [];
  const names = selected.match(/\w+(?=:)/g);
  const typed = of.split(", ").map((one) => one.split("."));
  return items
    .map((item) => {
      if (selected) return JSON.stringify(names ? Object.fromEntries(names.map((name) => [name, item[name]])) : item);
      return typed.map(([name = "", type = ""]) => item[name]?.[type as "S"]).join("\t");
    })
    .join("\n");
};

/** Answers of commands for the tables that a world's Lambdas use. */
export const answersOf = (world: TestWorld): Answers => {
  const dynamo = new DynamoDBClient({ ...settingsOf(world), endpoint: world.dynamo });
  return {
    "lambda list-functions": ({ query = "" }) => `None\n${world.env[/Variables\.(\w+)/.exec(query)?.[1] ?? ""]}\nNone`,
    "dynamodb scan": async ({ query, ...options }) => {
      const { Items = [] } = await dynamo.send(new ScanCommand(parametersOf(options)));
      return query === "Items[]._id.S" ? (Items[0]?._id?.S ?? "None") : linesOf(Items, query);
    },
    "dynamodb query": async ({ query, ...options }) =>
      linesOf((await dynamo.send(new QueryCommand(parametersOf(options)))).Items ?? [], query),
    "dynamodb update-item": (options) => dynamo.send(new UpdateItemCommand(parametersOf(options))).then(() => ""),
    "dynamodb put-item": (options) => dynamo.send(new PutItemCommand(parametersOf(options))).then(() => ""),
    "dynamodb delete-item": (options) => dynamo.send(new DeleteItemCommand(parametersOf(options))).then(() => ""),
  };
};

/** The commands of a numbered step in a section of docs/operations.md. */
export const commandsOf = (section: string, step: number): string => {
  const text = readFileSync("docs/operations.md", "utf8").split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, body = ""] = new RegExp(`\\n${step}\\. ([^]*?)(?=\\n\\d\\. |\\n\\S|$)`).exec(text) ?? [];
  const lines = body.split("\n").filter((line) => line.startsWith("       "));
  return lines.map((line) => line.slice(7)).join("\n");
};
