// The explanation of a figure of the plan, in a popup beside it: the days, the containers, the sum.
import { Popover } from "@base-ui/react/popover";
import { X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { countText } from "../../lib/format.ts";
import { IconButton } from "../../ui/button.tsx";
import style from "./explain.module.css";
import { type Explained, explanationOf, type Facts } from "./explain-text.ts";
import { dayAt, shortDay } from "./plan-text.ts";

export interface ExplainProps extends Facts {
  /** The figure that is explained. */
  what: Explained;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Open while mounted. */
export function Explain({ what, anchor, onClose, ...facts }: ExplainProps) {
  const { row, asOf, isCapped } = facts;
  const { title, window, lines, total, notes } = explanationOf(what, facts);
  useEffect(() => {
    anchor.ariaExpanded = "true";
    return () => {
      anchor.ariaExpanded = null;
    };
  }, [anchor]);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className={style.place}>
          <Popover.Popup className={style.popup} finalFocus={() => anchor}>
            <div className={style.head}>
              <Popover.Title className={style.title}>{title}</Popover.Title>
              <Popover.Close render={<IconButton icon={X} label="Close" />} />
            </div>
            {window && asOf && <DayBars row={row} window={window} asOf={asOf} isCapped={isCapped} />}
            <dl>
              {lines.map(({ text, figure, tone }) => (
                <div key={text} style={tone && { color: `var(--${tone})` }}>
                  <dt>{text}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
              {total && (
                <div className={style.total}>
                  <dt>{total.text}</dt>
                  <dd>{total.figure}</dd>
                </div>
              )}
            </dl>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <Link to={`/products/${row._id}`}>Open product</Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface Props extends Pick<Facts, "row" | "isCapped"> {
  /** Number of days; beyond the last 30, days are not known one by one. */
  window: number;
  asOf: string;
}

/** The closed days of a product as bars: days out of stock are a band, spikes that are cut an outline. */
function DayBars({ row: { days, spikes = [] }, window, asOf, isCapped }: Props) {
  const shown = days.slice(-window);
  if (shown.length === 0) return null;
  const most = Math.max(1, ...shown.map((units) => units ?? 0));
  return (
    <figure className={style.days}>
      <div className={style.bars} aria-hidden="true">
        {shown.map((units, at) => {
          const day = dayAt(asOf, shown, at);
          const isCut = isCapped && spikes.some((spike) => spike.day === day);
          return (
            <i
              key={day}
              title={`${shortDay(day)}: ${units === null ? "out of stock" : countText(units, "unit")}`}
              data-out={units === null || undefined}
              data-spike={isCut || undefined}
              style={{ height: units === null ? "100%" : `${(100 * units) / most}%` }}
            />
          );
        })}
      </div>
      <figcaption>
        <span>{shortDay(dayAt(asOf, shown, 0))}</span>
        <span>{shortDay(asOf)}</span>
      </figcaption>
    </figure>
  );
}
