// The number of products to order today, on the menu entry of Plan Orders.
import { useEffect, useState } from "react";
import { countOf, urgentStatuses } from "#shared/plan-status.ts";
import { useQuietData } from "../../lib/api/use-data.ts";
import { countText, numberText } from "../../lib/format.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { Badge } from "../../ui/tag.tsx";

export function PlanBadge() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { counts } = useQuietData("GET /v1/plan/summary", idle ? undefined : null) ?? {};
  const urgent = countOf(urgentStatuses, counts ?? {});
  if (urgent === 0) return null;
  return <Badge tone="danger" count={numberText(urgent)} label={`${countText(urgent, "product")} to order`} />;
}
