// Parcels of returns that wait on this device: they are received, though the server does not know yet.
import type { Return, ReturnForm } from "#shared/return.ts";
import { unitsOf } from "#shared/return-units.ts";
import { sumBy } from "#shared/sum.ts";
import type { Pending } from "../../domain/pending.ts";
import { asideOf } from "../../lib/outbox/entry.ts";

const parcelsIn = (pending: readonly Pending[]): ReturnForm[] =>
  pending.flatMap((item) =>
    item.kind === "posting" && item.route === "POST /v1/returns" && !asideOf(item)
      ? (item.input.body as ReturnForm)
      : [],
  );

export const parcelsOf = (pending: readonly Pending[], id: string): ReturnForm[] =>
  parcelsIn(pending).filter((parcel) => parcel.return === id);

/** The returns without what waits. */
export const withWaiting = (rows: readonly Return[], pending: readonly Pending[]): readonly Return[] => {
  const parcels = Map.groupBy(parcelsIn(pending), (parcel) => parcel.return);
  if (parcels.size === 0) return rows;
  return rows.map((row) => ({
    ...row,
    awaited: Math.max(0, row.awaited - sumBy(parcels.get(row._id) ?? [], unitsOf)),
  }));
};
