// Seeds the demo's returns: some that are expected, one of them lost by now, and three parcels that left nothing to sell, so that
// the stock stays what the history makes it. Two channels have their days for claims.
import { type UserRow, writeAll } from "#functions/lib/db/tables.ts";
import { receiveReturn } from "#functions/lib/returns/receive.ts";
import { putSettings, readSettings } from "#functions/lib/returns/settings.ts";
import { findReturns, writeReturn } from "#functions/lib/returns/store.ts";
import type { Channel } from "#shared/channel.ts";
import { addDays } from "#shared/day.ts";
import type { Condition } from "#shared/return-units.ts";

type Days = number;
/** `place`: index into the catalogue. */
type Coming = [channel: Channel, place: number, units: number, advised: Days, found?: Condition, received?: Days];

const coming: Coming[] = [
  ["flipkart", 0, 1, 2],
  ["flipkart", 3, 2, 4],
  ["amazon", 5, 1, 1],
  ["flipkart", 8, 1, 41],
  ["flipkart", 2, 1, 9, "damaged", 1],
  ["amazon", 1, 1, 33, "wrong", 28],
  ["amazon", 4, 2, 12, "missing", 3],
];

const days = {
  amazon: { claim_days: 30, lost_after: 30, lost_claim_days: 60 },
  flipkart: { claim_days: 15, lost_after: 30, lost_claim_days: 45 },
};

/** Makes each once; `goods` are the product ids in the order of the catalogue. */
export const seedReturns = async (goods: string[], warehouse: string, user: UserRow, today: string): Promise<void> => {
  if ((await readSettings()).version === 0) await writeAll([putSettings({ channels: days, version: 0 })]);
  for (const [at, [channel, place, units, ago, found, received = 0]] of coming.entries()) {
    const order = channel === "amazon" ? `406-100000${at}-000000${at}` : `OD43000000000000010${at}`;
    const advised_on = addDays(today, -ago);
    const now = new Date(`${advised_on}T06:00:00.000Z`);
    const numbers = { order, reference: `11000000010${at}` };
    const [row] = await findReturns(channel, [{ numbers, codes: [`SKU-${place}`] }], now, true);
    if (!row) continue;
    const told = { product: goods[place] ?? "", advised: units, advised_on, kind: "customer" } as const;
    if (row.version === 0) await writeAll([writeReturn({ ...row, ...told }, now)]);
    if (!found) continue;
    const came = new Date(`${addDays(today, -received)}T09:00:00.000Z`);
    const form = { return: row._id, warehouse, [found]: units };
    await receiveReturn({ user, key: `demo-return-${at}`, now: came }, form);
  }
};
