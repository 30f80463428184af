// Sends a picklist once: its key is kept with the draft before the request leaves, and until the outcome is known.
import { useId, useRef, useState } from "react";
import type { Detail } from "#shared/failure.ts";
import { numberOf } from "#shared/movement-number.ts";
import { shows } from "../../domain/affected-queries.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { attempt, isKnown } from "../../lib/api/client.ts";
import { useReload } from "../../lib/api/refresh.ts";
import { today } from "../../lib/format.ts";
import { say } from "../../lib/toast.ts";
import { type Posting, process, totalsOf, undone, unlock, wantedOf } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

const route = "POST /v1/transactions/out";

export interface PicklistPosting {
  busy: boolean;
  /** Asks for what the draft says, under a new key. */
  send: () => void;
  /** Repeats the request whose outcome is unknown. */
  repeat: () => void;
}

export function usePosting(onRefused: (details: readonly Detail[]) => void): PicklistPosting {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const toast = useId();
  const reload = useReload();
  const offer = useOfferUndo();

  const post = async (posting: Posting, repeated: boolean): Promise<void> => {
    const { key, list, channel } = posting;
    say.working("Processing", toast);
    const result = await attempt(route, { body: { list, channel }, key });
    const draft = draftStore.get();
    // Another try has had the answer, or somebody else is signed in by now.
    if (draft.posting?.key !== key) return say.forget(toast);
    if (result.ok) {
      const items = result.answer.data.filter((item) => "breakdown" in item);
      const { movement } = result.answer;
      draftStore.set(process(posting, { movement, items }, today()));
      offer({
        movement,
        text: `Picklist ${numberOf(movement)}: ${totalsOf(items)}`,
        onUndone: () => draftStore.set(undone(draftStore.get(), movement)),
      });
      say.done("Picklist Processed", toast);
      reload(shows.stock);
      return;
    }
    if (isKnown(result.failure, repeated)) draftStore.set(unlock(draft));
    say.refused(result.failure, toast);
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
    const posting = { key: crypto.randomUUID(), list: wantedOf(draft.lines), channel: draft.channel, day: today() };
    draftStore.set({ ...draft, posting });
    void once(posting, false);
  };
  const repeat = () => void once(draftStore.get().posting, true);

  return { busy, send, repeat };
}
