// How the bench measures and prints: medians and 99th percentiles, with a budget beside each figure.
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
}

type Work = (run: number) => Promise<unknown>;

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
  const took = works.map((): number[] => []);
  for (let from = -warm; from < runs; from += block)
    for (const [index, work] of works.entries())
      for (let run = from; run < Math.min(from + block, runs); run++) {
        const start = performance.now();
        await work(run);
        if (run >= 0) took[index]?.push(performance.now() - start);
      }
  return took.map(medians) as { [K in keyof W]: Times };
};

const medians = (took: number[]): Times => {
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
};

const rounded = (figure: number): string =>
  new Intl.NumberFormat("en-IN", { maximumFractionDigits: figure < 100 ? 2 : 0 }).format(figure);

export const print = (title: string, lines: Line[]): void => {
  console.log(`\n${title}`);
  for (const { what, figure, unit, budget, atLeast } of lines) {
    const kept = budget === undefined || (atLeast ? figure >= budget : figure <= budget);
    const limit =
      budget === undefined ? "" : `${atLeast ? ">=" : "<="} ${rounded(budget)} ${unit}${kept ? "" : "  OVER"}`;
    console.log(`  ${what.padEnd(62)} ${`${rounded(figure)} ${unit}`.padStart(14)}   ${limit}`);
  }
};
