// What a figure of the plan is made of, beside it: the days, the containers, the sum.
import { Popover } from "@base-ui/react/popover";
import { X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import type { PlanRow } from "#shared/plan.ts";
import { IconButton } from "../../ui/button.tsx";
import { DayBars } from "./day-bars.tsx";
import style from "./explain.module.css";
import { explanationOf } from "./explain-text.ts";
import type { Explained } from "./plan-actions.ts";

export interface ExplainProps {
  row: PlanRow;
  what: Explained;
  /** The figure. */
  anchor: HTMLElement;
  asOf: string | undefined;
  /** Days that an order should last. */
  target: number;
  /** Spikes are left out of the rates. */
  withoutSpikes: boolean;
  onClose: () => void;
}

/** Open while mounted. */
export function Explain({ row, what, anchor, asOf, target, withoutSpikes, onClose }: ExplainProps) {
  const { title, window, lines, total, notes } = explanationOf(what, { row, asOf, target, withoutSpikes });
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
            {window && asOf && <DayBars row={row} window={window} asOf={asOf} withoutSpikes={withoutSpikes} />}
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
