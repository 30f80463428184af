// The expanded part of a table row.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import style from "./table.module.css";

interface Props {
  id: string;
  span: number;
  /** Called with its height in pixels, whenever that changes. */
  onHeight: ((height: number) => void) | undefined;
  children: ReactNode;
}

export function ExpandedRow({ id, span, onHeight, children }: Props) {
  const box = useRef<HTMLTableCellElement>(null);
  const latest = useRef(onHeight);
  latest.current = onHeight;
  const measured = onHeight !== undefined;
  useLayoutEffect(() => {
    const cell = box.current;
    if (!measured || !cell) return;
    const measure = () => latest.current?.(cell.offsetHeight);
    const resized = new ResizeObserver(measure);
    measure();
    resized.observe(cell);
    return () => resized.disconnect();
  }, [measured]);
  return (
    <tr id={id} className={style.expanded}>
      <td ref={box} colSpan={span}>
        {children}
      </td>
    </tr>
  );
}
