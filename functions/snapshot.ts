// The nightly job that closes business days: snapshots and histories, folded sales, the plan's file of past days,
// pruned stock rows, seals, reconciliation. On request it first rebuilds closed days.
import { addDays, firstOpenDay, listDays, maxRangeDays } from "#shared/day.ts";
import { firstRecentDay } from "#shared/reorder.ts";
import type { Night } from "#shared/status.ts";
import { sumBy } from "#shared/sum.ts";
import { firstLedgerDay } from "./lib/days/balances.ts";
import { closeDays } from "./lib/days/close-days.ts";
import { foldDays } from "./lib/days/daily-sales.ts";
import { recordNight } from "./lib/days/night.ts";
import { lastRebuild, rebuildDays } from "./lib/days/rebuild.ts";
import { type Differences, type ReconcileOptions, reconcile } from "./lib/days/reconcile.ts";
import { checkSeals, sealDays } from "./lib/days/seals.ts";
import { mapLimit } from "./lib/db/batch-reads.ts";
import { newMeter, withMeter } from "./lib/db/capacity-meter.ts";
import { stocks } from "./lib/db/tables.ts";
import { log, serializeError } from "./lib/log.ts";
import { updatePast } from "./lib/plan/update-past.ts";

interface NightlyEvent {
  /** Seconds between two checks of a difference. */
  pause?: number;
  whole?: boolean;
  /** The first closed day to rebuild, with all later ones; then it reconciles with the whole ledger. */
  rebuild?: string;
}

type Run = Omit<Night, "at" | "ms">;
type Report = Omit<Run, "failed" | "differences">;

/** Every step runs, even if another one failed. A failure is thrown at the end, so that the job is retried. */
export const handler = async ({ pause = 60, whole = false, rebuild }: NightlyEvent): Promise<Report> => {
  const started = performance.now();
  const meter = newMeter();
  const run: Run = { failed: [], differences: [] };
  const failures = await withMeter(meter, () => runSteps(run, { pause, whole: whole || !!rebuild }, rebuild));
  const level = failures.length > 0 ? "ERROR" : "INFO";
  const ms = Math.round(performance.now() - started);
  const { failed, differences, ...report } = run;
  log(level, "night", { ...report, ms, ...meter });
  await recordNight({ ...run, at: new Date().toISOString(), ms });
  if (failures.length > 0) throw new AggregateError(failures, "The nightly job is incomplete");
  return report;
};

const runSteps = async (run: Run, options: ReconcileOptions, rebuild?: string): Promise<unknown[]> => {
  const openDay = firstOpenDay(new Date());
  const failures: unknown[] = [];
  const steps: [keyof Report, () => Promise<number>][] = [
    ["closed", () => close(openDay)],
    ["folded", () => fold(openDay)],
    ["planned", () => updatePast(openDay)],
    ["pruned", () => prune(openDay)],
    ["sealed", () => sealDays(openDay)],
    ["mismatches", () => countMismatches(run, openDay, options)],
  ];
  if (rebuild !== undefined) steps.unshift(["rebuilt", () => rebuildDays(rebuild, openDay)]);
  for (const [step, count] of steps) {
    try {
      run[step] = await count();
    } catch (error) {
      log("ERROR", "step", { step, error: serializeError(error) });
      run.failed.push(step);
      failures.push(error);
    }
  }
  return failures;
};

const close = async (openDay: string): Promise<number> => {
  const rebuilt = await lastRebuild();
  const days = await closeDays(await firstLedgerDay(openDay), openDay);
  // The days that were just closed build on a day that was rebuilt meanwhile.
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

/** Log lines and the record list so many differences of each kind at most. */
const maxListed = 20;

const countMismatches = async (run: Run, openDay: string, options: ReconcileOptions): Promise<number> => {
  const { stock, snapshot, folds, from, late } = await reconcile(options);
  const seals = await checkSeals(openDay, options);
  const listed = (differences: ReadonlyMap<string, number>) => [...differences].slice(0, maxListed);
  const books = { stock, snapshot, folds, seals };
  const mismatches = sumBy(Object.values(books), ({ size }) => size);
  const named = { pairs: listed(stock), snapshot: listed(snapshot), folds: listed(folds), seals: listed(seals) };
  if (mismatches > 0) log("ERROR", "mismatch", { ...named, rebuild: from });
  if (late.size > 0) log("INFO", "late-index", { pairs: listed(late) });
  for (const [book, found] of Object.entries(books) as [keyof typeof books, Differences][])
    run.differences.push(...listed(found).map(([key, units]) => ({ book, key, units })));
  run.late = late.size;
  return mismatches;
};
