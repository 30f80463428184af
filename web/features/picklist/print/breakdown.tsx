// The warehouses that the units of a line are taken from, in a draft and in a past picklist.
import { numberText } from "../../../lib/format.ts";
import style from "./breakdown.module.css";

interface Part {
  warehouse: { _id: string; name: string };
  quantity: number;
}

/** A preview can still change as other users sell; the head of the list says so. */
export function Breakdown({ parts, preview = false }: { parts: readonly Part[]; preview?: boolean }) {
  return (
    <ul className={style.parts} data-preview={preview || undefined}>
      {parts.map(({ warehouse, quantity }) => (
        <li key={warehouse._id} className={style.part}>
          <span className={style.name}>{warehouse.name}</span> × <b>{numberText(quantity)}</b>
        </li>
      ))}
    </ul>
  );
}
