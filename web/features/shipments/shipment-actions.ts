// The actions of a shipment: receive it or change it until it is received, and delete it.
import { PackageCheck, Pencil, Trash2 } from "lucide-react";
import { mayAct } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useSession } from "../../lib/api/session.ts";
import { deleting, useMutation } from "../../lib/api/use-mutation.ts";
import { countText } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import type { OpenDialog } from "../../lib/navigation/url-state.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { outstandingUnits } from "./shipment-text.ts";

export const ShipmentDialogs = lazyComponent(() => import("./shipment-dialogs.tsx"), "ShipmentDialogs");

const whyNot = ({ received }: Shipment): string | undefined => (received ? "Received already" : undefined);

export function useShipmentActions({ open }: OpenDialog): RowAction<Shipment>[] {
  const { user } = useSession();
  const confirm = useConfirm();
  const remove = useMutation("DELETE /v1/shipments/{id}", { messages: deleting, reload: affectedQueries.shipments });

  const askAndRemove = async (shipment: Shipment) => {
    const yes = await confirm({
      title: "Delete shipment",
      text: `Deleting shipment "${shipment.container}" (${countText(outstandingUnits(shipment), "unit")} in transit). Continue?`,
      action: "Delete shipment",
    });
    if (yes) await remove.run({ path: { id: shipment._id } });
  };

  const edit: RowAction<Shipment> = {
    name: "Edit",
    icon: Pencil,
    disabledReason: whyNot,
    run: ({ _id }) => open("edit", _id),
    preload: ShipmentDialogs.preload,
  };
  return [
    {
      name: "Receive",
      icon: PackageCheck,
      labelled: true,
      disabledReason: whyNot,
      run: ({ _id }) => open("receive", _id),
      preload: ShipmentDialogs.preload,
    },
    ...(user && mayAct(user.role, "manager") ? [edit] : []),
    { name: "Delete", icon: Trash2, tone: "danger", run: askAndRemove },
  ];
}
