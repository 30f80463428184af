// Ends the snooze of a product.
import type { PlanRow } from "#shared/plan.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { Button } from "../../ui/button.tsx";

export function WakeButton({ row: { _id, name } }: { row: PlanRow }) {
  const wake = useMutation("PUT /v1/plan/{product}/snooze", {
    messages: ["Waking", "Back in the plan"],
  });
  return (
    <span data-controls>
      <Button
        aria-label={`Wake ${name}`}
        busy={wake.busy}
        onClick={() => void wake.run({ path: { product: _id }, body: { until: null } })}
      >
        Wake
      </Button>
    </span>
  );
}
