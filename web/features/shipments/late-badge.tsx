// The number of late containers, on the menu entry of In-Transit Inventory.
import { openShipmentsOf } from "#shared/catalogue.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { numberText } from "../../lib/format.ts";
import { Badge } from "../../ui/tag.tsx";
import { statusOf } from "./shipment-text.ts";

export function LateBadge() {
  const shipments = useDerived(openShipmentsOf) ?? [];
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
