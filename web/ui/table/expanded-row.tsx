// The expanded part of a table row, and a list inside it, in as many columns as fit.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { PhoneRow } from "./columns.ts";
import { PhoneCell } from "./responsive-columns.tsx";
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

interface ListProps {
  /** Its accessible name. */
  label: string;
  /** A remark on all items. */
  remark?: string | undefined;
  /** Each `key` is unique in the list. */
  items: readonly (PhoneRow & { key: string })[];
}

export function ExpandedList({ label, remark, items }: ListProps) {
  return (
    <>
      {remark && <p className={style.remark}>{remark}</p>}
      <ul className={style.items} aria-label={label}>
        {items.map(({ key, ...item }) => (
          <li key={key} className={style.phone}>
            <PhoneCell {...item} />
          </li>
        ))}
      </ul>
    </>
  );
}
