// The actions of a shipment: receive it or change it until it is received, and delete it.
import { PackageCheck, Pencil, Tag, Trash2 } from "lucide-react";
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { useRemoval } from "../../domain/use-removal.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { asideOf, type Entry } from "../../lib/outbox/entry.ts";
import { useEntries } from "../../lib/outbox/outbox.ts";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { outstandingUnits } from "./shipment-text.ts";

export const ShipmentDialogs = lazyComponent(() => import("./shipment-dialogs.tsx"), "ShipmentDialogs");

const whyNot = ({ received }: Shipment): string | undefined => (received ? "Received already" : undefined);

/** A second receipt would be refused once the first one is sent. */
const isReceiptOf = ({ _id }: Shipment, entry: Entry): boolean =>
  entry.route === "POST /v1/shipments/{id}/receive" && entry.input.path?.id === _id && !asideOf(entry);

export function useShipmentActions({ open }: OpenDialog): RowAction<Shipment>[] {
  const { user } = useSession();
  const entries = useEntries();
  const whyNotReceive = (shipment: Shipment) =>
    whyNot(shipment) ??
    (entries.some((entry) => isReceiptOf(shipment, entry)) ? "A receipt of it waits on this device" : undefined);
  const remove = useRemoval("DELETE /v1/shipments/{id}", (shipment: Shipment) => ({
    title: "Delete shipment",
    text: `Deleting shipment "${shipment.container}" (${countText(outstandingUnits(shipment), "unit")} in transit). Continue?`,
    action: "Delete shipment",
  }));

  const edit: RowAction<Shipment> = {
    name: "Edit",
    icon: Pencil,
    disabledReason: whyNot,
    run: ({ _id }) => open("edit", _id),
  };
  return [
    {
      name: "Receive",
      icon: PackageCheck,
      labelled: true,
      disabledReason: whyNotReceive,
      run: ({ _id }) => open("receive", _id),
    },
    ...(user && mayAct(user.role, "manager") ? [edit] : []),
    { name: "Labels", icon: Tag, run: ({ _id }) => open("labels", _id) },
    { name: "Delete", icon: Trash2, tone: "danger", run: remove },
  ];
}
