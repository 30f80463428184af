// The nightly job, when a business day has closed: snapshot and histories, its sales folded and pruned, books checked.
import { addDays, firstOpenDay, listDays, maxRangeDays } from "#shared/day.ts";
import { firstSoldDay } from "#shared/sales.ts";
import { firstLedgerDay } from "./lib/days/balances.ts";
import { closeDays } from "./lib/days/close-days.ts";
import { foldDays } from "./lib/days/daily-sales.ts";
import { type Looking, mismatches } from "./lib/days/reconcile.ts";
import { newMeter, withMeter } from "./lib/db/capacity-meter.ts";
import { stocks } from "./lib/db/tables.ts";
import { log, traced } from "./lib/log.ts";

interface Night {
  /** Seconds between two looks at a difference in the books. */
  pause?: number;
  /** Checks the books against the whole ledger. */
  whole?: boolean;
}

interface Report {
  /** Days that were closed with a snapshot. */
  closed?: number;
  /** Days that were folded. */
  folded?: number;
  /** Products whose sales of closed days were pruned. */
  pruned?: number;
  /** Holdings, and sales of the last days, that are not what the ledger says. */
  mismatches?: number;
}

/** Every step runs even if another failed; a failure is thrown at the end, so that the job is tried again. */
export const handler = async ({ pause = 60, whole = false }: Night): Promise<Report> => {
  const started = performance.now();
  const meter = newMeter();
  const report: Report = {};
  const failures = await withMeter(meter, () => work(report, { pause, whole }));
  const level = failures.length > 0 ? "ERROR" : "INFO";
  log(level, "night", { ...report, ms: Math.round(performance.now() - started), ...meter });
  if (failures.length > 0) throw new AggregateError(failures, "The nightly job is incomplete");
  return report;
};

const work = async (report: Report, looking: Looking): Promise<unknown[]> => {
  // Something may still be posted on it; the days before it are closed.
  const open = firstOpenDay(new Date());
  const failures: unknown[] = [];
  const steps: [keyof Report, () => Promise<number>][] = [
    ["closed", () => close(open)],
    ["folded", () => fold(open)],
    ["pruned", () => prune(open)],
    ["mismatches", () => check(looking)],
  ];
  for (const [step, run] of steps) {
    try {
      report[step] = await run();
    } catch (error) {
      log("ERROR", "step", { step, error: traced(error) });
      failures.push(error);
    }
  }
  return failures;
};

const close = async (open: string): Promise<number> => closeDays(await firstLedgerDay(open), open);

/** No report looks back further than the longest range. */
const fold = async (open: string): Promise<number> => {
  const first = await firstLedgerDay(open);
  const earliest = addDays(open, -maxRangeDays);
  return first < open ? foldDays(listDays(first > earliest ? first : earliest, addDays(open, -1))) : 0;
};

const prune = async (open: string): Promise<number> => {
  const kept = firstSoldDay(open);
  let pruned = 0;
  for (const { _id, sold } of await stocks.listWithDeleted()) {
    const closed = Object.keys(sold).filter((key) => key < kept);
    if (closed.length === 0) continue;
    await stocks.prune(_id, "sold", closed);
    pruned += 1;
  }
  return pruned;
};

const check = async (looking: Looking): Promise<number> => {
  const found = await mismatches(looking);
  if (found.size > 0) log("ERROR", "mismatch", { pairs: [...found].slice(0, 20) });
  return found.size;
};
