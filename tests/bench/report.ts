// How the bench measures and prints: medians and 99th percentiles, a budget beside each figure.
export interface Line {
  what: string;
  figure: number;
  unit: string;
  /** Most it may be; least when `atLeast`. */
  budget?: number;
  atLeast?: boolean;
}

interface Times {
  p50: number;
  p99: number;
}

/** Runs work so many times, one after the other, after as many, up to 1,000, to warm up. In milliseconds. */
export const timed = async (runs: number, work: (run: number) => Promise<unknown>): Promise<Times> => {
  const warm = Math.min(1_000, runs);
  const took: number[] = [];
  for (let run = -warm; run < runs; run++) {
    const start = performance.now();
    await work(run);
    if (run >= 0) took.push(performance.now() - start);
  }
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
