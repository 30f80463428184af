// How far a shipment is: RECEIVED, IN-TRANSIT, or how late.
import { ClockAlert } from "lucide-react";
import type { Shipment } from "#shared/shipment.ts";
import { statusOf } from "../lib/shipments.ts";
import { Tag } from "./tag.tsx";

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
