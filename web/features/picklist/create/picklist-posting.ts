// Posts a picklist. While its answer is awaited the draft is locked; if none comes, the outbox has it and the draft is empty.
import { useRef, useState } from "react";
import type { Answer } from "#shared/api.ts";
import type { Detail } from "#shared/failure.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { useOfferUndo } from "../../../domain/undo-offer.ts";
import { today } from "../../../lib/format.ts";
import { isKeyTaken, type SentRequest } from "../../../lib/outbox/entry.ts";
import type { Attempted, PostingOptions } from "../../../lib/outbox/post.ts";
import { usePosting } from "../../../lib/outbox/use-posting.ts";
import {
  afterRefusal,
  type Draft,
  emptyDraft,
  lock,
  markProcessed,
  type Posting,
  picklistIn,
  picklistItems,
  reopen,
  requestedLines,
  unlock,
  withoutKey,
} from "../picklist-draft.ts";
import { draftStore } from "../picklist-store.ts";

const route = "POST /v1/transactions/out";

const inputOf = ({ list, channel, warehouses }: Posting) => ({
  body: { list, channel, ...(warehouses && { warehouses }) },
});

/** The key and requests of a draft that was tried before, on this screen or before a reload. */
const attemptedBy = ({ tried, corrects }: Draft, { id }: Posting): Attempted | undefined =>
  corrects === undefined || tried
    ? { key: id, earlier: tried ? [{ route, input: inputOf(tried) } satisfies SentRequest] : [] }
    : undefined;

export type PicklistPosting = ReturnType<typeof usePicklistPosting>;

/** `chosen`: the warehouses to take from; all without. */
export function usePicklistPosting(chosen: string[] | undefined, onRefused: (details: readonly Detail[]) => void) {
  const [sent, setSent] = useState(false);
  const offer = useOfferUndo();
  const offerUndo = (answer: Answer<typeof route>, title: string, hint: string) =>
    offer({
      movement: answer.movement,
      title,
      text: `Picklist ${movementNumber(answer.movement)}: ${linesText(picklistItems(answer.data))}${hint}`,
      onUndone: () => draftStore.set(reopen(draftStore.get(), answer.movement)),
    });
  const options: PostingOptions<typeof route> = {
    messages: ["Processing", "Picklist Processed"],
    answered: (answer, title, isLate) => offerUndo(answer, title, isLate ? ". Print it from Past picklists." : ""),
    kept: (entry, title) => offer({ entry, title }),
  };
  const attempted = useRef<Attempted>(undefined);
  const { run } = usePosting(route, options, attempted);

  const post = async (posting: Posting, draft: Draft): Promise<void> => {
    if (attempted.current?.key !== posting.id) attempted.current = attemptedBy(draft, posting);
    const onStored = () => draftStore.set(lock(draft, posting));
    const result = await run(inputOf(posting), { handover: { corrects: draft.corrects, onStored } });
    const after = draftStore.get();
    // Nothing was stored, or another user has signed in since.
    const isPosting = after.posting?.id === posting.id;
    if ("kept" in result) return isPosting ? draftStore.set(emptyDraft) : undefined;
    if (!result.ok) {
      const { failure } = result;
      if (isPosting)
        draftStore.set(isKeyTaken(failure) ? withoutKey(after) : afterRefusal(unlock(after), failure.details));
      if ("later" in result) void result.later.then((late) => late.ok || onRefused(late.failure.details));
      return onRefused(failure.details);
    }
    if (isPosting) draftStore.set(markProcessed(posting, picklistIn(result.answer), today()));
  };

  const send = () => {
    const draft = draftStore.get();
    const { channel } = draft;
    if (channel === "" || sent || draft.posting) return;
    setSent(true);
    const id = draft.tried?.id ?? draft.corrects ?? crypto.randomUUID();
    const warehouses = chosen && chosen.length > 0 && { warehouses: chosen };
    const posting = { id, list: requestedLines(draft.lines), channel, ...warehouses, day: today() };
    void post(posting, draft).finally(() => setSent(false));
  };

  return { busy: sent, send };
}
