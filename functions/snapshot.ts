// The nightly job that closes business days: snapshots and histories, folded sales, what the
// plan needs of the past, pruned stock rows, reconciliation; and moves the locks of 0.1.0 on unique names. On request it
// first rebuilds closed days.
import { addDays, firstOpenDay, listDays, maxRangeDays } from "#shared/day.ts";
import { firstRecentDay } from "#shared/sales.ts";
import { firstLedgerDay } from "./lib/days/balances.ts";
import { closeDays } from "./lib/days/close-days.ts";
import { foldDays } from "./lib/days/daily-sales.ts";
import { lastRebuild, rebuildDays } from "./lib/days/rebuild.ts";
import { type ReconcileOptions, reconcile } from "./lib/days/reconcile.ts";
import { mapLimit } from "./lib/db/batch-reads.ts";
import { newMeter, withMeter } from "./lib/db/capacity-meter.ts";
import { moveLocks } from "./lib/db/lock-moves.ts";
import { stocks } from "./lib/db/tables.ts";
import { log, traced } from "./lib/log.ts";
import { updatePast } from "./lib/plan/update-past.ts";

interface NightlyEvent {
  /** Seconds between two checks of a difference. */
  pause?: number;
  /** Reconciles with the whole ledger. */
  whole?: boolean;
  /** The first closed day to rebuild, with all later ones; then it reconciles with the whole ledger. */
  rebuild?: string;
}

interface Report {
  /** Days rebuilt. */
  rebuilt?: number;
  /** Days closed with a snapshot. */
  closed?: number;
  /** Days whose sales were folded. */
  folded?: number;
  /** Products whose past the plan can read. */
  planned?: number;
  /** Products whose sales of closed days were pruned. */
  pruned?: number;
  /** Holdings, sales of recent days, and what was stored of closed days that differ from the ledger. */
  mismatches?: number;
  /** Holdings, and sales of recent days, that only the index of the ledger does not show yet. */
  late?: number;
  /** Names that several rows have, apart from invisible characters. */
  twins?: number;
}

/** Every step runs, even if another one failed. A failure is thrown at the end, so that the job is retried. */
export const handler = async ({ pause = 60, whole = false, rebuild }: NightlyEvent): Promise<Report> => {
  const started = performance.now();
  const meter = newMeter();
  const report: Report = {};
  const failures = await withMeter(meter, () => runSteps(report, { pause, whole: whole || !!rebuild }, rebuild));
  const level = failures.length > 0 ? "ERROR" : "INFO";
  log(level, "night", { ...report, ms: Math.round(performance.now() - started), ...meter });
  if (failures.length > 0) throw new AggregateError(failures, "The nightly job is incomplete");
  return report;
};

const runSteps = async (report: Report, options: ReconcileOptions, rebuild?: string): Promise<unknown[]> => {
  const openDay = firstOpenDay(new Date());
  const failures: unknown[] = [];
  const steps: [keyof Report, () => Promise<number>][] = [
    ["closed", () => close(openDay)],
    ["folded", () => fold(openDay)],
    ["planned", () => updatePast(openDay)],
    ["pruned", () => prune(openDay)],
    ["mismatches", () => countMismatches(report, options)],
    ["twins", countTwins],
  ];
  if (rebuild !== undefined) steps.unshift(["rebuilt", () => rebuildDays(rebuild, openDay)]);
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

const close = async (openDay: string): Promise<number> => {
  const rebuilt = await lastRebuild();
  const days = await closeDays(await firstLedgerDay(openDay), openDay);
  // They build on a day that was rebuilt meanwhile.
  if (days[0] && (await lastRebuild()) !== rebuilt) await rebuildDays(days[0], openDay);
  return days.length;
};

/** Only days that a report can still ask for. */
const fold = async (openDay: string): Promise<number> => {
  const first = await firstLedgerDay(openDay);
  const earliest = addDays(openDay, -maxRangeDays);
  return first < openDay ? foldDays(listDays(first > earliest ? first : earliest, addDays(openDay, -1))) : 0;
};

/** Removes from the stock rows the sales of days that the run rate no longer needs. */
const prune = async (openDay: string): Promise<number> => {
  const firstKept = firstRecentDay(openDay);
  const outdated = (await stocks.listWithDeleted()).flatMap(({ _id, sold }) => {
    const old = Object.keys(sold).filter((key) => key < firstKept);
    return old.length > 0 ? [{ _id, old }] : [];
  });
  await mapLimit(outdated, ({ _id, old }) => stocks.prune(_id, "sold", old));
  return outdated.length;
};

/** Log lines list so many differences of each kind at most. */
const maxListed = 20;

const countMismatches = async (report: Report, options: ReconcileOptions): Promise<number> => {
  const { stock, snapshot, folds, from, late } = await reconcile(options);
  const listed = (differences: ReadonlyMap<string, number>) => [...differences].slice(0, maxListed);
  const mismatches = stock.size + snapshot.size + folds.size;
  if (mismatches > 0)
    log("ERROR", "mismatch", { pairs: listed(stock), snapshot: listed(snapshot), folds: listed(folds), rebuild: from });
  if (late.size > 0) log("INFO", "late-index", { pairs: listed(late) });
  report.late = late.size;
  return mismatches;
};

/** Moves the locks of 0.1.0, and reports names that this release would not take twice. */
const countTwins = async (): Promise<number> => {
  const { moved, twins } = await moveLocks();
  if (moved > 0 || twins.length > 0) log("INFO", "locks", { moved, twins: twins.slice(0, 20) });
  return twins.length;
};
