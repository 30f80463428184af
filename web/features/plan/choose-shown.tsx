// The check in the head of the plan: chooses all products that are shown and of which something is to be ordered, or none.
import { createContext, useContext, useEffect, useRef } from "react";
import type { PlanRow } from "#shared/plan.ts";
import { chooseLines, useOrder } from "../../domain/order-draft.ts";
import style from "./plan.module.css";

/** The rows that are shown. */
export const ShownRows = createContext<readonly PlanRow[]>([]);

export function ChooseShown() {
  const rows = useContext(ShownRows);
  const order = useOrder();
  const box = useRef<HTMLInputElement>(null);
  const ids = rows.filter(({ _id, quantity }) => quantity > 0 || order[_id]?.chosen).map(({ _id }) => _id);
  const chosen = ids.filter((id) => order[id]?.chosen).length;
  const all = chosen > 0 && chosen === ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <label className={style.choice}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Order all that are shown"
        checked={all}
        onChange={() => chooseLines(ids, !all)}
      />
    </label>
  );
}
