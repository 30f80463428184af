// Posts a picklist. While its answer is awaited the draft is locked; if none comes, the outbox has it and the draft is empty.
import { useState } from "react";
import type { Answer } from "#shared/api.ts";
import type { Detail } from "#shared/failure.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { useOfferUndo } from "../../../domain/undo-offer.ts";
import { today } from "../../../lib/format.ts";
import { usePosting } from "../../../lib/outbox/use-posting.ts";
import {
  type Draft,
  emptyDraft,
  markProcessed,
  type Posting,
  reopen,
  requestedLines,
  unlock,
} from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";

const route = "POST /v1/transactions/out";

const itemsOf = ({ data }: Answer<typeof route>) => data.filter((item) => "breakdown" in item);

export interface PicklistPosting {
  busy: boolean;
  send: () => void;
}

export function usePicklistPosting(onRefused: (details: readonly Detail[]) => void): PicklistPosting {
  const [sent, setSent] = useState(false);
  const offer = useOfferUndo();
  const offerUndo = (answer: Answer<typeof route>, title: string, hint: string) =>
    offer({
      movement: answer.movement,
      title,
      text: `Picklist ${movementNumber(answer.movement)}: ${linesText(itemsOf(answer))}${hint}`,
      onUndone: () => draftStore.set(reopen(draftStore.get(), answer.movement)),
    });
  const { run } = usePosting(route, {
    messages: ["Processing", "Picklist Processed"],
    answered: (answer, title, isLate) => offerUndo(answer, title, isLate ? ". Print it from Past picklists." : ""),
    kept: (entry, title) => offer({ entry, title }),
  });

  const post = async (posting: Posting, draft: Draft): Promise<void> => {
    const { list, channel } = posting;
    const onStored = () => draftStore.set({ ...draft, posting });
    const result = await run({ body: { list, channel } }, { handover: { corrects: draft.corrects, onStored } });
    const after = draftStore.get();
    // Nothing was stored, or another user has signed in since.
    const isPosting = after.posting?.id === posting.id;
    if ("kept" in result) return isPosting ? draftStore.set(emptyDraft) : undefined;
    if (!result.ok) {
      if (isPosting) draftStore.set(unlock(after));
      return onRefused(result.failure.details);
    }
    const { movement } = result.answer;
    if (isPosting) draftStore.set(markProcessed(posting, { movement, items: itemsOf(result.answer) }, today()));
  };

  const send = () => {
    const draft = draftStore.get();
    const { channel } = draft;
    if (channel === "" || sent || draft.posting) return;
    setSent(true);
    const posting = { id: crypto.randomUUID(), list: requestedLines(draft.lines), channel, day: today() };
    void post(posting, draft).finally(() => setSent(false));
  };

  return { busy: sent, send };
}
