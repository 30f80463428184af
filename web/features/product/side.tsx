// The cards beside the charts: units in each warehouse, in each container on its way, and the sum behind the order.
import { ListPlus, MapPin, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { shelfName } from "#shared/channel.ts";
import { leadTimeOffered } from "#shared/lateness.ts";
import type { PlanProduct, PlanRow } from "#shared/plan.ts";
import { dashboardLabels, leadTimes } from "#shared/product-fields.ts";
import { leadOf, orderSum, supplyOf } from "#shared/projection.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { movePath, moveText } from "../../domain/moves.ts";
import { notForPicking } from "../../domain/not-for-picking.tsx";
import { chooseLines, useOrderLine } from "../../domain/order-draft.ts";
import { OrderStepper } from "../../domain/order-stepper.tsx";
import { lateText, rateFor } from "../../domain/plan-text.ts";
import { orderPath } from "../../domain/purchase-orders.ts";
import { ReturnRates } from "../../domain/return-rates.tsx";
import { useShelves } from "../../domain/shelf.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/page/page.tsx";
import { Tag } from "../../ui/tag.tsx";
import style from "./product.module.css";
import { byArrival } from "./product-text.ts";

const ShelvesDialog = lazyComponent(() => import("./shelves-dialog.tsx"), "ShelvesDialog");

interface Props {
  data: PlanProduct;
  day: string;
  /** Days that an order should last. */
  target: number;
  /** Shows warehouses without units too. */
  whole?: boolean;
}

export function Side({ data, day, target, whole = false }: Props) {
  return (
    <div className={style.side}>
      <StockCard data={data} whole={whole} />
      {data.row.arrivals.length > 0 && <TransitCard row={data.row} />}
      <PlanCard row={data.row} day={day} target={target} linked={whole} />
      {whole && <ReturnsCard product={data.row._id} />}
    </div>
  );
}

/** Its answer is made of 90 days of all sales, so only for who asks. */
function ReturnsCard({ product }: { product: string }) {
  const [isShown, show] = useState(false);
  return (
    <Card title="Returns">
      {isShown ? <ReturnRates product={product} /> : <Button onClick={() => show(true)}>Show 30 and 90 days</Button>}
    </Card>
  );
}

/** Each warehouse leads to Update Stock with this product. */
function StockCard({ data: { row, warehouses: held }, whole }: Pick<Props, "data"> & { whole: boolean }) {
  const { warehouse } = useApplicationContext();
  const shelfOf = useShelves();
  const [editing, setEditing] = useState(false);
  const { move } = row;
  const units = new Map(held.map((one) => [one.warehouse, one]));
  const largest = Math.max(1, ...held.map(({ quantity }) => quantity));
  const shown = warehouse.filter(({ _id }) => whole || units.get(_id)?.quantity);
  return (
    <Card
      title="Stock"
      aside={
        <>
          <span>{countText(row.stock + (row.not_for_picking ?? 0), "unit")}</span>
          <Button icon={MapPin} onClick={() => setEditing(true)}>
            Shelves
          </Button>
        </>
      }
      flush
    >
      {editing && <ShelvesDialog id={row._id} name={row.name} onClose={() => setEditing(false)} />}
      <ul className={style.lines}>
        {shown.map((one) => {
          const { quantity = 0, beyond } = units.get(one._id) ?? {};
          const of = shelfOf(row._id, one._id);
          const shelf = of && `shelf ${of}`;
          return (
            <li key={one._id}>
              <Link
                to={`/inventory?${new URLSearchParams({ do: "update", id: `${row._id}-${one._id}` })}`}
                aria-label={`${[one.name, one.w_id, shelf].filter(Boolean).join(" ")}: update stock`}
                title="Update stock"
              >
                {one.name} <small>{one.w_id}</small> {shelf && <small>{shelf}</small>}{" "}
                {one.sells_for && <small>{shelfName(one.sells_for)}</small>}
                {one.not_for_picking && !one.sells_for && <small>{notForPicking}</small>}
                {beyond && <small>, {numberText(beyond)} beyond 90 days</small>}
              </Link>
              <span className={style.bar} aria-hidden="true">
                <i style={{ width: `${(100 * Math.max(0, quantity)) / largest}%` }} />
              </span>
              <b data-none={quantity === 0 || undefined}>{numberText(quantity)}</b>
            </li>
          );
        })}
        {shown.length === 0 && <li>No stock</li>}
        {move && (
          <li>
            <Link to={movePath(row._id, move)}>
              {moveText(move)} <small>to {move.to.name}</small>
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

function TransitCard({ row }: { row: PlanRow }) {
  return (
    <Card
      title={dashboardLabels.in_transit}
      aside={
        <span>
          {countText(row.in_transit, "unit") + (row.on_order ? `, ${numberText(row.on_order)} on order` : "")}
        </span>
      }
      flush
    >
      <ul className={style.lines}>
        {row.arrivals.toSorted(byArrival).map((arrival) => {
          const late = lateText(arrival.expected_delivery);
          return (
            <li key={arrival.shipment}>
              <span>
                <Link
                  to={
                    arrival.on_order
                      ? orderPath(arrival.shipment)
                      : `/intransit?${new URLSearchParams({ q: arrival.container, open: arrival.shipment })}`
                  }
                >
                  {arrival.container}
                </Link>
                {arrival.on_order && <small> on order</small>}
                {!arrival.day && <small> not counted</small>}
              </span>
              {late ? <Tag tone="danger">{late}</Tag> : <Tag tone="info">{dayText(arrival.expected_delivery)}</Tag>}
              <b>{numberText(arrival.units)}</b>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** A number of units that a rate has made: whole. */
const roundedText = (units: number): string => numberText(Math.round(units));

/** `linked`: leads to the product in Plan Orders. */
function PlanCard({ row, day, target, linked }: { row: PlanRow; day: string; target: number; linked: boolean }) {
  const { rate, pack = 1, min_order = 0, snooze, quantity, safety } = row;
  const lead = leadOf(row);
  const { until, needed, left, arrived, missing } = orderSum(supplyOf(row, day), target);
  const days = until - lead;
  const least = Math.max(0, missing, quantity > 0 ? min_order : 0);
  const [raised, filled] = [least - Math.max(0, missing), quantity - least];
  const lines: [name: string, value: string, shown?: boolean][] = rate?.units
    ? [
        [
          `${rateFor((units) => units * days, rate.units)} a day × ${countText(days, "day")} after ${lead}`,
          roundedText(needed),
        ],
        ["+ safety, to be left then", roundedText(safety?.units ?? 0), safety !== undefined],
        ["− left by then", roundedText(left)],
        ["− arriving after that", roundedText(arrived), arrived > 0],
        [`Up to the minimum order of ${numberText(min_order)}`, `+${roundedText(raised)}`, raised > 0],
        [`Up to whole cartons of ${numberText(pack)}`, `+${roundedText(filled)}`, pack > 1 && filled >= 0.5],
      ]
    : [];
  const cartons = pack > 1 && quantity > 0 ? ` = ${countText(quantity / pack, "carton")}` : "";
  return (
    <Card title="Plan" aside={<span>target {countText(target, "day")}</span>}>
      <dl className={style.sum}>
        {lines.map(
          ([name, value, shown = true]) =>
            shown && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        <div data-total>
          <dt>{rate ? "To order" : "No rate: in stock on none of the last 90 closed days"}</dt>
          {rate && (
            <dd>
              <strong>{numberText(quantity)}</strong>
              {cartons}
            </dd>
          )}
        </div>
      </dl>
      <OrderedLead row={row} />
      <OrderLine row={row} />
      {linked && row.quantity > 0 && (
        <p>
          <Link to={`/dashboard/plan?${new URLSearchParams({ q: row.p_id })}`}>Show in Plan Orders</Link>
        </p>
      )}
      {(row.by_hand ?? 0) > 0 && (
        <p className={style.quiet}>{countText(row.by_hand ?? 0, "unit")} out by hand in 30 days, no demand</p>
      )}
      {snooze && (
        <p className={style.quiet}>
          Snoozed until {dayText(snooze.until)} by {snooze.user.name}: {snooze.reason}
        </p>
      )}
    </Card>
  );
}

/** Receipts from which on the days from an order to its receipt are offered as the lead time. */
const enoughReceipts = 5;

/** How long orders took until their units were received. Nothing changes unless somebody presses it. */
function OrderedLead({ row }: { row: PlanRow }) {
  const { _id, name, lead_time, late, ordered_lead } = row;
  const { run, busy } = useMutation("PATCH /v1/products/{id}", { messages: saving });
  if (!ordered_lead || ordered_lead.receipts < enoughReceipts) return null;
  const { days, receipts } = ordered_lead;
  const offered = leadTimeOffered(row, days, leadTimes);
  return (
    <p className={style.quiet}>
      Ordered to received: {countText(days, "day")} ({countText(receipts, "receipt")}), planned {numberText(lead_time)}
      {late && `, usually ${numberText(late)} late`}{" "}
      {offered && (
        <Button
          kind="plain"
          busy={busy}
          aria-label={`Lead time of ${name}: ${countText(offered, "day")}`}
          onClick={() =>
            void run({ path: { id: _id }, body: { lead_time: String(offered) }, file: { image: undefined } })
          }
        >
          Use {numberText(offered)} as the lead time
        </Button>
      )}
    </p>
  );
}

/** Puts a product into the order that Plan Orders announces: its quantity, and whether it is in the order. */
function OrderLine({ row }: { row: PlanRow }) {
  const chosen = useOrderLine(row._id)?.chosen ?? false;
  // A snoozed product cannot be ordered.
  if (row.snooze || (row.quantity === 0 && !chosen)) return null;
  const choose = (isChosen: boolean) => chooseLines([row._id], isChosen);
  return (
    <div className={style.order}>
      <OrderStepper row={row} />
      {chosen ? (
        <span role="status">
          <Tag tone="ok">In the order</Tag>
          <IconButton icon={X} label={`Take ${row.name} out of the order`} onClick={() => choose(false)} />
        </span>
      ) : (
        <Button icon={ListPlus} onClick={() => choose(true)}>
          Add to order
        </Button>
      )}
    </div>
  );
}
