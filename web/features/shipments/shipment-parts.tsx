// Parts of a shipment's row: its status, and its products with units in transit or received.
import { ClockAlert } from "lucide-react";
import type { Shipment } from "#shared/shipment.ts";
import { numberText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { ExpandedList } from "../../ui/table/expanded-row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { deletedText, type ShipmentItem, statusOf } from "./shipment-text.ts";

/** RECEIVED, IN-TRANSIT, or how late it is. */
export function ShipmentTag({ shipment }: { shipment: Shipment }) {
  const { text, late } = statusOf(shipment);
  if (late)
    return (
      <Tag tone="warn" icon={ClockAlert}>
        {text}
      </Tag>
    );
  return <Tag tone={shipment.received ? "ok" : "info"}>{text}</Tag>;
}

/** What the number beside it does not show. */
const progressOf = ({ quantity, received, closed = 0 }: ShipmentItem, done: boolean): string | false => {
  const of = numberText(quantity);
  if (closed > 0) return `${numberText(closed)} of ${of} closed short`;
  if (done) return received !== quantity && `${of} sent`;
  return received > 0 && `${numberText(received)} of ${of} received`;
};

export function ShipmentItems({ shipment }: { shipment: Shipment }) {
  const { container, received, closed_short, items } = shipment;
  return (
    <ExpandedList
      label={`Products in ${container}`}
      remark={closed_short && `Closed short: ${closed_short}`}
      items={items.map((item) => ({
        key: item.product._id,
        image: <Image src={item.product.image} />,
        title: <span title={item.product.name}>{item.product.name}</span>,
        note: [item.product.p_id, progressOf(item, received), !received && deletedText(item)]
          .filter(Boolean)
          .join(" · "),
        number: (
          <>
            {numberText(item.product.in_transit)}
            <small>{received ? "received" : "in transit"}</small>
          </>
        ),
      }))}
    />
  );
}
