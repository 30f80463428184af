// What a shipment comes to, and how that is said.
import { daysSince } from "#shared/day.ts";
import type { Shipment } from "#shared/shipment.ts";
import { type Item, outstanding } from "#shared/shipment-item.ts";
import { countText, numberText, today } from "../../lib/format.ts";

export type ShipmentItem = Shipment["items"][number];

const sum = (items: readonly ShipmentItem[], of: (item: ShipmentItem) => number): number =>
  items.reduce((units, item) => units + of(item), 0);

/** Units that are still to come. */
export const owedUnits = ({ received, items }: Shipment): number =>
  received ? 0 : sum(items, ({ product }) => product.in_transit);

const sentUnits = ({ items }: Shipment): number => sum(items, ({ quantity }) => quantity);

/** "170", and "165 of 170" when not all of them have come. */
export const unitsText = (shipment: Shipment): string => {
  const { received, items } = shipment;
  const sent = sentUnits(shipment);
  const came = sum(items, (item) => item.received);
  const whole = came === sent || (came === 0 && !received);
  return whole ? numberText(sent) : `${numberText(came)} of ${numberText(sent)}`;
};

/** The same as words: "165 of 170 units". */
export const unitsWords = (shipment: Shipment): string =>
  `${unitsText(shipment)} ${sentUnits(shipment) === 1 ? "unit" : "units"}`;

/** RECEIVED, IN-TRANSIT, or how late it is. */
export const statusOf = (shipment: Shipment): { text: string; late: boolean } => {
  if (shipment.received) return { text: "RECEIVED", late: false };
  const days = daysSince(shipment.expected_delivery, today());
  return { text: days > 0 ? `IN-TRANSIT, ${countText(days, "day")} late` : "IN-TRANSIT", late: days > 0 };
};

const far = 99_999_999;
const figuresOf = (day: string): number => Number(day.slice(0, 10).replaceAll("-", ""));

/** What is owed longest comes first, so the late ones do; what has been received last, the newest of it first. */
export const urgency = ({ received, expected_delivery }: Shipment): number =>
  received ? 2 * far - figuresOf(expected_delivery) : figuresOf(expected_delivery);

/** An item as the rules of shared/shipment know it; what is left of a deleted product is as good as closed short. */
const itemOf = ({ product, deleted, ...item }: ShipmentItem): Item => ({
  ...item,
  product: product._id,
  ...(deleted && { closed: item.quantity - item.received }),
});

export const itemsOf = ({ items }: Shipment): Item[] => items.map(itemOf);

export const owedOf = (item: ShipmentItem): number => outstanding(itemOf(item));

/** Units that have not come, of a deleted product too, which owes none. */
export const leftOf = (item: ShipmentItem): number => outstanding({ ...item, product: item.product._id });

/** Said of the line of a deleted product. */
export const deletedText = (item: ShipmentItem): string | undefined => {
  if (!item.deleted) return undefined;
  const left = leftOf(item);
  return left > 0 ? `product deleted, ${numberText(left)} will be closed short at the next receipt` : "product deleted";
};
