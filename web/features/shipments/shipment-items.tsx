// What a shipment holds, product by product: what is in transit, or what came.
import type { Shipment } from "#shared/shipment.ts";
import { numberText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { ExpandedList } from "../../ui/table/expanded-row.tsx";
import { deletedText, type ShipmentItem } from "./shipment-text.ts";

/** What else is known of it than the number beside it. */
const progressOf = ({ quantity, received, closed = 0 }: ShipmentItem, done: boolean): string | false => {
  const of = numberText(quantity);
  if (closed > 0) return `${numberText(closed)} of ${of} closed short`;
  if (done) return received !== quantity && `${of} sent`;
  return received > 0 && `${numberText(received)} of ${of} received`;
};

export function ShipmentItems({ of: { container, received, closed_short, items } }: { of: Shipment }) {
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
