// The form of a transfer: its start, and what an outcome that is unknown does to it.
import { TransferForm } from "#shared/transfer.ts";
import { useUnknownOutcome } from "../../domain/unknown-outcome.tsx";
import { useForm } from "../../lib/forms/use-form.ts";
import { usePostTransfer } from "./post-transfer.ts";

/** `of` is the id of a product, or of a stock record: the product's and the warehouse's joined by a dash. */
export function useTransfer(of: string) {
  const posting = usePostTransfer();
  const start = { from: of.split("-")[1] ?? "", to: "", list: [], remarks: "" };
  const form = useForm({ schema: TransferForm, start, draft: `transfer ${of}` });
  const show = (asked?: TransferForm) => (asked ? form.setUnsaved({ ...start, ...asked }) : form.restart(start));
  const unsure = useUnknownOutcome({ ...posting, asked: posting.unsure, show, look: "the stock" });
  return { form, posting, unsure };
}

export type Transfer = ReturnType<typeof useTransfer>;
