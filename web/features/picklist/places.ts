// The places of a picklist, which are picked one by one: the units of a product in one warehouse. Pure.
import type { Picked, Picklist, PicklistItem } from "#shared/picklist.ts";
import type { UserTag } from "#shared/user.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import type { Tick } from "../../domain/picks/picks.ts";

export interface Place {
  /** Also a tick's. */
  _id: string;
  product: PicklistItem["product"];
  warehouse: WarehouseTag;
  quantity: number;
  /** Undefined while it is to be picked. */
  picked: { user: Pick<UserTag, "_id" | "name">; at: number; waits: boolean } | undefined;
}

export interface PlaceGroup {
  warehouse: WarehouseTag;
  places: Place[];
}

const idOf = (product: string, warehouse: string): string => `${product}-${warehouse}`;

/** What the server has, with the ticks of this device on top. */
export const placesOf = (
  data: Picklist["data"],
  picked: Picked | undefined,
  ticks: readonly Tick[],
  user: Pick<UserTag, "_id" | "name">,
): Place[] => {
  const known = new Map<string, Place["picked"]>(
    picked?.places.map((one) => [
      idOf(one.product, one.warehouse),
      { user: one.user, at: Date.parse(one.at), waits: false },
    ]),
  );
  for (const tick of ticks)
    known.set(idOf(tick.product, tick.warehouse), tick.picked ? { user, at: tick.at, waits: true } : undefined);
  return data.flatMap(({ product, breakdown }) =>
    breakdown.map(({ warehouse, quantity }) => {
      const _id = idOf(product._id, warehouse._id);
      return { _id, product, warehouse, quantity, picked: known.get(_id) };
    }),
  );
};

/** This device's warehouse first, then by W.ID; in the order of the picklist. */
export const byWarehouse = (places: readonly Place[], device: string): PlaceGroup[] => {
  const groups = Map.groupBy(places, ({ warehouse }) => warehouse._id);
  const isHere = ({ _id }: WarehouseTag) => _id === device;
  return [...groups.values()]
    .flatMap((own) => (own[0] ? [{ warehouse: own[0].warehouse, places: own }] : []))
    .sort(({ warehouse: a }, { warehouse: b }) => Number(isHere(b)) - Number(isHere(a)) || (a.w_id < b.w_id ? -1 : 1));
};

export const isPicked = ({ picked }: Place): boolean => picked !== undefined;

export const unitsOf = (places: readonly Place[]): number => places.reduce((sum, { quantity }) => sum + quantity, 0);
