// Units of order lines that were cancelled after a picklist took them, until somebody has put them back on the shelf, or after
// they were booked as sold, until the sale is corrected.
import type { Channel } from "#shared/channel.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { ImportSummary, PutBack } from "#shared/import.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { saleDay } from "#shared/sale-day.ts";
import { type Action, backoff, Cancelled, transact } from "../../db/dynamo.ts";
import { type CancelledLine, type CancelledLines, changeCancelled, readCancelled, setDone } from "./cancelled-store.ts";
import { allCorrected, balanceOf } from "./picked-balance.ts";
import { readMovements, readPicked, takenOff, toPutBackPick } from "./picked-lines.ts";
import { appendPick } from "./picked-store.ts";

/** `sale`: the day on which it was sold, if it was not picked. */
type Line = [hash: string, line: CancelledLine & { sale?: string }];

/** Days for which a line is listed. */
const listedDays = 30;

/**
 * Adds lines by their hashes, and answers all whose units are still to be put back. Of a key only the newest file counts; of
 * those in `settled` nothing is left to put back.
 */
export const listCancelled = async (
  channel: Channel,
  found: CancelledLines,
  today: string,
  settled: ReadonlySet<string> = new Set(),
): Promise<Line[]> => {
  const items = await readCancelled(channel);
  // Two people may have added a line to two items at once: the first one counts.
  const before: CancelledLines = Object.assign({}, ...items.toReversed());
  const added = Object.entries(found).filter(([hash]) => !before[hash]);
  const changed = Object.entries(found).filter(([hash, { units }]) => {
    const { [hash]: line } = before;
    return line && !line.done && line.units !== units;
  });
  const toldAnew = new Set([...settled, ...Object.values(found).flatMap(({ key = [] }) => key)]);
  // Of a combo, Done with one product puts back the line; the others are still to be put on the shelf.
  const lineOf = (hash: string) => hash.split(".")[0];
  const doneLines = new Set(Object.entries(before).flatMap(([hash, { done }]) => (done ? lineOf(hash) : [])));
  const isOld = (hash: string, { day, done, key }: CancelledLine) =>
    day < addDays(today, -listedDays) ||
    (!done && key !== undefined && toldAnew.has(key) && !found[hash] && !doneLines.has(lineOf(hash)));
  const lines = Object.entries({ ...before, ...Object.fromEntries([...added, ...changed]) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const old = new Set(lines.flatMap(([hash, line]) => (isOld(hash, line) ? [hash] : [])));
  await changeCancelled(channel, items, { added, changed, removed: [...old] });
  const open = lines.filter(([hash, { done }]) => !done && !old.has(hash));
  const rows = await readMovements(open.map(([, { movement }]) => movement));
  const standing = open.filter(([, { movement }]) => !rows.get(movement)?.reversed_by);
  const sold = uncorrected(
    standing.filter(([, { told }]) => told),
    rows,
  );
  return [...standing.filter(([, { told }]) => !told), ...sold];
};

/** Lines with the units that are still to be taken off their sales: corrections are of the lines that were told first. */
const uncorrected = (lines: readonly Line[], sales: ReadonlyMap<string, Movement>): Line[] => {
  const corrected = new Map<string, number>();
  return lines
    .toSorted(([, a], [, b]) => Date.parse(a.day) - Date.parse(b.day))
    .flatMap(([hash, line]): Line[] => {
      const { movement, product, units, ofLine, returned } = line;
      const sale = sales.get(movement);
      const place = placeOf(product, movement);
      // The units of a line that has returned some are without these.
      const before = corrected.get(place) ?? (sale ? takenOff(sale, product) : 0) - (returned * units) / ofLine;
      const own = Math.max(0, Math.min(units, before));
      corrected.set(place, before - own);
      return own < units ? [[hash, { ...line, units: units - own, sale: sale ? saleDay(sale) : line.day }]] : [];
    });
};

/** Lines of an import still to be put back, or to be corrected. */
export const onlyOpen = async ({ channel, put_back = [] }: ImportSummary, now: Date): Promise<PutBack[]> => {
  const open = new Map(channel ? await listCancelled(channel, {}, dayOf(now)) : []);
  return put_back.flatMap((one) => {
    const units = open.get(one._id)?.units;
    return units === undefined ? [] : { ...one, units };
  });
};

/** Notes that the units of a line are back on the shelf: they were not taken, and an order that wants them again gets them. */
export const finishCancelled = (channel: Channel, hash: string, now: Date): Promise<void> =>
  transactFresh(async () => {
    const items = await readCancelled(channel);
    const line = items.flatMap(({ [hash]: stored }) => stored ?? [])[0];
    if (!line || line.told) throw new Failure("RESOURCE_NOT_FOUND");
    return line.done ? [] : [...(await putBack(channel, line, dayOf(now))), setDone(channel, items, hash, now)];
  });

/** Writes what is planned on a fresh read, if anything, and plans again where a picklist of the channel came first. */
export const transactFresh = async (plan: () => Promise<Action[]>): Promise<void> => {
  const deadline = Date.now() + retryTime;
  for (let attempt = 0; ; attempt++) {
    const actions = await plan();
    if (actions.length === 0) return;
    try {
      return await transact(actions);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      if (Date.now() > deadline) throw new Failure("SERVICE_UNAVAILABLE").withCause(error);
      await backoff(attempt);
    }
  }
};

/** Milliseconds for which it is planned again: each attempt has lost a race to a picklist of the channel. */
const retryTime = 10_000;

/** What went back since the line was listed, by a correction or with another product of its combo, is not put back twice. */
const putBack = async (
  channel: Channel,
  { movement, key, ofLine, returned }: CancelledLine,
  today: string,
): Promise<Action[]> => {
  if (!key) return [];
  const picked = await readPicked(channel, [{ key, marks: [], knownBy: [], alikeBy: [] }], today);
  const records = picked.ofKey(key);
  const now = balanceOf(records);
  const units = Math.min(ofLine - Math.max(0, now.returned - returned), now.taken);
  if (units <= 0) return [];
  const pick = toPutBackPick({ movement, key, units, corrected: allCorrected(records) });
  return appendPick(channel, today, picked.progress, pick);
};
