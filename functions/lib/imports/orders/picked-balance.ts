// How many units of an order are out after all that was picked of it, put back and corrected.
import type { PickedRecord } from "./picked-lines.ts";

export interface Balance {
  /** Units that are out. */
  taken: number;
  /** Units that went back and were not taken again. */
  back: number;
  /** All that ever went back. */
  returned: number;
}

/**
 * Adds up the records of a key, in their order. What was picked more than 30 days ago is forgotten before what was put back
 * of it, so never more goes back than is known to be out.
 */
export const balanceOf = (records: readonly PickedRecord[]): Balance => {
  const corrected = onlyCorrected(records);
  let [taken, back, returned] = [0, 0, 0];
  for (const [at, { units }] of records.entries()) {
    taken += Math.max(0, units);
    back = Math.max(0, back - Math.max(0, units));
    const less = Math.min(taken, Math.max(0, -units) + (corrected[at] ?? 0));
    taken -= less;
    back += less;
    returned += less;
  }
  return { taken, back, returned };
};

/** Units that corrections have taken back of the picklists in all. */
export const allCorrected = (records: readonly PickedRecord[]): number =>
  records.reduce((sum, { units, corrected }) => (units < 0 ? sum : sum + corrected), 0);

/**
 * Units of each record that a correction alone has taken back. A correction after Done, of a picklist from before that Done, may
 * be how the same units went back into stock: these count once.
 */
const onlyCorrected = (records: readonly PickedRecord[]): number[] => {
  const units = records.map((record) => (record.units < 0 ? 0 : record.corrected));
  let open = 0;
  for (const [at, done] of records.entries()) {
    if (done.units >= 0) continue;
    // Corrections until the next Done, of any picklist, and those of picklists from before this one.
    const next = records.slice(at + 1).find((record) => record.units < 0)?.corrected ?? allCorrected(records);
    const before = allCorrected(records.slice(0, at));
    open -= done.units;
    let same = Math.max(0, Math.min(open, next - done.corrected, before - done.corrected));
    open -= same;
    for (let of = at - 1; of >= 0; of--) {
      const less = Math.min(same, units[of] ?? 0);
      units[of] = (units[of] ?? 0) - less;
      same -= less;
    }
  }
  return units;
};
