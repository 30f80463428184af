// `npm run simulate -- --seeds N [--from S] [--processes P]`: runs the histories of N seeds in several processes, and
// prints each one in which the product and the model differ, with the command that replays it.
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { buildWeb, synthesize } from "#infra/local/build.ts";

/** The result of a seed. */
export interface SeedResult {
  seed: number;
  /** The difference of product and model, if any. */
  difference?: string;
}

const { values } = parseArgs({
  options: { seeds: { type: "string" }, from: { type: "string" }, processes: { type: "string" } },
});
const optionOf = (name: keyof typeof values, fallback: number): number => {
  const given = Number(values[name] ?? fallback);
  if (!Number.isInteger(given) || given < 1) throw new Error(`--${name} takes a whole number from 1: ${values[name]}`);
  return given;
};
const seeds = optionOf("seeds", 100);
const from = optionOf("from", 1);
const processes = optionOf("processes", availableParallelism() + 1);

/** Seeds of one process. All share one world, whose lists and days grow with every history. */
const blockSize = 40;
const blocks = Array.from({ length: Math.ceil(seeds / blockSize) }, (_, index) => {
  const first = from + index * blockSize;
  return { first, last: Math.min(first + blockSize, from + seeds) - 1 };
});

const failed: number[] = [];
let done = 0;
const started = Date.now();

const report = ({ seed, difference }: SeedResult): void => {
  done += 1;
  if (!difference) return;
  failed.push(seed);
  console.log(`\nSeed ${seed}: ${difference}\nReplay it: npm run simulate -- --seeds 1 --from ${seed}\n`);
};

const ASSEMBLY = process.env.ASSEMBLY ?? (await synthesize("dev", await buildWeb()));
const children = new Set<ChildProcess>();

/** Rejects when the process ends before all its seeds. */
const runBlock = ({ first, last }: { first: number; last: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = first;
    const child = fork(new URL("./simulate-seeds.ts", import.meta.url), [`${first}`, `${last}`], {
      env: { ...process.env, ASSEMBLY },
    });
    children.add(child);
    child.on("message", (result: SeedResult) => {
      next = result.seed + 1;
      report(result);
    });
    child.once("exit", (code, signal) => {
      children.delete(child);
      if (next > last) return resolve();
      reject(new Error(`The process of seeds ${first} to ${last} ended (${code ?? signal}) in seed ${next}.`));
    });
  });

const worker = async (): Promise<void> => {
  for (let block = blocks.shift(); block; block = blocks.shift()) {
    await runBlock(block);
    const rate = done / ((Date.now() - started) / 1_000);
    console.log(`${done} of ${seeds} histories, ${failed.length} differ, ${rate.toFixed(2)} a second`);
  }
};

try {
  await Promise.all(Array.from({ length: Math.min(processes, blocks.length) }, worker));
} catch (error) {
  blocks.length = 0;
  for (const child of children) child.kill();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (failed.length > 0) {
  console.log(`Seeds that differ: ${failed.join(", ")}`);
  process.exitCode = 1;
}
