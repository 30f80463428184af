// The status of a container: RECEIVED, IN-TRANSIT or how late it is, and whether a part of it was received.
import { ClockAlert, PackageOpen } from "lucide-react";
import type { Shipment } from "#shared/shipment.ts";
import { Tag } from "../../ui/tag.tsx";
import style from "./shipment-status.module.css";
import { receivedUnits, statusOf } from "./shipment-text.ts";

export function ShipmentStatus({ shipment }: { shipment: Shipment }) {
  const { text, late } = statusOf(shipment);
  const isPartly = !shipment.received && receivedUnits(shipment) > 0;
  return (
    <span className={style.tags}>
      {late ? (
        <Tag tone="warn" icon={ClockAlert}>
          {text}
        </Tag>
      ) : (
        <Tag tone={shipment.received ? "ok" : "info"}>{text}</Tag>
      )}
      {isPartly && <Tag icon={PackageOpen}>Partly received</Tag>}
    </span>
  );
}
