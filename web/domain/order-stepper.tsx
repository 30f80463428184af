// The units of a product in the draft of the order: each step goes to the next whole carton.
import type { PlanRow } from "#shared/plan.ts";
import { SettledStepper } from "./line-editor/settled-stepper.tsx";
import { quantityOf, setQuantity, useOrderLine } from "./order-draft.ts";

export function OrderStepper({ row }: { row: PlanRow }) {
  const { _id, name, pack = 1 } = row;
  const quantity = quantityOf(row, useOrderLine(_id));
  const step = (to: number) => {
    const cartons = to > quantity ? Math.floor(quantity / pack) + 1 : Math.ceil(quantity / pack) - 1;
    setQuantity(_id, Math.max(1, cartons * pack));
  };
  return (
    <SettledStepper
      of={`of ${name}`}
      aria-label={`Quantity of ${name}`}
      value={quantity}
      min={1}
      onStep={step}
      onChange={(units) => setQuantity(_id, units)}
    />
  );
}
