// Prints the picklist that was processed.
import { type Ref, useEffect, useImperativeHandle } from "react";
import { dayOf } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useShelves } from "../../../domain/shelf.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { toast } from "../../../lib/toast.ts";
import { usePrint } from "../../../ui/print/printout.tsx";
import { type Draft, isChanged, itemsLeft, type Processed, reopen } from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";
import { picklistPrintout } from "../print/picklist-printout.tsx";
import { useGrouped } from "../print/printout-choice.tsx";

interface Props {
  draft: Draft;
  processed: Processed;
  by: string;
  /** Prints it. */
  ref: Ref<() => void>;
}

/** If it is cancelled elsewhere, the picklist becomes a draft again. */
export function PicklistPrint({ draft, processed, by, ref }: Props) {
  const { movement, day, firstDay = day } = processed;
  const list = useData("GET /v1/picklists", { query: { start: firstDay, end: day } });
  const posted = list.data?.find(({ _id }) => _id === movement);
  const known = posted && { day: dayOf(posted.created_at), items: itemsLeft(posted) };
  const printout = picklistPrintout({ ...processed, day, ...known }, by, useGrouped(), useShelves());
  const { print, portal } = usePrint(isChanged(draft) ? undefined : printout);
  useImperativeHandle(ref, () => print);
  const isCancelled = posted?.reversed_by !== undefined;
  useEffect(() => {
    if (!isCancelled) return;
    // An undo in this tab reopens the draft itself, a moment later.
    const timer = setTimeout(() => {
      draftStore.set(reopen(draftStore.get(), movement));
      toast.info(`Picklist ${movementNumber(movement)} was cancelled, so this is a draft again`);
    });
    return () => clearTimeout(timer);
  }, [isCancelled, movement]);
  return portal;
}
