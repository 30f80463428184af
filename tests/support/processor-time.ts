// The processor time of a command and of all it starts, in units of this machine's speed.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Seconds in a tick of Linux's process clock. */
const tick = 0.01;

interface Sample {
  pid: string;
  parent: string;
  /** Identifies a process together with its pid, since pids are reused. */
  started: string;
  seconds: number;
}

/** All processes; none where there is no /proc. */
const samples = (): Sample[] => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(sampleOf);
  } catch {
    return [];
  }
};

const sampleOf = (pid: string): Sample[] => {
  try {
    // The name before it stands in parentheses, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [parent = "", started = ""] = [fields[1], fields[19]];
    return [{ pid, parent, started, seconds: (Number(fields[11]) + Number(fields[12])) * tick }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
};

/**
 * Runs a command to its end. `seconds` is the processor time of it and its descendants, without the last half second of
 * each; undefined where it cannot be read.
 */
export const measured = async (command: string, args: string[], env = {}) => {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const own = new Map<string, number>();
  const pids = new Map([[String(child.pid), ""]]);
  const take = () => {
    // A parent has a smaller pid than its child, until pids wrap round.
    for (const { pid, parent, started, seconds } of samples()) {
      if (!pids.has(parent) && pids.get(pid) !== started && pid !== String(child.pid)) continue;
      pids.set(pid, started);
      own.set(`${pid} ${started}`, seconds);
    }
  };
  for (;;) {
    take();
    const code = await Promise.race([ended, wait(500, "running" as const)]);
    if (code !== "running") return { code, seconds: own.size > 0 ? Math.round(sum(own.values())) : undefined };
  }
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Constant work, similar to that of V8 and its collector in tests. */
const work = `
  const texts = [];
  for (let round = 0; round < 60; round++) {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, name: "row " + (index * 7919) % 10_007 }));
    rows.sort((one, other) => (one.name < other.name ? -1 : 1));
    texts.push(JSON.stringify(rows).replace(/row (\\d)/g, "$1").length);
  }
  require("node:worker_threads").parentPort.postMessage(texts.length);`;

/** Seconds of all processors for this work on each of them, to compare figures of different machines. */
export const reference = async (): Promise<number> => {
  const before = process.cpuUsage();
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(work, { eval: true }));
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve))));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000 / workers.length;
};
