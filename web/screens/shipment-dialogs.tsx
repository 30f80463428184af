// The dialogs of In-Transit Inventory, by what the URL says is open.
import { useMemo } from "react";
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { later } from "../lib/later.tsx";
import { useMissing } from "../lib/missing.ts";
import { useSession } from "../lib/session.ts";
import type { Opened } from "../lib/url.ts";
import { isUnsure } from "./unsure-shipments.tsx";

export const ShipmentDialog = later(() => import("./shipment-dialog.tsx"), "ShipmentDialog");
export const ReceiveDialog = later(() => import("./receive-dialog.tsx"), "ReceiveDialog");

export function ShipmentDialogs({ dialog, list }: { dialog: Opened; list: readonly Shipment[] | undefined }) {
  const { name, id, close } = dialog;
  const { user } = useSession();
  const mayEdit = user !== null && mayAct(user.role, "manager");
  const opens = name === "receive" || (name === "edit" && mayEdit);
  // Looked up when the list changes: the dialog of a receipt that is answered now closes by itself.
  const shipment = useMemo(
    () => list?.find(({ _id }) => _id === id) ?? (list && name === "receive" && isUnsure(id) ? gone(id) : undefined),
    [list, name, id],
  );
  useMissing("Shipment", opens && list !== undefined && !shipment, close);
  return (
    <>
      {name === "add" && <ShipmentDialog onClose={close} />}
      {name === "edit" && mayEdit && shipment && <ShipmentDialog key={id} shipment={shipment} onClose={close} />}
      {name === "receive" && shipment && <ReceiveDialog key={id} shipment={shipment} onClose={close} />}
    </>
  );
}

/** Stands for one deleted while a receipt of it had no answer: that receipt can still be finished. */
const gone = (_id: string): Shipment => ({
  _id,
  container: "a deleted shipment",
  expected_delivery: "",
  received: false,
  created_at: "",
  items: [],
});
