// The next containers: the day, how many units of how many products, and how many of these are low or out of stock.
import { Link } from "react-router-dom";
import { openShipmentsOf } from "#shared/catalogue.ts";
import type { Shipment } from "#shared/shipment.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { distanceText, lateText } from "../../domain/plan-text.ts";
import { countText, dayMonthText, numberText } from "../../lib/format.ts";
import style from "./arriving.module.css";

/** Containers shown; all are in the list that they link to. */
const shown = 5;

interface Props {
  low: readonly { _id: string }[] | undefined;
  out: readonly { _id: string }[] | undefined;
}

export function Arriving(products: Props) {
  const shipments = useDerived(openShipmentsOf);
  if (!shipments) return null;
  const open = shipments
    .filter((shipment) => unitsOf(shipment) > 0)
    .sort((a, b) => (a.expected_delivery < b.expected_delivery ? -1 : 1));
  const units = open.reduce((sum, shipment) => sum + unitsOf(shipment), 0);
  return (
    <section className={style.arriving} aria-label="Arriving">
      <h2>
        Arriving <span>{countText(units, "unit")}</span>
      </h2>
      {open.length === 0 ? (
        <p>No container is on its way</p>
      ) : (
        <ul>
          {open.slice(0, shown).map((shipment) => (
            <li key={shipment._id}>
              <Container shipment={shipment} {...products} />
            </li>
          ))}
        </ul>
      )}
      {open.length > shown && <Link to="/intransit">All {countText(open.length, "container")}</Link>}
    </section>
  );
}

function Container({ shipment, low, out }: Props & { shipment: Shipment }) {
  const { container, expected_delivery } = shipment;
  const late = lateText(expected_delivery);
  const products = new Set(
    shipment.items.filter(({ product }) => product.in_transit > 0).map((one) => one.product._id),
  );
  const among = (list: readonly { _id: string }[] = []) => list.filter(({ _id }) => products.has(_id)).length;
  const helps = [among(out) && `${among(out)} out`, among(low) && `${among(low)} low`].filter(Boolean).join(", ");
  return (
    <Link to={`/intransit?q=${encodeURIComponent(container)}`}>
      <span className={style.day} data-late={late !== "" || undefined}>
        <b>{dayMonthText(expected_delivery)}</b>
        <small>{late || distanceText(expected_delivery)}</small>
      </span>
      <span className={style.lines}>
        <b>{container}</b>
        <small>
          {countText(products.size, "product")}
          {helps && ` · helps ${helps}`}
        </small>
      </span>
      <b>{numberText(unitsOf(shipment))}</b>
    </Link>
  );
}

const unitsOf = ({ received, items }: Shipment): number =>
  received ? 0 : items.reduce((sum, { product }) => sum + product.in_transit, 0);
