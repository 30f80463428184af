// The number of late containers, on the menu entry of In-Transit Inventory.
import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/api/offline-cache.ts";
import { useQuietData } from "../../lib/api/use-data.ts";
import { numberText } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { statusOf } from "./shipment-text.ts";

/** Read after the first screen. */
export function LateBadge() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const shipments = useQuietData("GET /v1/shipments", idle ? undefined : null) ?? [];
  const late = shipments.filter((shipment) => statusOf(shipment).late).length;
  if (late === 0) return null;
  return (
    <Badge
      tone="warn"
      count={numberText(late)}
      label={late === 1 ? "1 container is late" : `${late} containers are late`}
    />
  );
}
