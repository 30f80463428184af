// The dialogs of In-Transit Inventory, opened by the URL.
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { useSession } from "../../lib/api/session.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { ShipmentDialog } from "./shipment-dialog.tsx";
import { isUnsure } from "./unanswered-shipments.tsx";

interface Props {
  dialog: OpenDialog;
  list: QueryState<readonly Shipment[]>;
}

export function ShipmentDialogs({ dialog: { name, id, close }, list }: Props) {
  const { user } = useSession();
  const mayEdit = user !== null && mayAct(user.role, "manager");
  const opens = name === "receive" || (name === "edit" && mayEdit);
  const { row: shipment } = useOpenedRow({ id: opens ? id : "", close }, withUnsure(list, name, id), "Shipment");
  return (
    <>
      {name === "add" && <ShipmentDialog onClose={close} />}
      {name === "edit" && mayEdit && shipment && <ShipmentDialog key={id} shipment={shipment} onClose={close} />}
      {name === "receive" && shipment && <ReceiveDialog key={id} shipment={shipment} onClose={close} />}
    </>
  );
}

/** A receipt without an answer can be finished even if its shipment has been deleted. */
const withUnsure = ({ data, ...list }: Props["list"], name: string, id: string) => {
  const lost = name === "receive" && isUnsure(id) && !data?.some(({ _id }) => _id === id);
  return { ...list, data: lost ? data && [...data, deletedShipment(id)] : data };
};

/** Stands for a shipment that was deleted while a receipt of it had no answer. */
const deletedShipment = (_id: string): Shipment => ({
  _id,
  container: "a deleted shipment",
  expected_delivery: "",
  received: false,
  created_at: "",
  items: [],
});
