// What the ledger comes to: stock rows, and what days record of sales that were told later or returned. Postings write both as they
// go; from this they are made again.
import { type Movement, type NetUntil, placeOf } from "#shared/movement.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { saleDay, soldBy } from "#shared/sale-day.ts";
import { applyLines, type Balances, type HeldUnits } from "../days/held-units.ts";
import type { DayRecord } from "./day-records.ts";
import { returnedFrom } from "./entries.ts";
import { reliedOn } from "./net-until.ts";

export interface Derived {
  held: Balances;
  /** By product: units by `day#channel`, from a day on. */
  sold: Map<string, HeldUnits>;
  /** By place. */
  nets: Map<string, NetUntil>;
  records: DayRecord[];
}

/** From all entries, in any order. */
export const derive = async (pages: AsyncIterable<Movement[]>, firstRecent: string): Promise<Derived> => {
  const held: Balances = new Map();
  const sold = new Map<string, HeldUnits>();
  const heads = new Map<string, Movement>();
  for await (const page of pages)
    for (const entry of page) {
      applyLines(held, entry.lines);
      const day = saleDay(entry);
      if (entry.channel && day >= firstRecent)
        for (const [product, , delta] of linesLeft(entry))
          applyLines(sold, [[product, `${day}#${entry.channel}`, -delta]]);
      // The lines of a year are 70 MB at the largest size.
      heads.set(entry._id, entry.sale_only ? entry : { ...entry, lines: [], now: [] });
    }
  return { held, sold, nets: netsOf(heads), records: recordsOf(heads) };
};

const recordsOf = (entries: ReadonlyMap<string, Movement>): DayRecord[] =>
  [...entries.values()].flatMap((entry): DayRecord[] => {
    const { _id, reverses, sold_on } = entry;
    const sale = entries.get(returnedFrom(entry) ?? "");
    const id = reverses && sale && !sale.corrections ? sale._id : _id;
    return [
      ...(sold_on ? [{ day: sold_on, id: _id, set: "late" as const }] : []),
      ...(sale?.channel ? [{ day: saleDay(sale), id, set: "undone" as const }] : []),
    ];
  });

/** Until when places are net of sales: as those that set them, were reversed, or counted by them have left it. */
const netsOf = (entries: ReadonlyMap<string, Movement>): Map<string, NetUntil> => {
  const nets = new Map<string, NetUntil>();
  const reversed = new Set<string>();
  const before = (place: string, { replaced = {} }: Movement): NetUntil => {
    const net = replaced[place] ?? { at: "", by: "" };
    const below = reversed.has(net.by) && entries.get(net.by);
    return below ? before(place, below) : net;
  };
  for (const entry of [...entries.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))) {
    const { _id, reverses = "", replaced = {}, nets: set = {}, takes_back = "", created_at } = entry;
    for (const place of Object.keys(replaced)) nets.set(place, { at: set[place] ?? created_at, by: _id });
    const original = entries.get(reverses);
    for (const place of Object.keys(original?.replaced ?? {})) {
      const net = nets.get(place);
      if (original && net?.by === reverses) nets.set(place, reliedOn(before(place, original), net.relied ?? ""));
    }
    reversed.add(reverses);
    const posted = entry.sale_only && entries.get(takes_back);
    const sale = posted && (entries.get(returnedFrom(posted) ?? "") ?? posted);
    for (const [product, warehouse] of sale ? entry.lines : []) {
      const place = placeOf(product, warehouse);
      const net = nets.get(place);
      if (sale && net) nets.set(place, reliedOn(net, soldBy(sale)));
    }
  }
  return nets;
};
