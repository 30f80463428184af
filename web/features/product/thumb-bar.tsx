// What is done with a product most, at the thumb of a phone: its stock is changed, and it is ordered.
import { ArrowUpDown, ListChecks, ListPlus } from "lucide-react";
import type { PlanRow } from "#shared/plan.ts";
import { chooseLines, quantityOf, useOrderLine } from "../../domain/order-draft.ts";
import { updateStockPath } from "../../domain/panel.ts";
import { numberText } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import bar from "../../ui/table/choice-bar.module.css";
import style from "./product.module.css";

export function ThumbBar({ row }: { row: PlanRow }) {
  const line = useOrderLine(row._id);
  const quantity = quantityOf(row, line);
  return (
    <section className={`${bar.bar} ${style.thumbs}`} aria-label="Actions">
      <ButtonLink icon={ArrowUpDown} to={updateStockPath(row._id)}>
        Update Stock
      </ButtonLink>
      {line?.chosen ? (
        <ButtonLink icon={ListChecks} to={`/dashboard/plan?${new URLSearchParams({ q: row.p_id })}`}>
          In the order
        </ButtonLink>
      ) : (
        // A snoozed product cannot be ordered.
        quantity > 0 &&
        !row.snooze && (
          <Button kind="filled" icon={ListPlus} onClick={() => chooseLines([row._id], true)}>
            Order {numberText(quantity)}
          </Button>
        )
      )}
    </section>
  );
}
