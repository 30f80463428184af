// The days that stock and units in transit last: figures over a bar, with a tick at the lead time.
import type { ReactNode } from "react";
import { countText, numberText } from "../lib/format.ts";
import style from "./cover-bar.module.css";

interface Props {
  /** Whole days that the stock lasts; missing without a rate. */
  cover: number | undefined;
  /** The same with units in transit. */
  withTransit: number | undefined;
  /** Days from an order to its arrival. */
  lead: number;
  /** Days of the whole bar; by default lead time and target. */
  days: number;
  /** The severity's colour: a token's name. */
  colour: "danger" | "warn" | "info" | "accent" | "fg-2";
  /** The bar stands right of the figures. */
  inline?: boolean;
  /** Stands beside the days, in place of the days that units in transit add. */
  note?: ReactNode;
}

export function CoverBar({ cover, withTransit = cover, lead, days, colour, inline = false, note }: Props) {
  if (cover === undefined) return <>–</>;
  const percent = (length: number): string => `${Math.min(100, (100 * length) / Math.max(1, days)).toFixed(1)}%`;
  const added = (withTransit ?? cover) - cover;
  return (
    <span className={style.cover} data-inline={inline || undefined}>
      <span className={style.days}>
        <b>{countText(cover, "day")}</b>
        {note && <> {note}</>}
        {!note && added > 0 && (
          <>
            {" "}
            <span title={`${countText(added, "day")} more with what is in transit`}>+{numberText(added)}</span>
          </>
        )}
      </span>
      <span className={style.bar} title={`Lead time ${countText(lead, "day")}, bar ${countText(days, "day")}`}>
        {added > 0 && <i className={style.transit} style={{ width: percent(cover + added) }} />}
        <i style={{ width: percent(cover), background: `var(--${colour})` }} />
        <i className={style.lead} style={{ left: percent(lead) }} />
      </span>
    </span>
  );
}
