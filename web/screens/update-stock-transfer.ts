// The form of a transfer: its start, and what an outcome that is unknown does to it.
import { useEffect } from "react";
import { TransferForm } from "#shared/transfer.ts";
import { useForm } from "../lib/form.ts";
import { usePostTransfer } from "../lib/post-transfer.ts";
import { useConfirm } from "../ui/confirm.tsx";

/** `of` is the id of a product, or of a stock record: the product's and the warehouse's joined by a dash. */
export function useTransfer(of: string) {
  const posting = usePostTransfer();
  const start = { from: of.split("-")[1] ?? "", to: "", list: [], remarks: "" };
  const form = useForm({ schema: TransferForm, start, draft: "transfer" });
  const confirm = useConfirm();
  const { unsure } = posting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another posting is shown anew.
  useEffect(() => {
    if (unsure) form.reset({ ...start, ...unsure }, { keepFieldsRef: true });
  }, [unsure]);
  const giveUp = async () => {
    const yes = await confirm({
      title: "Give up on this transfer",
      text: "It may have been posted all the same. Look at the stock before you enter it again. Continue?",
      action: "Give up",
    });
    if (!yes) return;
    posting.giveUp();
    form.reset(start, { keepFieldsRef: true });
  };
  return { form, posting, giveUp, locked: unsure !== undefined };
}

export type Transfer = ReturnType<typeof useTransfer>;
