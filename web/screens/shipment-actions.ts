// What can be done with a shipment: receive it while it owes, change it, delete it.
import { PackageCheck, Pencil, Trash2 } from "lucide-react";
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { countText } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import { useSession } from "../lib/session.ts";
import { owedUnits } from "../lib/shipments.ts";
import { shows } from "../lib/shows.ts";
import type { Opened } from "../lib/url.ts";
import { deleting, useAct } from "../lib/use-act.ts";
import { useConfirm } from "../ui/confirm.tsx";
import type { RowAction } from "../ui/row-actions.tsx";

export const ShipmentDialogs = later(() => import("./shipment-dialogs.tsx"), "ShipmentDialogs");

const over = ({ received }: Shipment): string | undefined => (received ? "Received already" : undefined);

export function useShipmentActions({ open }: Opened): RowAction<Shipment>[] {
  const { user } = useSession();
  const confirm = useConfirm();
  const remove = useAct("DELETE /v1/shipments/{id}", { saying: deleting, reload: shows.shipments });

  const askAndRemove = async (shipment: Shipment) => {
    const yes = await confirm({
      title: "Delete shipment",
      text: `Deleting shipment "${shipment.container}" (${countText(owedUnits(shipment), "unit")} in transit). Continue?`,
      action: "Delete shipment",
    });
    if (yes) await remove.run({ path: { id: shipment._id } });
  };

  const edit: RowAction<Shipment> = {
    name: "Edit",
    icon: Pencil,
    off: over,
    run: ({ _id }) => open("edit", _id),
    preload: ShipmentDialogs.preload,
  };
  return [
    {
      name: "Receive",
      icon: PackageCheck,
      named: true,
      off: over,
      run: ({ _id }) => open("receive", _id),
      preload: ShipmentDialogs.preload,
    },
    ...(user && mayAct(user.role, "manager") ? [edit] : []),
    { name: "Delete", icon: Trash2, tone: "danger", run: askAndRemove },
  ];
}
