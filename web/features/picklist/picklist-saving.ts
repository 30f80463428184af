// Saving and clearing a picklist: what is asked before, and what is said when it cannot be.
import { type RefObject, useRef, useState } from "react";
import { unready } from "#shared/allocation.ts";
import { channelLabel } from "#shared/channel.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { toast } from "../../lib/toast.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";
import type { AddRow } from "./picklist-add.tsx";
import { blank, type Draft, isChanged } from "./picklist-draft.ts";
import { toastId } from "./picklist-edit.ts";
import type { PicklistPosting } from "./picklist-posting.ts";
import { draftStore } from "./picklist-store.ts";

const saving = ({ channel, lines, processed }: Draft): Question => ({
  title: "Save picklist",
  text: processed ? "This picklist is processed already, proceed anyway?" : "Process picklist ?",
  detail: `${channel && channelLabel[channel]}: ${linesText(lines)}${processed ? ", taken from stock once more" : ""}`,
  action: processed ? "Process again" : "Process picklist",
  harmless: processed === undefined,
});

const clearing = ({ lines }: Draft): Question => ({
  title: "Clear picklist",
  text: `${linesText(lines)}, not processed as they are here. Clear them?`,
  action: "Clear picklist",
});

interface Setup extends Pick<PicklistPosting, "send" | "busy"> {
  addRow: RefObject<AddRow | null>;
  onCleared: () => void;
}

export function useSaving({ send, busy, addRow, onCleared }: Setup) {
  const confirm = useConfirm();
  const open = useRef(false);
  const [asking, setAsking] = useState(false);

  /** One question at a time, and nothing is scanned behind it. */
  const ask = async (question: Question): Promise<boolean> => {
    open.current = true;
    setAsking(true);
    const yes = await confirm(question);
    open.current = false;
    setAsking(false);
    return yes;
  };
  const rests = () => busy || open.current || draftStore.get().posting !== undefined;

  const save = async () => {
    if (rests()) return;
    // What is being typed counts when its field is left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const draft = draftStore.get();
    const problem = unready({ list: draft.lines, channel: draft.channel });
    if (problem) {
      toast.error(problem, toastId);
      const field = draft.lines.length > 0 && draft.channel === "" ? "channel" : "product";
      return addRow.current?.show({ [field]: problem });
    }
    addRow.current?.show({});
    toast.dismiss(toastId);
    if (await ask(saving(draft))) send();
  };

  const clear = async () => {
    if (rests()) return;
    const draft = draftStore.get();
    const done = draft.processed !== undefined && !isChanged(draft);
    if (draft.lines.length > 0 && !done && !(await ask(clearing(draft)))) return;
    draftStore.set(blank);
    onCleared();
    addRow.current?.show({});
    // After the dialog has given the focus back to where it was.
    setTimeout(() => addRow.current?.focus(), 50);
  };

  return { save: () => void save(), clear: () => void clear(), asking };
}
