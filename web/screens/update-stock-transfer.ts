// The form of a transfer: its start, and what an outcome that is unknown does to it.
import { useEffect } from "react";
import { TransferForm } from "#shared/transfer.ts";
import { useForm } from "../lib/form.ts";
import { countText, numberText } from "../lib/format.ts";
import { usePostTransfer } from "../lib/post-transfer.ts";
import { useConfirm } from "../ui/confirm.tsx";

export type Line = TransferForm["list"][number];

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

export const withUnits = (lines: readonly Line[], product: string, units: number): Line[] =>
  lines.some((line) => line.product === product)
    ? lines.map((line) => (line.product === product ? { product, quantity: line.quantity + units } : line))
    : [...lines, { product, quantity: units }];

/** Said when a product joins the lines, or is there already. */
export const addedText = (name: string, before: number | undefined, units: number): string =>
  before === undefined
    ? `Added ${name}, ${countText(units, "unit")}`
    : `${name} is listed already: ${numberText(before)} + ${numberText(units)} = ${countText(before + units, "unit")}`;

export const totalsOf = (lines: readonly Line[]): string => {
  if (lines.length === 0) return "";
  const units = lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0);
  return `${countText(lines.length, "product")}, ${countText(units, "unit")}`;
};
