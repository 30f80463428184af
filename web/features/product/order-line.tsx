// Puts a product into the order that Plan Orders announces: its quantity, and whether it is in the order.
import { ListPlus, X } from "lucide-react";
import type { PlanRow } from "#shared/plan.ts";
import { chooseLines, useOrderLine } from "../../domain/order-draft.ts";
import { OrderStepper } from "../../domain/order-stepper.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import style from "./product.module.css";

export function OrderLine({ row }: { row: PlanRow }) {
  const chosen = useOrderLine(row._id)?.chosen ?? false;
  // A product that waits is in no order.
  if (row.snooze || (row.quantity === 0 && !chosen)) return null;
  const choose = (isChosen: boolean) => chooseLines([row._id], isChosen);
  return (
    <div className={style.order}>
      <OrderStepper row={row} />
      {chosen ? (
        <span role="status">
          <Tag tone="ok">In the order</Tag>
          <IconButton icon={X} label={`Take ${row.name} out of the order`} onClick={() => choose(false)} />
        </span>
      ) : (
        <Button icon={ListPlus} onClick={() => choose(true)}>
          Add to order
        </Button>
      )}
    </div>
  );
}
