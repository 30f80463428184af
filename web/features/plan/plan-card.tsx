// A row of the plan on a phone: a card.
import type { PlanRow } from "#shared/plan.ts";
import { isAtOnce } from "#shared/plan-status.ts";
import { productLabels } from "#shared/product-fields.ts";
import { useOrderLine } from "../../domain/order-draft.ts";
import { rateFigure } from "../../domain/plan-text.ts";
import { ProductLines } from "../../domain/product-name.tsx";
import { dateText, dayText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { ChoiceBox } from "../../ui/table/choice.tsx";
import style from "./plan.module.css";
import {
  Cover,
  coloured,
  Days,
  Figure,
  InTransit,
  MoreButton,
  Quantity,
  Status,
  Stock,
  WakeButton,
} from "./plan-cells.tsx";
import { orderTone, runsOutText, shortDay } from "./plan-text.ts";

const orderText = (row: PlanRow): string => {
  if (isAtOnce(row)) return "Order at once";
  return row.order_by ? `Order by ${shortDay(row.order_by)}` : "No order due";
};

export function PlanCard({ row, target }: { row: PlanRow; target: number }) {
  const chosen = useOrderLine(row._id)?.chosen;
  return (
    <span className={style.card} data-chosen={(chosen && !row.snooze) || undefined}>
      <span className={style.head}>
        <Image src={row.image} />
        <ProductLines {...row} note={<Status row={row} />} />
        {row.snooze ? (
          <WakeButton row={row} />
        ) : (
          <span className={style.edge}>
            <ChoiceBox row={row} name={row.name} />
            <MoreButton row={row} />
          </span>
        )}
      </span>
      {row.snooze ? (
        <small>
          until {dayText(row.snooze.until)}, {row.snooze.user.name} on {dateText(row.snooze.at)}: {row.snooze.reason}
        </small>
      ) : (
        <>
          <span className={style.facts}>
            <span>
              <small>{productLabels.stock}</small>
              <Stock row={row} />
            </span>
            <span>
              <small>{productLabels.in_transit}</small>
              <InTransit row={row} />
            </span>
            <Figure row={row} what="rate">
              <small>{rateFigure(row.rate?.units)} a day</small>
              <Days row={row} width={80} />
            </Figure>
          </span>
          <Cover row={row} target={target} inline />
          <span className={`${style.facts} ${style.decision}`}>
            <span>
              <Figure row={row} what="order-by">
                <b style={coloured(orderTone(row))}>{orderText(row)}</b>
              </Figure>
              <Figure row={row} what="runs-out">
                <small>{runsOutText(row)}</small>
              </Figure>
            </span>
            <Quantity row={row} />
          </span>
        </>
      )}
    </span>
  );
}
