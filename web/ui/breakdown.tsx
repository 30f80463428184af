// Where the units of a line lie: each warehouse with how many are taken there.
import { numberText } from "../lib/format.ts";
import style from "./breakdown.module.css";

interface Part {
  warehouse: { _id: string; name: string };
  quantity: number;
}

/** A preview may still change: others sell too. */
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
