// Measures, judges and prints: medians and 99th percentiles, with a budget beside each figure.

export interface Line {
  what: string;
  figure: number;
  unit: string;
  /** The maximum, or the minimum with `atLeast`. */
  budget?: number;
  atLeast?: boolean;
}

interface Times {
  p50: number;
  p99: number;
  /** Milliseconds of processor time of this process, with the Lambdas in it and without the engine. */
  processor: number;
}

type Work = (run: number) => Promise<unknown>;

/** The time and the result of one run. */
export const inSeconds = async <T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> => {
  const started = performance.now();
  const result = await work();
  return { seconds: (performance.now() - started) / 1_000, result };
};

/** Consecutive runs of one task before the next one. */
const block = 20;

/** Milliseconds of each of `count` consecutive runs, after as many, up to 1,000, as a warm-up. */
export const timed = async (runs: number, work: Work): Promise<Times> => (await inTurn(runs, [work]))[0];

/** Several tasks to compare, run in turn, so that other load on the machine affects them equally. */
export const inTurn = async <W extends [Work, ...Work[]]>(
  runs: number,
  works: W,
): Promise<{ [K in keyof W]: Times }> => {
  const warm = Math.min(1_000, runs);
  const measured = works.map(() => ({ times: [] as number[], processor: [] as number[] }));
  for (let from = -warm; from < runs; from += block)
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage();
      const to = Math.min(from + block, runs);
      for (let run = from; run < to; run++) {
        const start = performance.now();
        await work(run);
        if (run >= 0) measured[index]?.times.push(performance.now() - start);
      }
      const { user, system } = process.cpuUsage(before);
      if (from >= 0) measured[index]?.processor.push((user + system) / 1_000 / (to - from));
    }
  return measured.map(({ times, processor }) => ({
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    processor: at(processor, 0.5),
  })) as { [K in keyof W]: Times };
};

/** The value that this share of them does not exceed. */
const at = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const rounded = (figure: number): string =>
  new Intl.NumberFormat("en-IN", { maximumFractionDigits: figure < 100 ? 2 : 0 }).format(figure);

/** A figure that was not measured is over too. */
export const isOver = ({ figure, budget, atLeast }: Line): boolean =>
  budget !== undefined && !(atLeast ? figure >= budget : figure <= budget);

/** Such a figure depends on the machine and on what else it does, unlike bytes, capacity units and ratios. */
export const isTime = ({ unit }: Line): boolean => ["ms", "s", "/s"].includes(unit);

export const print = (title: string, lines: Line[]): void => {
  console.log(`\n${title}`);
  for (const line of lines) {
    const { what, figure, unit, budget, atLeast } = line;
    const limit = budget === undefined ? "" : `${atLeast ? ">=" : "<="} ${rounded(budget)} ${unit}`;
    const verdict = !isOver(line) ? "" : isTime(line) ? "  slower" : "  OVER";
    console.log(`  ${what.padEnd(62)} ${`${rounded(figure)} ${unit}`.padStart(14)}   ${limit}${verdict}`);
  }
};
