// The columns of the plan, and of its snoozed products.
import type { PlanRow } from "#shared/plan.ts";
import { isOut, planStatuses, planStatusLabel } from "#shared/plan-status.ts";
import { productLabels } from "#shared/product-fields.ts";
import { distanceText, rateFigure } from "../../domain/plan-text.ts";
import { PrintedName } from "../../domain/printed-name.tsx";
import { ProductLines } from "../../domain/product-name.tsx";
import { countText, dateText, dayText, numberText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { choiceColumn } from "../../ui/table/choice.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { ClampedText, TwoLines } from "../../ui/tag.tsx";
import style from "./plan.module.css";
import {
  Cover,
  Days,
  InTransit,
  MoreButton,
  OrderBy,
  Quantity,
  Rate,
  RunsOut,
  Status,
  Stock,
  WakeButton,
} from "./plan-cells.tsx";
import { type Basis, rateAt } from "./plan-query.ts";
import { orderByText, orderRank, runsOutRank } from "./plan-text.ts";

type PlanColumn = Column<PlanRow>;

/** Sorts products whose rate is unknown below those that sell nothing. */
const unknownRate = -1;

const status: PlanColumn = {
  head: "Status",
  width: "6.125rem",
  cell: (row) => <Status row={row} />,
  without: {
    head: "30 days",
    label: <span data-sr-only>Status</span>,
    width: "2.75rem",
    cell: (row) => <Status row={row} iconOnly />,
  },
  paper: (row) => <span style={{ whiteSpace: "nowrap" }}>{planStatusLabel(row.status)}</span>,
  sort: (row) => planStatuses.indexOf(row.status),
  orders: ["most urgent first", "least urgent first"],
};

const product: PlanColumn = {
  head: "Product",
  least: "11.75rem",
  rowHeader: true,
  cell: (row) => (
    <span className={style.line}>
      <Image src={row.image} />
      <ProductLines {...row} />
    </span>
  ),
  paper: PrintedName,
  sort: ({ name }) => name,
};

const days: PlanColumn = {
  head: "30 days",
  width: "5.5rem",
  gives: 2,
  cell: (row) => <Days row={row} width={72} />,
  paper: false,
};

/** The column of a rate; the basis's column shows the rate that the plan uses. */
const rate = (window: Basis, basis: Basis, first: boolean): PlanColumn => {
  const rateIn = (row: PlanRow) => (window === basis ? row.rate?.units : row.rates[rateAt[window]]);
  return {
    head: `Rate ${window}`,
    label: (
      <span data-basis={window === basis || undefined}>
        {first ? "Rate " : <span data-sr-only>Rate </span>}
        {window}
      </span>
    ),
    width: window === basis ? "4rem" : first ? "3.75rem" : "2.75rem",
    right: true,
    cell: (row) => <Rate row={row} basis={basis} days={window} marked={first} />,
    paper: (row) => rateFigure(rateIn(row)),
    sort: (row) => rateIn(row) ?? unknownRate,
  };
};

/** The three columns of rates, of which that of the basis stays longest; one of more than 30 days takes the last. */
const rates = (basis: Basis): PlanColumn[] => {
  const last: Basis = basis === "90" ? "90" : "30";
  return (["3", "7", last] as const).map((window, at) => ({
    ...rate(window, basis, at === 0),
    gives: window === basis ? 4 : 1,
    without: { ...rate(window, basis, true), head: "Rate 3" },
  }));
};

const stock: PlanColumn = {
  head: productLabels.stock,
  width: "4.5rem",
  gives: 4,
  right: true,
  cell: (row) => <Stock row={row} />,
  without: {
    head: productLabels.in_transit,
    cell: (row) => (
      <>
        <Stock row={row} /> <InTransit row={row} short />
      </>
    ),
  },
  sort: (row) => row.stock,
};

const transit: PlanColumn = {
  head: productLabels.in_transit,
  width: "5.25rem",
  gives: 3,
  right: true,
  cell: (row) => <InTransit row={row} />,
  paper: ({ in_transit, on_order = 0 }) =>
    numberText(in_transit) + (on_order > 0 ? ` + ${numberText(on_order)} on order` : ""),
  sort: (row) => row.in_transit,
};

const cover = (target: number): PlanColumn => ({
  head: "Cover",
  width: "7rem",
  least: "6.25rem",
  cell: (row) => <Cover row={row} target={target} />,
  paper: (row) => (row.cover === undefined ? "–" : countText(row.cover, "day")),
  sort: (row) => row.cover ?? 100_000,
});

const runsOut: PlanColumn = {
  head: "Runs out",
  width: "6rem",
  gives: 4,
  cell: (row) => <RunsOut row={row} />,
  paper: ({ status, runs_out }) => (
    <span style={{ whiteSpace: "nowrap" }}>
      {runs_out ? `${isOut(status) ? "since " : ""}${dayText(runs_out)}` : "–"}
    </span>
  ),
  sort: runsOutRank,
  orders: byTime,
};

const orderBy: PlanColumn = {
  head: "Order by",
  width: "6rem",
  cell: (row) => <OrderBy row={row} />,
  paper: orderByText,
  sort: orderRank,
  orders: byTime,
};

const choice: PlanColumn = choiceColumn("Order", ({ name }) => name);

const quantity: PlanColumn = {
  head: "Quantity",
  width: "6.75rem",
  least: "6.5rem",
  cell: (row) => <Quantity row={row} />,
  paper: (row) => numberText(row.quantity),
  sort: (row) => row.quantity,
};

const more: PlanColumn = {
  head: "Actions",
  label: <span data-sr-only>Actions</span>,
  width: "2.5rem",
  gives: 4,
  cell: (row) => <MoreButton row={row} />,
  paper: false,
};

/** What gives way last does so beside an opened product, which shows it. */
export const planColumns = (basis: Basis, target: number): PlanColumn[] => {
  const figures = [...rates(basis), stock, transit, cover(target), runsOut];
  return [choice, status, product, days, ...figures, orderBy, quantity, more];
};

/** The columns of snoozed products: until when, by whom and why. */
export const snoozedColumns: PlanColumn[] = [
  status,
  product,
  {
    head: "Snoozed until",
    width: "8rem",
    cell: ({ snooze }) => snooze && <TwoLines note={distanceText(snooze.until)}>{dayText(snooze.until)}</TwoLines>,
    sort: ({ snooze }) => snooze?.until ?? "",
    orders: byTime,
  },
  {
    head: "By",
    width: "9rem",
    cell: ({ snooze }) => snooze && <TwoLines note={dateText(snooze.at)}>{snooze.user.name}</TwoLines>,
    sort: ({ snooze }) => snooze?.user.name ?? "",
  },
  { head: "Reason", cell: ({ snooze }) => <ClampedText>{snooze?.reason}</ClampedText> },
  orderBy,
  {
    head: "Wake",
    label: <span data-sr-only>Wake</span>,
    width: "6.5rem",
    cell: (row) => <WakeButton row={row} />,
    paper: false,
  },
];
