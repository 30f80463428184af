// Saving and clearing a picklist: the questions asked first, and the reasons of refusals.
import { type RefObject, useRef } from "react";
import { picklistFault } from "#shared/allocation.ts";
import { channelLabel } from "#shared/channel.ts";
import { noneLeft } from "#shared/channel-warehouses.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { countText } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import type { Question } from "../../../ui/dialog/confirm-dialog.tsx";
import { type Draft, type DraftLine, emptyDraft, tooManyIn } from "../picklist-draft.ts";
import { draftStore, replaceQuestion } from "../picklist-store.ts";
import type { AddRow } from "./picklist-add.tsx";
import { toastId } from "./picklist-edit.ts";
import type { PicklistPosting } from "./picklist-posting.ts";

/** Units of a line that need no confirmation. */
const usualUnits = 1_000;

const largeText = (lines: readonly DraftLine[]): string =>
  lines
    .filter(({ quantity }) => quantity > usualUnits)
    .map(({ product, quantity }) => `. ${countText(quantity, "unit")} of ${product.name}`)
    .join("");

const saveQuestion = ({ channel, lines, processed }: Draft, from: string): Question => ({
  title: "Save picklist",
  text: processed ? "This picklist is processed already, proceed anyway?" : "Process picklist ?",
  detail: `${channel && channelLabel(channel)}${from && `, from ${from}`}: ${linesText(lines)}${processed ? ", taken from stock once more" : ""}${largeText(lines)}`,
  action: processed ? "Process again" : "Process picklist",
  harmless: processed === undefined,
});

const clearQuestion = ({ lines }: Draft): Question => ({
  title: "Clear picklist",
  text: `${linesText(lines)}, not processed as shown. Clear them?`,
  action: "Clear picklist",
});

interface Setup extends PicklistPosting {
  addRow: RefObject<AddRow | null>;
  /** The warehouses that were chosen to take from, or "". */
  from: string;
  isNoneLeft: boolean;
  onCleared: () => void;
}

export function useSaving({ send, busy, addRow, from, isNoneLeft, onCleared }: Setup) {
  const confirm = useConfirm();
  const open = useRef(false);

  /** One question at a time, and nothing is scanned behind it. */
  const ask = async (question: Question): Promise<boolean> => {
    open.current = true;
    const yes = await confirm(question);
    open.current = false;
    return yes;
  };
  const isLocked = () => busy || open.current || draftStore.get().posting !== undefined;

  const save = async () => {
    if (isLocked()) return;
    // A quantity that is being typed counts on blur.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const draft = draftStore.get();
    const { lines, channel } = draft;
    const fault = picklistFault({ list: lines, channel });
    const problem = fault ?? (isNoneLeft && channel ? noneLeft(channel) : undefined);
    if (problem) {
      toast.error(problem, toastId);
      const field = !fault ? "from" : lines.length > 0 && channel === "" ? "channel" : "product";
      return addRow.current?.show({ [field]: problem });
    }
    addRow.current?.show({});
    const tooMany = draft.lines.map(({ quantity }) => tooManyIn(quantity)).find(Boolean);
    if (tooMany) return void toast.error(tooMany, toastId);
    toast.dismiss(toastId);
    if (await ask(saveQuestion(draft, from))) send();
  };

  const clear = async () => {
    if (isLocked()) return;
    const draft = draftStore.get();
    const question = await replaceQuestion(draft, clearQuestion(draft));
    if (question && !(await ask(question))) return;
    draftStore.set(emptyDraft);
    onCleared();
    addRow.current?.show({});
    // After the dialog has returned the focus.
    setTimeout(() => addRow.current?.focus(), 50);
  };

  return { save: () => void save(), clear: () => void clear(), isAsking: () => open.current };
}
