// How far a shipment is: RECEIVED, IN-TRANSIT, or how late.
import { ClockAlert } from "lucide-react";
import type { Shipment } from "#shared/shipment.ts";
import { Tag } from "../../ui/tag.tsx";
import { statusOf } from "./shipment-text.ts";

export function ShipmentTag({ of }: { of: Shipment }) {
  const { text, late } = statusOf(of);
  if (late)
    return (
      <Tag tone="warn" icon={ClockAlert}>
        {text}
      </Tag>
    );
  return <Tag tone={of.received ? "ok" : "info"}>{text}</Tag>;
}
