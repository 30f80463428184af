// The dialogs of In-Transit Inventory, opened by the URL.
import { useState } from "react";
import type { Shipment } from "#shared/shipment.ts";
import { useOpenedEntry } from "../../domain/correction.ts";
import { LabelsOfShipment } from "../../domain/labels/label-dialog.tsx";
import { useIsManager } from "../../lib/api/session.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { type Added, ShipmentDialog } from "./shipment-dialog.tsx";

interface Props {
  dialog: OpenDialog;
  list: QueryState<readonly Shipment[]>;
}

export function ShipmentDialogs({ dialog: { name, id, close, switchTo }, list }: Props) {
  const mayEdit = useIsManager();
  const opens = name === "receive" || name === "labels" || (name === "edit" && mayEdit);
  const receipt = useOpenedEntry("POST /v1/shipments/{id}/receive");
  const { row: shipment } = useOpenedRow(
    { id: opens ? id : "", close },
    withRefused(list, receipt?.input.path?.id),
    "Shipment",
  );
  const [added, setAdded] = useState<Added>();
  const addTo = (open: Added) => {
    setAdded(open);
    switchTo(open.to, "edit");
  };
  return (
    <>
      {name === "add" && <ShipmentDialog onAddTo={addTo} onClose={close} />}
      {name === "edit" && mayEdit && shipment && (
        <ShipmentDialog key={id} shipment={shipment} added={added?.to === id ? added : undefined} onClose={close} />
      )}
      {name === "labels" && shipment && <LabelsOfShipment shipment={shipment} onClose={close} />}
      {name === "receive" && shipment && <ReceiveDialog key={id} shipment={shipment} onClose={close} />}
    </>
  );
}

/** A refused receipt can be looked at even if its shipment has been deleted. */
const withRefused = ({ data, ...list }: Props["list"], id: string | undefined) => {
  const isLost = id !== undefined && !data?.some(({ _id }) => _id === id);
  return { ...list, data: isLost ? data && [...data, deletedShipment(id)] : data };
};

/** Stands for a shipment that was deleted before its receipt arrived. */
const deletedShipment = (_id: string): Shipment => ({
  _id,
  container: "a deleted shipment",
  expected_delivery: "",
  received: false,
  created_at: "",
  items: [],
});
