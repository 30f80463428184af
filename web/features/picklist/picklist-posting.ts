// Posts a picklist once: its key is stored with the draft before the request is sent, until the outcome is known.
import { useId, useRef, useState } from "react";
import type { Detail } from "#shared/failure.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt, isKnownOutcome } from "../../lib/api/client.ts";
import { useRefresh } from "../../lib/api/refresh.ts";
import { today } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { markProcessed, type Posting, reopen, requestedLines, unlock } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

const route = "POST /v1/transactions/out";

export interface PicklistPosting {
  busy: boolean;
  /** Posts the draft under a new key. */
  send: () => void;
  /** Repeats the request whose outcome is unknown, under its key. */
  repeat: () => void;
}

export function usePosting(onRefused: (details: readonly Detail[]) => void): PicklistPosting {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const toastId = useId();
  const reload = useRefresh();
  const offer = useOfferUndo();

  const post = async (posting: Posting, repeated: boolean): Promise<void> => {
    const { key, list, channel } = posting;
    toast.loading("Processing", toastId);
    const result = await attempt(route, { body: { list, channel }, key });
    const draft = draftStore.get();
    // Another attempt has had the answer, or another user has signed in since.
    if (draft.posting?.key !== key) return toast.dismiss(toastId);
    if (result.ok) {
      const items = result.answer.data.filter((item) => "breakdown" in item);
      const { movement } = result.answer;
      draftStore.set(markProcessed(posting, { movement, items }, today()));
      offer({
        movement,
        text: `Picklist ${movementNumber(movement)}: ${linesText(items)}`,
        onUndone: () => draftStore.set(reopen(draftStore.get(), movement)),
      });
      toast.success("Picklist Processed", toastId);
      reload(affectedQueries.stock);
      return;
    }
    if (isKnownOutcome(result.failure, repeated)) draftStore.set(unlock(draft));
    toast.refusal(result.failure, toastId);
    onRefused(result.failure.details);
  };

  /** A second press while the first runs does nothing. */
  const once = async (posting: Posting | undefined, repeated: boolean): Promise<void> => {
    if (running.current || !posting) return;
    running.current = true;
    setBusy(true);
    await post(posting, repeated);
    running.current = false;
    setBusy(false);
  };

  const send = () => {
    const draft = draftStore.get();
    if (draft.channel === "" || running.current) return;
    const posting = {
      key: crypto.randomUUID(),
      list: requestedLines(draft.lines),
      channel: draft.channel,
      day: today(),
    };
    draftStore.set({ ...draft, posting });
    void once(posting, false);
  };
  const repeat = () => void once(draftStore.get().posting, true);

  return { busy, send, repeat };
}
