// The columns of the plan: on a wide desk all, in a narrow place the basis alone, beside an opened product the decision.
import type { PlanRow } from "#shared/plan.ts";
import { planStatuses } from "#shared/plan-status.ts";
import { planStatusLabel } from "#shared/plan-status-label.ts";
import { productLabels } from "#shared/product-label.ts";
import { PlanStatusTag } from "../../domain/plan-status.tsx";
import { PrintedName } from "../../domain/printed-name.tsx";
import { ProductLines } from "../../domain/product-lines.tsx";
import { countText, dateText, dayText, numberText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { choiceColumn } from "../../ui/table/choice.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { ClampedText } from "../../ui/tag.tsx";
import style from "./plan.module.css";
import { Cover, Days, InTransit, OrderBy, Quantity, Rate, RunsOut, SnoozeButton, Stock } from "./plan-cells.tsx";
import { type Basis, rateAt } from "./plan-query.ts";
import { distanceText, orderByText, orderRank, rateFigure, runsOutRank } from "./plan-text.ts";
import { WakeButton } from "./wake-button.tsx";

type Plan = Column<PlanRow>;

/** How much room the table has: beside an opened product the least. */
export type Room = "wide" | "middle" | "narrow" | "beside";

/** A column that is not sorted by comes last, whichever way. */
const unknownRate = -1;

const status = (iconOnly: boolean): Plan => ({
  head: "Status",
  label: iconOnly ? <span data-sr-only>Status</span> : undefined,
  width: iconOnly ? "2.75rem" : "4.75rem",
  cell: (row) => <PlanStatusTag status={row.status} iconOnly={iconOnly} />,
  paper: (row) => <span style={{ whiteSpace: "nowrap" }}>{planStatusLabel[row.status]}</span>,
  sort: (row) => planStatuses.indexOf(row.status),
  orders: ["most urgent first", "least urgent first"],
});

const product: Plan = {
  head: "Product",
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

const days: Plan = { head: "30 days", width: "5.5rem", cell: (row) => <Days row={row} width={72} />, paper: false };

/** The column of the basis is the rate that the plan goes by. */
const rate = (window: Basis, basis: Basis, first: boolean): Plan => {
  const rateIn = (row: PlanRow) => (window === basis ? row.rate?.units : row.rates[rateAt[window]]);
  return {
    head: `Rate ${window}`,
    label: (
      <span data-basis={window === basis || undefined}>
        {first ? "Rate " : <span data-sr-only>Rate </span>}
        {window}
      </span>
    ),
    width: window === basis ? "4rem" : first ? "3.25rem" : "2.75rem",
    right: true,
    cell: (row) => <Rate row={row} basis={basis} days={window} marked={first} />,
    paper: (row) => rateFigure(rateIn(row)),
    sort: (row) => rateIn(row) ?? unknownRate,
  };
};

/** A longer basis than 30 days stands in the last column. */
const rates = (basis: Basis): Plan[] => {
  const last: Basis = basis === "90" ? "90" : "30";
  return (["3", "7", last] as const).map((window, at) => rate(window, basis, at === 0));
};

const stock: Plan = {
  head: productLabels.stock,
  width: "4.5rem",
  right: true,
  cell: (row) => <Stock row={row} />,
  sort: (row) => row.stock,
};

const transit: Plan = {
  head: productLabels.in_transit,
  width: "5.25rem",
  right: true,
  cell: (row) => <InTransit row={row} />,
  paper: (row) => numberText(row.in_transit),
  sort: (row) => row.in_transit,
};

const cover = (target: number): Plan => ({
  head: "Cover",
  width: "7rem",
  cell: (row) => <Cover row={row} target={target} />,
  paper: (row) => (row.cover === undefined ? "–" : countText(row.cover, "day")),
  sort: (row) => row.cover ?? 100_000,
});

const runsOut: Plan = {
  head: "Runs out",
  width: "6rem",
  cell: (row) => <RunsOut row={row} />,
  paper: ({ status, runs_out }) => (
    <span style={{ whiteSpace: "nowrap" }}>
      {runs_out ? `${status === "out" ? "since " : ""}${dayText(runs_out)}` : "–"}
    </span>
  ),
  sort: runsOutRank,
  orders: byTime,
};

const orderBy: Plan = {
  head: "Order by",
  width: "6rem",
  cell: (row) => <OrderBy row={row} />,
  paper: orderByText,
  sort: orderRank,
  orders: byTime,
};

const choice: Plan = choiceColumn("Order", ({ name }) => name);

const quantity: Plan = {
  head: "Quantity",
  width: "6.75rem",
  cell: (row) => <Quantity row={row} />,
  paper: (row) => numberText(row.quantity),
  sort: (row) => row.quantity,
};

const snooze: Plan = {
  head: "Snooze",
  label: <span data-sr-only>Snooze</span>,
  width: "2.5rem",
  cell: (row) => <SnoozeButton row={row} />,
  paper: false,
};

/** Where the whole list has the width of a tablet. */
const narrowWidths: Record<string, string> = { Cover: "6.25rem", Quantity: "6.5rem" };

export const planColumns = (room: Room, basis: Basis, target: number): Plan[] => {
  if (room === "beside") return [choice, status(false), product, cover(target), orderBy, quantity];
  const all = [stock, transit, cover(target), runsOut, orderBy, quantity, snooze];
  if (room === "narrow") {
    const rest = all.map((column) => ({ ...column, width: narrowWidths[column.head] ?? column.width ?? "" }));
    return [choice, status(true), product, rate(basis, basis, true), ...rest];
  }
  if (room === "middle") return [choice, status(false), product, days, rate(basis, basis, true), ...all];
  return [choice, status(false), product, days, ...rates(basis), ...all];
};

/** Snoozed products: until when, by whom and why. */
export const snoozedColumns: Plan[] = [
  status(false),
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
