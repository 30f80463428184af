// Seeds the demo's returns: some that are expected, one of them lost by now, and three parcels that left nothing to sell, so that
// the stock stays what the history makes it. Two channels have their days for claims.
import { returns, type UserRow, writeAll } from "#functions/lib/db/tables.ts";
import { receiveReturn } from "#functions/lib/returns/receive.ts";
import { putSettings, readSettings } from "#functions/lib/returns/settings.ts";
import { newReturn, writeReturn } from "#functions/lib/returns/store.ts";
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Condition } from "#shared/return-units.ts";

interface Coming {
  channel: Channel;
  order: string;
  reference: string;
  /** Index into the catalogue. */
  place: number;
  units: number;
  /** Days ago. */
  advised: number;
  found?: { condition: Condition; ago: number };
}

const coming: Coming[] = [
  { channel: "flipkart", order: "OD430000000000000101", reference: "110000000101", place: 0, units: 1, advised: 2 },
  { channel: "flipkart", order: "OD430000000000000102", reference: "110000000102", place: 3, units: 2, advised: 4 },
  { channel: "amazon", order: "406-1000001-0000001", reference: "DkQ1ab2cRRMA", place: 5, units: 1, advised: 1 },
  { channel: "flipkart", order: "OD430000000000000103", reference: "110000000103", place: 8, units: 1, advised: 41 },
  {
    ...{
      channel: "flipkart",
      order: "OD430000000000000104",
      reference: "110000000104",
      place: 2,
      units: 1,
      advised: 9,
    },
    found: { condition: "damaged", ago: 1 },
  },
  {
    ...{ channel: "amazon", order: "406-1000002-0000002", reference: "DkQ3cd4eRRMA", place: 1, units: 1, advised: 33 },
    found: { condition: "wrong", ago: 28 },
  },
  {
    ...{ channel: "amazon", order: "406-1000003-0000003", reference: "DkQ5ef6gRRMA", place: 4, units: 2, advised: 12 },
    found: { condition: "missing", ago: 3 },
  },
];

const days = {
  amazon: { claim_days: 30, lost_after: 30, lost_claim_days: 60 },
  flipkart: { claim_days: 15, lost_after: 30, lost_claim_days: 45 },
};

/** Makes each once; `goods` are the product ids in the order of the catalogue. */
export const seedReturns = async (goods: string[], warehouse: string, user: UserRow, today: string): Promise<void> => {
  if ((await readSettings()).version === 0) await writeAll([putSettings({ channels: days, version: 0 })]);
  for (const { channel, order, reference, place, units, advised, found } of coming) {
    const now = new Date(`${addDays(today, -advised)}T06:00:00.000Z`);
    const row = newReturn(channel, { order, reference }, { code: `SKU-${place}`, own: "", now });
    const told = {
      product: goods[place] ?? "",
      advised: units,
      advised_on: addDays(today, -advised),
      kind: "customer",
    } as const;
    if (!(await returns.find(row._id))) await writeAll([writeReturn({ ...row, ...told }, now)]);
    if (!found) continue;
    const at = new Date(`${addDays(today, -found.ago)}T09:00:00.000Z`);
    const form = { return: row._id, warehouse, [found.condition]: units };
    await receiveReturn({ user, key: `demo-return-${reference}`, now: at }, form);
  }
};
