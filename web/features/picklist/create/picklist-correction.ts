// Makes the draft of the refused picklist that the screen was opened for, and shows the reasons beside its lines.
import { useEffect } from "react";
import type { Detail } from "#shared/failure.ts";
import type { PicklistForm } from "#shared/picklist.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { readOpenedEntry, refusalOf } from "../../../domain/correction.ts";
import { findById } from "../../../lib/find-by-id.ts";
import { failureText, toast } from "../../../lib/toast.ts";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import { afterRefusal } from "../picklist-draft.ts";
import { draftStore, replaceQuestion } from "../picklist-store.ts";
import { toastId } from "./picklist-edit.ts";

interface Props {
  /** The key of the entry. */
  entry: string;
  refuse: (details: readonly Detail[]) => void;
}

export function PicklistCorrection({ entry: key, refuse }: Props) {
  const { product: products } = useApplicationContext();
  const confirm = useConfirm();
  const open = async (): Promise<void> => {
    const entry = await readOpenedEntry(key, "POST /v1/transactions/out");
    if (!entry) return;
    const { message, details } = refusalOf(entry);
    const draft = draftStore.get();
    const isOpen = draft.corrects === key || draft.tried?.id === key;
    const question = await replaceQuestion(draft, {
      title: "Open the refused picklist",
      text: "This screen has a picklist that is not processed. Replace it with the refused one?",
      action: "Replace",
    });
    if (!isOpen && question && !(await confirm(question))) return;
    const tagOf = (id: string) => findById(products, id) ?? { _id: id, p_id: id, name: id };
    const { channel, list, warehouses: from = [] } = entry.input.body as PicklistForm;
    const lines = list.map(({ product, quantity }) => ({ product: tagOf(product), quantity }));
    if (!isOpen) draftStore.set(afterRefusal({ channel, from, lines, corrects: key }, details));
    toast.error(failureText(message, details), toastId);
    refuse(details);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry.
  useEffect(() => void open(), [key]);
  return null;
}
