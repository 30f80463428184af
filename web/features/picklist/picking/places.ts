// The places of a picklist, the units of a product in one warehouse, and which of them are picked. Ticks of this device
// show at once, those of other devices whenever the list is read again.
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import type { Picked, PicklistItem } from "#shared/picklist.ts";
import type { UserTag } from "#shared/user.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { pickedAnswers, type Tick, type Ticked, useOwnTicks, waitingTicks } from "../../../domain/picks/picks.ts";
import { byShelf, type ShelfOf } from "../../../domain/shelf.ts";
import { address } from "../../../lib/api/address.ts";
import { keepAnswer } from "../../../lib/api/offline-cache.ts";
import { session } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import type { QueryState } from "../../../lib/query-state.ts";
import { itemsLeft } from "../picklist-draft.ts";
import { splitOf, type Walk } from "../register/walk.ts";

/** A tick of this device that the server does not have yet. */
export type ShownTick = Ticked & { made_at: number };

export interface Place {
  /** Equals the `_id` of its tick. */
  _id: string;
  product: PicklistItem["product"];
  warehouse: WarehouseTag;
  quantity: number;
  shelf: string;
  /** Units that were picked before a correction, and are not taken any more. */
  putBack: number;
  /** Of a walk: what of it is of which order. */
  split: string;
  /** Undefined while it is to be picked. */
  picked: { user: Pick<UserTag, "_id" | "name">; at: number; waits: boolean } | undefined;
}

const idOf = (product: string, warehouse: string): string => `${product}-${warehouse}`;

/** The server's places, overridden by the ticks of this device; one of which nothing is left only if it was picked. */
export const placesOf = (
  picklist: Walk,
  picked: Picked | undefined,
  ticks: readonly ShownTick[],
  user: Pick<UserTag, "_id" | "name">,
  shelfOf: ShelfOf,
): Place[] => {
  const known = new Map<string, Place["picked"]>(
    picked?.places.map((one) => [
      idOf(one.product, one.warehouse),
      { user: one.user, at: Date.parse(one.at), waits: false },
    ]),
  );
  for (const tick of ticks)
    known.set(idOf(tick.product, tick.warehouse), tick.picked ? { user, at: tick.made_at, waits: true } : undefined);
  const [before, left] = [unitsByPlace(picklist.data), unitsByPlace(itemsLeft(picklist))];
  const { corrected_at } = picklist;
  return [...new Map([...before, ...left])].flatMap(([_id, { product, warehouse }]) => {
    const ofPlace = known.get(_id);
    const quantity = left.get(_id)?.quantity ?? 0;
    const isBefore = ofPlace && corrected_at !== undefined && ofPlace.at < Date.parse(corrected_at);
    const putBack = isBefore ? Math.max(0, (before.get(_id)?.quantity ?? 0) - quantity) : 0;
    const shelf = shelfOf(product._id, warehouse._id);
    const split = splitOf(picklist.of, product._id, warehouse._id);
    const place = { _id, product, warehouse, quantity, shelf, split, putBack, picked: ofPlace };
    return quantity > 0 || putBack > 0 ? place : [];
  });
};

const unitsByPlace = (items: readonly PicklistItem[]): Map<string, Pick<Place, "product" | "warehouse" | "quantity">> =>
  new Map(
    items.flatMap(({ product, breakdown }) =>
      breakdown.map((part) => [idOf(product._id, part.warehouse._id), { product, ...part }] as const),
    ),
  );

/** This device's warehouse first, then by W.ID; in the order of its shelves, and then of the picklist. */
export const byWarehouse = (places: readonly Place[], device: string) => {
  const groups = Map.groupBy(places, ({ warehouse }) => warehouse._id);
  const isOwn = ({ _id }: WarehouseTag) => _id === device;
  return [...groups.values()]
    .flatMap((own) => (own[0] ? [{ warehouse: own[0].warehouse, places: byShelf(own, ({ shelf }) => shelf) }] : []))
    .sort(({ warehouse: a }, { warehouse: b }) => Number(isOwn(b)) - Number(isOwn(a)) || (a.w_id < b.w_id ? -1 : 1));
};

export const isPicked = ({ picked }: Place): boolean => picked !== undefined;

export const unitsOf = (places: readonly Place[]): number => places.reduce((sum, { quantity }) => sum + quantity, 0);

const route = "GET /v1/picklists/{id}/picked";

/** Milliseconds until the ticks of other devices are read again. */
const readInterval = 10_000;

/** The picked places of a picklist, by this and other devices. */
export function usePicked(id: string): { query: QueryState<Picked>; ticks: readonly Tick[] } {
  const query = useData(route, { path: { id } }, { every: readInterval });
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      pickedAnswers.subscribe((answer) => {
        if (answer._id !== id) return;
        const read = address(route, { path: { id } });
        // Before its ticks are removed from this device; also for a reload without a network.
        void mutate(read, answer, { revalidate: false });
        keepAnswer(session().token, read, [JSON.stringify(answer)]);
      }),
    [id, mutate],
  );
  return { query, ticks: waitingTicks(useOwnTicks(), id) };
}
