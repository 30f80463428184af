// What was processed, on paper; when it is cancelled meanwhile, on whichever screen or device, it is a draft again.
import { type Ref, useEffect, useImperativeHandle } from "react";
import { dayOf } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useData } from "../../lib/api/use-data.ts";
import { toast } from "../../lib/toast.ts";
import { usePrint } from "../../ui/print/print-sheet.tsx";
import { type Draft, isChanged, type Processed, undone } from "./picklist-draft.ts";
import { sheetOf } from "./picklist-sheet.tsx";
import { draftStore } from "./picklist-store.ts";

export interface Paper {
  print: () => void;
}

interface Props {
  draft: Draft;
  processed: Processed;
  /** The user's name. */
  by: string;
  ref: Ref<Paper>;
}

export function PicklistPaper({ draft, processed, by, ref }: Props) {
  const { movement, day, since = day } = processed;
  const list = useData("GET /v1/picklists", { query: { start: since, end: day } });
  const posted = list.data?.find(({ _id }) => _id === movement);
  const sheet = sheetOf({ ...processed, day: posted ? dayOf(posted.created_at) : day }, by);
  const { print, portal } = usePrint(isChanged(draft) ? undefined : sheet);
  useImperativeHandle(ref, () => ({ print }));
  const isCancelled = posted?.reversed_by !== undefined;
  useEffect(() => {
    if (!isCancelled) return;
    // An undo of this tab takes it back itself, a moment later.
    const timer = setTimeout(() => {
      draftStore.set(undone(draftStore.get(), movement));
      toast.info(`Picklist ${movementNumber(movement)} was cancelled, so this is a draft again`);
    });
    return () => clearTimeout(timer);
  }, [isCancelled, movement]);
  return portal;
}
