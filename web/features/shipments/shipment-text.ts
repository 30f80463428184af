// The quantities of a shipment, and the texts that show them.
import type { Shipment } from "#shared/shipment.ts";
import { type Item, outstanding } from "#shared/shipment-item.ts";
import { sumBy } from "#shared/sum.ts";
import { lateText } from "../../domain/plan-text.ts";
import { numberText } from "../../lib/format.ts";

export type ShipmentItem = Shipment["items"][number];

export const outstandingUnits = ({ received, items }: Shipment): number =>
  received ? 0 : sumBy(items, ({ product }) => product.in_transit);

export const sentUnits = ({ items }: Shipment): number => sumBy(items, ({ quantity }) => quantity);

export const receivedUnits = ({ items }: Shipment): number => sumBy(items, ({ received }) => received);

/** "170", or "165 of 170" when fewer or more were received. */
export const unitsText = (shipment: Shipment): string => {
  const [sent, received] = [sentUnits(shipment), receivedUnits(shipment)];
  const isWhole = received === sent || (received === 0 && !shipment.received);
  return isWhole ? numberText(sent) : `${numberText(received)} of ${numberText(sent)}`;
};

/** "165 of 170 units". */
export const unitsWords = (shipment: Shipment): string =>
  `${unitsText(shipment)} ${sentUnits(shipment) === 1 ? "unit" : "units"}`;

/** RECEIVED, IN-TRANSIT, or how late it is. */
export const statusOf = (shipment: Shipment): { text: string; late: boolean } => {
  if (shipment.received) return { text: "RECEIVED", late: false };
  const late = lateText(shipment.expected_delivery);
  return { text: late ? `IN-TRANSIT, ${late}` : "IN-TRANSIT", late: late !== "" };
};

const lastDay = 99_999_999;
const dayNumber = (day: string): number => Number(day.slice(0, 10).replaceAll("-", ""));

/** Sorts open shipments by day, so late ones come first; received ones come last, the newest of them first. */
export const urgency = ({ received, expected_delivery }: Shipment): number =>
  received ? 2 * lastDay - dayNumber(expected_delivery) : dayNumber(expected_delivery);

/** An item as the rules of shared/shipment-item know it. The rest of a deleted product counts as closed short. */
const itemOf = ({ product, deleted, ...item }: ShipmentItem): Item => ({
  ...item,
  product: product._id,
  ...(deleted && { closed: item.quantity - item.received }),
});

export const itemsOf = ({ items }: Shipment): Item[] => items.map(itemOf);

export const outstandingOf = (item: ShipmentItem): number => outstanding(itemOf(item));

/** Units neither received nor closed short; of a deleted product too, although none of them is outstanding. */
export const unreceivedOf = (item: ShipmentItem): number => outstanding({ ...item, product: item.product._id });

export const deletedText = (item: ShipmentItem): string | undefined => {
  if (!item.deleted) return undefined;
  const left = unreceivedOf(item);
  return left > 0 ? `product deleted, ${numberText(left)} will be closed short at the next receipt` : "product deleted";
};
