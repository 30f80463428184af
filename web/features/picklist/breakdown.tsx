// Where the units of a line lie: each warehouse with how many are taken there.
import { numberText } from "../../lib/format.ts";
import style from "./breakdown.module.css";

interface Part {
  warehouse: { _id: string; name: string };
  quantity: number;
}

/** A preview may still change: others sell too. In a table its column's head says so, in a card it says so itself. */
export function Breakdown({ parts, preview = false }: { parts: readonly Part[]; preview?: boolean }) {
  return (
    <ul className={style.parts} data-preview={preview || undefined}>
      {preview && <li className={style.word}>Preview</li>}
      {parts.map(({ warehouse, quantity }) => (
        <li key={warehouse._id} className={style.part}>
          <span className={style.name}>{warehouse.name}</span> × <b>{numberText(quantity)}</b>
        </li>
      ))}
    </ul>
  );
}
