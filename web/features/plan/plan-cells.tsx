// The cells of the plan: figures that open their explanation, the choice, and the quantity.
import { Ellipsis, TrendingDown, TrendingUp } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { isAtOnce, isOut } from "#shared/plan-status.ts";
import { leadOf } from "#shared/projection.ts";
import { CoverBar } from "../../domain/cover-bar.tsx";
import { moveText } from "../../domain/moves.ts";
import { UnitsBeside } from "../../domain/not-for-picking.tsx";
import { quantityOf, useOrderLine } from "../../domain/order-draft.ts";
import { OrderStepper } from "../../domain/order-stepper.tsx";
import { PlanStatusTag, planLook } from "../../domain/plan-status.tsx";
import { distanceText, lastDayOf, rateFigure } from "../../domain/plan-text.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dayText, numberText } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import type { Explained } from "./explain-text.ts";
import style from "./plan.module.css";
import { type Basis, rateAt } from "./plan-query.ts";
import { arrivalText, cartonsText, daysText, orderTone, rateNote, shortDay } from "./plan-text.ts";

/** The actions of the screen that the cells of a row call. */
interface PlanActions {
  explain: (row: PlanRow, what: Explained, anchor: HTMLElement) => void;
  more: (row: PlanRow, anchor: HTMLElement) => void;
}

const nothing = () => undefined;

export const PlanActions = createContext<PlanActions>({ explain: nothing, more: nothing });

interface Of {
  row: PlanRow;
}

interface FigureProps extends Of {
  what: Explained;
  children: ReactNode;
}

/** A figure that opens its explanation; arrow keys lead to it from its row. */
export function Figure({ row, what, children }: FigureProps) {
  const { explain } = useContext(PlanActions);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-cell
      aria-haspopup="dialog"
      className={style.figure}
      onClick={({ currentTarget }) => explain(row, what, currentTarget)}
    >
      {children}
    </button>
  );
}

/** A status, which says why with its own numbers. */
export function Status({ row, iconOnly = false }: Of & { iconOnly?: boolean }) {
  return (
    <Figure row={row} what="status">
      <span className={style.word}>
        <PlanStatusTag status={row.status} iconOnly={iconOnly} />
      </span>
    </Figure>
  );
}

/** Two lines: a figure, and a note. */
export function Pair({
  first,
  note,
  tone,
  noteTone,
}: {
  first: ReactNode;
  note?: ReactNode;
  tone?: Tone;
  noteTone?: Tone;
}) {
  return (
    <>
      <span style={coloured(tone)}>{first}</span>
      {note && <small style={coloured(noteTone)}>{note}</small>}
    </>
  );
}

type Tone = "danger" | "warn" | undefined;

export const coloured = (tone: Tone) => tone && { color: `var(--${tone})` };

export function Quantity({ row }: Of) {
  const line = useOrderLine(row._id);
  const quantity = quantityOf(row, line);
  return (
    <span className={style.quantity} data-chosen={line?.chosen || undefined} data-controls>
      <OrderStepper row={row} />
      <Figure row={row} what="quantity">
        <small>{row.pack && quantity > 0 ? cartonsText(quantity, row.pack) : "units"}</small>
      </Figure>
    </span>
  );
}

/** Opens the menu of the row. */
export function MoreButton({ row }: Of) {
  const { more } = useContext(PlanActions);
  return (
    <span className={style.more} data-controls>
      <IconButton
        data-more={row._id}
        icon={Ellipsis}
        label={`Actions for ${row.name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => more(row, currentTarget)}
      />
    </span>
  );
}

/** Ends the snooze of a product. */
export function WakeButton({ row: { _id, name } }: Of) {
  const wake = useMutation("PUT /v1/plan/{product}/snooze", { messages: ["Waking", "Back in the plan"] });
  return (
    <span data-controls>
      <Button
        aria-label={`Wake ${name}`}
        busy={wake.busy}
        onClick={() => void wake.run({ path: { product: _id }, body: { until: null } })}
      >
        Wake
      </Button>
    </span>
  );
}

const trends = {
  rising: { icon: TrendingUp, text: "rising" },
  falling: { icon: TrendingDown, text: "falling" },
} as const;

function Trend({ trend }: Pick<PlanRow, "trend">) {
  if (!trend) return null;
  const { icon: Icon, text } = trends[trend];
  return (
    <span title={`${text}: over 3 days against 30`}>
      <Icon size={12} aria-hidden="true" /> <span data-sr-only>{text}</span>
    </span>
  );
}

/** The rate over some days; for the basis, the rate that the plan uses. `marked`: shows whether it rises or falls. */
export function Rate({ row, basis, days, marked }: Of & { basis: Basis; days: Basis; marked: boolean }) {
  if (days !== basis && days !== "90")
    return (
      <Figure row={row} what={`rate-${days}`}>
        <span>
          {marked && <Trend trend={row.trend} />}
          {rateFigure(row.rates[rateAt[days]])}
        </span>
      </Figure>
    );
  return (
    <Figure row={row} what="rate">
      <Pair
        first={
          <>
            {marked && <Trend trend={row.trend} />}
            <b>{rateFigure(row.rate?.units)}</b>
          </>
        }
        note={rateNote(row, basis) || (row.by_hand && `${numberText(row.by_hand)} by hand`)}
      />
    </Figure>
  );
}

export function Days({ row, width }: Of & { width?: number }) {
  return (
    <>
      <Sparkline values={row.days} {...(width && { width })} />
      <span data-sr-only>{daysText(row)}</span>
    </>
  );
}

export function Stock({ row: { stock, not_for_picking, status, move } }: Of) {
  return (
    <>
      <b style={coloured(isOut(status) ? "danger" : undefined)}>{numberText(stock)}</b>
      <UnitsBeside units={not_for_picking} />
      {move && <small title={moveText(move)}>move {numberText(move.units)}</small>}
    </>
  );
}

/** `short`: stands below the stock, with a plus. What is on order, in no container yet, has a line of its own. */
export function InTransit({ row, short = false }: Of & { short?: boolean }) {
  const [next, ordered] = [arrivalText(row), arrivalText(row, true)];
  if (!next && !ordered) return <>{short ? "" : "–"}</>;
  const toneOf = ({ late }: { late: boolean }) => (late ? "danger" : undefined);
  return (
    <Figure row={row} what="in-transit">
      {next && short && (
        <small style={coloured(toneOf(next))} title={next.text}>
          +{numberText(row.in_transit)}
        </small>
      )}
      {next && !short && <Pair first={numberText(row.in_transit)} note={next.text} noteTone={toneOf(next)} />}
      {ordered && (
        <small style={coloured(toneOf(ordered))} title={ordered.text}>
          {short && "+"}
          {numberText(row.on_order ?? 0)} on order
        </small>
      )}
    </Figure>
  );
}

export function Cover({ row, target, inline }: Of & { target: number; inline?: boolean }) {
  const bar = (
    <CoverBar
      cover={row.cover}
      withTransit={row.cover_with_transit}
      lead={leadOf(row)}
      days={leadOf(row) + target}
      colour={planLook(row.status).colour}
      inline={inline ?? false}
    />
  );
  if (row.cover === undefined) return bar;
  return (
    <Figure row={row} what="cover">
      {bar}
    </Figure>
  );
}

export function RunsOut({ row }: Of) {
  const { status, runs_out, unsold, gaps, rate } = row;
  if (!runs_out) return <>{rate && rate.units > 0 ? "over a year" : "–"}</>;
  const [gap] = gaps ?? [];
  if (isOut(status))
    return (
      <Figure row={row} what="runs-out">
        <Pair first={`since ${shortDay(runs_out)}`} note={unsold !== undefined && `≈ ${numberText(unsold)} not sold`} />
      </Figure>
    );
  return (
    <Figure row={row} what="runs-out">
      <Pair
        first={dayText(runs_out)}
        note={gap ? `gap till ${shortDay(lastDayOf(gap))}` : distanceText(runs_out)}
        noteTone={gap && "danger"}
      />
    </Figure>
  );
}

export function OrderBy({ row }: Of) {
  const { order_by } = row;
  const lead = `lead ${countText(leadOf(row), "day")}`;
  if (isAtOnce(row))
    return (
      <Figure row={row} what="order-by">
        <Pair first={<b>at once</b>} tone="danger" note={lead} />
      </Figure>
    );
  if (!order_by)
    return (
      <span className={style.figure}>
        <Pair first="–" note={lead} />
      </span>
    );
  const tone = orderTone(row);
  return (
    <Figure row={row} what="order-by">
      <Pair first={tone ? <b>{dayText(order_by)}</b> : dayText(order_by)} tone={tone} note={distanceText(order_by)} />
    </Figure>
  );
}
