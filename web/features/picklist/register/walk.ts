// Waiting orders that are picked together, as one picklist, whose places say how many units are of which order.
import { channelLabel } from "#shared/channel.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { Picklist, PicklistItem } from "#shared/picklist.ts";
import { numberText } from "../../../lib/format.ts";
import { itemsLeft } from "../picklist-draft.ts";

/** A picklist, or a walk `of` these orders. */
export type Walk = Picklist & { of?: readonly Picklist[] };

/** Cancelled orders are not on it. */
export const walkOf = (_id: string, orders: readonly Picklist[]): Walk | undefined => {
  const of = orders.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  const left = of.filter(({ reversed_by }) => !reversed_by);
  const [first = of[0]] = left;
  if (!first) return undefined;
  const { channel, user, created_at, reversed_by } = first;
  const corrected_at = left
    .flatMap((one) => one.corrected_at ?? [])
    .sort()
    .at(-1);
  return {
    ...{ _id, number: movementNumber(_id), channel, user, created_at, of },
    ...(reversed_by && { reversed_by }),
    data: merged(left.map(({ data }) => data)),
    ...(corrected_at && { corrected_at, now: merged(left.map(itemsLeft)) }),
  };
};

const merged = (lists: readonly (readonly PicklistItem[])[]): PicklistItem[] =>
  [...Map.groupBy(lists.flat(), ({ product }) => product._id).values()].flatMap((same) => {
    const parts = same.flatMap(({ breakdown }) => breakdown);
    const breakdown = [...Map.groupBy(parts, ({ warehouse }) => warehouse._id).values()].flatMap((own) =>
      own[0] ? [{ warehouse: own[0].warehouse, quantity: own.reduce((sum, { quantity }) => sum + quantity, 0) }] : [],
    );
    const quantity = breakdown.reduce((sum, part) => sum + part.quantity, 0);
    return same[0] ? [{ product: same[0].product, quantity, breakdown }] : [];
  });

/** "1001 × 2, 1002 × 1": what of a place is of which order. */
export const splitOf = (orders: readonly Picklist[] = [], product: string, warehouse: string): string =>
  orders
    .flatMap((one) => {
      const items = one.reversed_by ? [] : itemsLeft(one).filter((item) => item.product._id === product);
      const parts = items.flatMap(({ breakdown }) => breakdown.filter((part) => part.warehouse._id === warehouse));
      const units = parts.reduce((sum, { quantity }) => sum + quantity, 0);
      return units > 0 ? `${one.order ?? one.number} × ${numberText(units)}` : [];
    })
    .join(", ");

/** The channels of picklists. */
export const channelsText = (picklists: readonly Pick<Picklist, "channel">[]): string =>
  [...new Set(picklists.map(({ channel }) => channelLabel(channel)))].join(", ");
