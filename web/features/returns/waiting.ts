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

export const waitingFor = (pending: readonly Pending[], row: { _id: string } | undefined): ReturnForm[] =>
  parcelsIn(pending).filter((parcel) => row !== undefined && parcel.return === row._id);

/** The returns without what waits. */
export const withWaiting = (rows: readonly Return[], pending: readonly Pending[]): readonly Return[] => {
  const waiting = Map.groupBy(parcelsIn(pending), (parcel) => parcel.return);
  if (waiting.size === 0) return rows;
  return rows.map((row) => {
    const units = sumBy(waiting.get(row._id) ?? [], unitsOf);
    return units > 0 ? { ...row, awaited: Math.max(0, row.awaited - units) } : row;
  });
};
