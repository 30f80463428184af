// Makes the draft of the refused picklist that the screen was opened for, and shows the reasons beside its lines. A chunk of its
// own, loaded only then.
import { useEffect } from "react";
import type { Detail } from "#shared/failure.ts";
import type { PicklistForm } from "#shared/picklist.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { readOpenedEntry, refusalOf } from "../../domain/opened-entry.ts";
import { failureText, toast } from "../../lib/toast.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { toastId } from "./picklist-edit.ts";
import { draftStore } from "./picklist-store.ts";

interface Props {
  /** The place of the entry in the outbox. */
  seq: number;
  refuse: (details: readonly Detail[]) => void;
}

export function PicklistCorrection({ seq, refuse }: Props) {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const open = async (): Promise<void> => {
    const entry = await readOpenedEntry(seq, "POST /v1/transactions/out");
    if (!entry) return;
    const { message, details } = refusalOf(entry);
    const draft = draftStore.get();
    const isDraft = draft.corrects !== seq && draft.lines.length > 0 && !draft.processed;
    const question = {
      title: "Open the refused picklist",
      text: "This screen has a picklist that is not processed. Replace it with the refused one?",
      action: "Replace",
    };
    if (isDraft && !(await confirm(question))) return;
    const tagOf = (id: string) => products.find(({ _id }) => _id === id) ?? { _id: id, p_id: id, name: id };
    const { channel, list } = entry.input.body as PicklistForm;
    const lines = list.map(({ product, quantity }) => ({ product: tagOf(product), quantity }));
    if (draft.corrects !== seq) draftStore.set({ channel, lines, corrects: seq });
    toast.error(failureText(message, details), toastId);
    refuse(details);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry.
  useEffect(() => void open(), [seq]);
  return null;
}
