// A Lambda in a process of its own, as on AWS, and the peak memory of it and its child processes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lambda } from "#infra/local/lambda.ts";
import { clockOfProcess } from "./clock.ts";

interface LambdaProcess {
  /** Rejects when its process ends. */
  invoke(event: object): Promise<{ statusCode: number; body: string }>;
  /** Peak megabytes so far of its process and its children together. */
  peak(): number;
  stop(): void;
}

const script = `
const { handler } = require(process.argv[1]);
process.on("message", async (event) => process.send(await handler(event, {})));
`;

/** The AWS runtime starts Node with these flags, so that its heap can use the function's memory. */
const flagsOf = (megabytes: number): string[] => [
  "--expose-gc",
  `--max-semi-space-size=${Math.floor(megabytes * 0.05)}`,
  `--max-old-space-size=${Math.floor(megabytes * 0.9)}`,
];

export const startLambda = ({ settings: { name, code, env, memory } }: Lambda): LambdaProcess => {
  const lambda = spawn(process.execPath, [...flagsOf(memory), "-e", script, join(code, "index.cjs")], {
    env: { ...clockOfProcess(), ...env, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory), AWS_SDK_UA_APP_ID: name },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let most = 0;
  // The kernel keeps the peak of a process only while it lives, so child processes are sampled until they end.
  const look = () => {
    const started = childrenOf(lambda.pid).reduce((sum, pid) => sum + megabytesOf(pid, "VmHWM"), 0);
    most = Math.max(most, megabytesOf(lambda.pid, "VmHWM"), megabytesOf(lambda.pid, "VmRSS") + started);
  };
  const watch = setInterval(look, 2);
  const ended = once(lambda, "exit").then(([code, signal]) => {
    throw new Error(`The Lambda's process ended: ${code ?? signal}`);
  });
  ended.catch(() => {});
  return {
    invoke: async (event) => {
      lambda.send(event);
      const [answer] = await Promise.race([once(lambda, "message"), ended]);
      look();
      return answer;
    },
    peak: () => most,
    stop: () => {
      clearInterval(watch);
      lambda.kill();
    },
  };
};

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

const childrenOf = (pid: ChildProcess["pid"]): number[] =>
  (read(`/proc/${pid}/task/${pid}/children`).match(/\d+/g) ?? []).map(Number);

/** Megabytes of a process, now or at its peak. */
const megabytesOf = (pid: ChildProcess["pid"], what: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
