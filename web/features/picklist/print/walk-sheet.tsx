// Prints a walk: its places by warehouse, each with what is of which order.
import { Printer } from "lucide-react";
import { dayOf } from "#shared/day.ts";
import { useShelves } from "../../../domain/shelf.ts";
import { useSession } from "../../../lib/api/session.ts";
import { PageButton } from "../../../ui/page/page.tsx";
import { usePrint } from "../../../ui/print/printout.tsx";
import { itemsLeft } from "../picklist-draft.ts";
import type { Walk } from "../register/walk.ts";
import { picklistPrintout } from "./picklist-printout.tsx";

export function WalkSheet({ walk }: { walk: Walk }) {
  const { user } = useSession();
  const { _id, channel, created_at, of } = walk;
  const processed = {
    movement: _id,
    day: dayOf(created_at),
    channel,
    items: itemsLeft(walk),
    ...(of && { orders: of }),
  };
  const { print, portal } = usePrint(picklistPrintout(processed, user?.name ?? "", true, useShelves()));
  return (
    <>
      <PageButton icon={Printer} label="Print" onClick={print} />
      {portal}
    </>
  );
}
