// The explanation of a figure of the plan, in a popup beside it: the days, the containers, the sum.
import { Link } from "react-router-dom";
import { countText } from "../../lib/format.ts";
import { ExplanationPopup } from "../../ui/explanation.tsx";
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
  const { window, ...explanation } = explanationOf(what, facts);
  const picture = window && asOf && <DayBars row={row} window={window} asOf={asOf} isCapped={isCapped} />;
  return (
    <ExplanationPopup {...explanation} {...{ anchor, onClose, picture }}>
      <Link to={`/products/${row._id}`}>Open product</Link>
    </ExplanationPopup>
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
