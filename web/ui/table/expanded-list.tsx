// A list inside the expanded part of a row, in as many columns as fit.
import type { PhoneRow } from "./columns.ts";
import { PhoneCell } from "./responsive-columns.tsx";
import style from "./table.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  remark?: string | undefined;
  /** Each `key` is unique in the list. */
  items: readonly (PhoneRow & { key: string })[];
}

export function ExpandedList({ label, remark, items }: Props) {
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
