// The key figures of a product: stock, units in transit, rate, days of cover, and the day to order.
import { Fragment, type ReactNode } from "react";
import type { PlanProduct, PlanRow } from "#shared/plan.ts";
import { isAtOnce, isOut } from "#shared/plan-status.ts";
import { dashboardLabels, productLabels } from "#shared/product-fields.ts";
import { leadOf } from "#shared/projection.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { besideText } from "../../domain/not-for-picking.tsx";
import { distanceText, lateText, rateFigure } from "../../domain/plan-text.ts";
import { Term } from "../../domain/term.tsx";
import { countText, dayText, numberText } from "../../lib/format.ts";
import style from "./product.module.css";
import { byArrival } from "./product-text.ts";

interface Props {
  data: PlanProduct;
  day: string;
}

interface Figure {
  name: string;
  value: string;
  note: ReactNode;
  bad?: boolean;
}

export function Figures(props: Props) {
  const { warehouse } = useApplicationContext();
  return (
    <dl className={style.figures}>
      {figuresOf(props, warehouse.length).map(({ name, value, note, bad }) => (
        <div key={name} data-bad={bad || undefined}>
          <dt>
            {name === "Cover" && props.data.row.cover !== undefined ? (
              <Term what="cover" of={props.data.row}>
                {name}
              </Term>
            ) : (
              name
            )}
          </dt>
          <dd>
            <strong>{value}</strong> {note && <small>{typeof note === "string" ? <Parts text={note} /> : note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "3 days 10.0 · 7 days 11.6, rising": lines break between the parts first. */
const Parts = ({ text }: { text: string }) =>
  text.split(/(?<=[·,]) /).map((part) => (
    <Fragment key={part}>
      <span>{part}</span>{" "}
    </Fragment>
  ));

export const figuresOf = ({ data: { row, warehouses: held }, day }: Props, warehouses: number): Figure[] => {
  const filled = held.filter(({ quantity }) => quantity > 0).length;
  return [
    {
      name: productLabels.stock,
      value: numberText(row.stock),
      note: [
        warehouses > 0 && `${numberText(filled)} of ${countText(warehouses, "warehouse")}`,
        besideText(row.not_for_picking),
      ]
        .filter(Boolean)
        .join(" · "),
    },
    { name: dashboardLabels.in_transit, value: numberText(row.in_transit), note: <NextArrival row={row} /> },
    ...(row.on_order
      ? [{ name: "On order", value: numberText(row.on_order), note: <NextArrival row={row} ordered /> }]
      : []),
    { name: rateName(row), value: rateFigure(row.rate?.units), note: ratesText(row) },
    {
      name: "Cover",
      value: row.cover === undefined ? "–" : countText(row.cover, "day"),
      note: [
        (row.cover_with_transit ?? 0) > (row.cover ?? 0) &&
          `${numberText(row.cover_with_transit ?? 0)} with ${row.on_order ? "what is on its way" : "transit"}`,
        `lead ${leadOf(row)}`,
      ]
        .filter(Boolean)
        .join(" · "),
    },
    {
      name: row.stock === 0 && row.runs_out ? "Out since" : "Runs out",
      value: row.runs_out ? dayText(row.runs_out) : "–",
      note: runsOutText(row),
      bad: Boolean(row.runs_out) && (isOut(row.status) || row.status === "late"),
    },
    {
      name: "Order by",
      value: isAtOnce(row) ? "at once" : row.order_by ? dayText(row.order_by) : "–",
      note: row.order_by && !isAtOnce(row) ? distanceText(row.order_by) : "",
      bad: row.order_by !== undefined && row.order_by < day,
    },
  ];
};

/** With the days in stock, if they are fewer. */
const rateName = ({ rate }: PlanRow): string => {
  if (!rate) return "Rate";
  const { window, inStockDays } = rate;
  return `Rate ${inStockDays < window ? `${inStockDays} of ` : ""}${window} days`;
};

/** "3 days 10.0 · 7 days 11.6, rising". */
const ratesText = ({ rates: [three, seven], rate, trend }: PlanRow): string => {
  const parts = [three !== null && `3 days ${rateFigure(three)}`, seven !== null && `7 days ${rateFigure(seven)}`];
  const rates = parts.filter(Boolean).join(" · ");
  return [rates, trend, rate?.fewDays && "few days"].filter(Boolean).join(", ");
};

const runsOutText = ({ stock, runs_out, unsold }: PlanRow): string => {
  if (!runs_out) return "";
  const lost = stock === 0 && unsold ? `, about ${numberText(unsold)} not sold` : "";
  return distanceText(runs_out) + lost;
};

/** The next container, or the next order. */
function NextArrival({ row, ordered = false }: { row: PlanRow; ordered?: boolean }) {
  const [next] = row.arrivals.filter(({ on_order = false }) => on_order === ordered).sort(byArrival);
  if (!next) return null;
  const late = lateText(next.expected_delivery);
  if (late) return <em>{next.day ? late : `${late}, not counted`}</em>;
  return <Parts text={`${dayText(next.expected_delivery)}, ${distanceText(next.expected_delivery)}`} />;
}
