// The products of a container under its row: units sent, received with a bar, and outstanding. Loaded after the list.
import type { ReactNode } from "react";
import type { Shipment } from "#shared/shipment.ts";
import { BaseName, CodeLine, ProductLink } from "../../domain/product-name.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { Image } from "../../ui/image.tsx";
import style from "./shipment-items.module.css";
import { deletedText, outstandingUnits, receivedUnits, type ShipmentItem, sentUnits } from "./shipment-text.ts";

/** Roles of a table: its rows are laid out as grids, and on phones in two lines. */
const as = (role: string, label?: string) => ({ role, "aria-label": label });

export function ShipmentItems({ shipment }: { shipment: Shipment }) {
  const { container, closed_short, items, received } = shipment;
  const onPhone = usePhone();
  return (
    <div className={style.wide}>
      {closed_short && <p>Closed short: {closed_short}</p>}
      <div {...as("table", `Products in ${container}`)}>
        <div className={style.row} data-sr-only={onPhone || undefined} {...as("row")}>
          {["Product", "Sent", "Received", "Outstanding"].map((head) => (
            <span key={head} {...as("columnheader")}>
              {head}
            </span>
          ))}
        </div>
        {items.map((item) => (
          <Row
            key={item.product._id}
            sent={item.quantity}
            received={item.received}
            outstanding={received ? 0 : item.product.in_transit}
          >
            <Image src={item.product.image} />
            <span>
              <ProductLink id={item.product._id} off={item.deleted === true}>
                <BaseName name={item.product.name} />
              </ProductLink>
              <CodeLine {...item.product} note={noteOf(item, received)} />
            </span>
          </Row>
        ))}
        {items.length > 1 && (
          <Row sent={sentUnits(shipment)} received={receivedUnits(shipment)} outstanding={outstandingUnits(shipment)}>
            {countText(items.length, "product")}
          </Row>
        )}
      </div>
    </div>
  );
}

interface RowProps {
  children: ReactNode;
  sent: number;
  received: number;
  outstanding: number;
}

function Row({ children, sent, received, outstanding }: RowProps) {
  const onPhone = usePhone();
  const share = sent > 0 ? Math.min(1, received / sent) : 0;
  // Labels for phones, where the head is not visible.
  const named = (head: string) => onPhone && <small aria-hidden="true">{head} </small>;
  return (
    <div className={style.row} {...as("row")}>
      <span {...as("rowheader")}>{children}</span>
      <span {...as("cell")}>
        {named("Sent")}
        {numberText(sent)}
      </span>
      <span {...as("cell")}>
        {named("Received")}
        {numberText(received)}
        <span className={style.bar} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      </span>
      <span {...as("cell")}>
        {named("Outstanding")}
        <b>{numberText(outstanding)}</b>
      </span>
    </div>
  );
}

/** Whose units it has, and what will not come of them. */
const noteOf = (item: ShipmentItem, done: boolean): string | undefined => {
  const { closed = 0, from = [] } = item;
  const short = closed > 0 ? `${numberText(closed)} closed short` : !done && deletedText(item);
  return (
    [...from.map(([order, units]) => `${numberText(units)} of ${order}`), short].filter(Boolean).join(", ") || undefined
  );
};
