// How a figure comes about, in a popup beside it: a sum line by line, and notes.
import { Popover } from "@base-ui/react/popover";
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { IconButton } from "./button.tsx";
import style from "./explanation.module.css";

export interface ExplanationLine {
  text: string;
  figure: string;
  tone?: "warn" | "danger" | "info";
}

export interface Explanation {
  title: string;
  lines: readonly ExplanationLine[];
  total?: ExplanationLine;
  notes: readonly string[];
}

interface Props extends Explanation {
  anchor: HTMLElement;
  onClose: () => void;
  /** Above the sum. */
  picture?: ReactNode;
  /** A link below it. */
  children?: ReactNode;
}

/** Open while mounted. */
export function ExplanationPopup({ title, lines, total, notes, anchor, onClose, picture, children }: Props) {
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
            {picture}
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
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
