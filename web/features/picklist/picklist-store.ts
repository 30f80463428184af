// The draft of this tab and user: it survives a reload, a browser that is killed, an expired session and other screens.
import { useSyncExternalStore } from "react";
import type { Answer } from "#shared/api.ts";
import { channels } from "#shared/channel.ts";
import type { ProductTag } from "#shared/product.ts";
import { session } from "../../lib/api/session.ts";
import { newEmitter } from "../../lib/emitter.ts";
import { today } from "../../lib/format.ts";
import { type DraftOffer, keepDraft, readDraft, useDraftOffer } from "../../lib/forms/draft.ts";
import { reloadForModule } from "../../lib/lazy.tsx";
import { isKeyTaken } from "../../lib/outbox/entry.ts";
import type { Settlement } from "../../lib/outbox/postings.ts";
import { type Guard, isListOf, isNumber, isOneOf, isOptional, isShape, isText } from "../../lib/stored.ts";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";
import {
  type Draft,
  emptyDraft,
  isChanged,
  markProcessedLate,
  picklistIn,
  requestedLines,
  withoutKey,
} from "./picklist-draft.ts";

/** Another number drops drafts of an older shape. */
const name = "picklist 1";

const isChannel = isOneOf(...channels);
const isProduct: Guard<ProductTag> = isShape({
  _id: isText,
  p_id: isText,
  name: isText,
  image: isOptional(isText),
}) as Guard<ProductTag>;
const isWarehouse = isShape({ _id: isText, w_id: isText, name: isText });
const isPlace = isShape({ warehouse: isWarehouse, quantity: isNumber });

const isPosting = isShape({
  id: isText,
  list: isListOf(isShape({ product: isText, quantity: isNumber })),
  channel: isChannel,
  warehouses: isOptional(isListOf(isText)),
  day: isText,
});

const isDraft = isShape({
  channel: isOneOf("", ...channels),
  from: isOptional(isListOf(isText)),
  lines: isListOf(isShape({ product: isProduct, quantity: isNumber })),
  posting: isOptional(isPosting),
  tried: isOptional(isPosting),
  corrects: isOptional(isText),
  processed: isOptional(
    isShape({
      movement: isText,
      day: isText,
      firstDay: isOptional(isText),
      channel: isChannel,
      items: isListOf(isShape({ product: isProduct, quantity: isNumber, breakdown: isListOf(isPlace) })),
      from: isOptional(isListOf(isWarehouse)),
    }),
  ),
  leftOut: isOptional(isShape({ number: isText, names: isListOf(isText) })),
}) as Guard<Draft>;

const { subscribe, emit } = newEmitter();

let known: { user: string | undefined; draft: Draft } | undefined;

export const draftStore = {
  get: (): Draft => {
    const user = session().user?._id;
    if (known?.user !== user) {
      const stored = readDraft(name, isDraft) ?? emptyDraft;
      // A picklist that was being posted when the page was left is in the outbox.
      known = { user, draft: stored.posting?.id ? emptyDraft : stored };
    }
    return known?.draft ?? emptyDraft;
  },
  set: (draft: Draft): void => {
    known = { user: session().user?._id, draft };
    keepDraft(name, draft === emptyDraft ? undefined : draft);
    emit();
  },
  clear: (): void => draftStore.set(emptyDraft),
};

/** Whether the draft is what it was when it was tried. */
export const isAsTried = ({ tried, channel, lines }: Draft): boolean =>
  channel === tried?.channel && JSON.stringify(requestedLines(lines)) === JSON.stringify(tried.list);

/** `otherwise` if its lines exist only here; undefined if nothing is lost. */
export const replaceQuestion = async (draft: Draft, otherwise: Question): Promise<Question | undefined> => {
  const held = draft.tried && (await readHeld(draft.tried.id));
  if (held) return held(isAsTried(draft) ? "" : "What you changed since is not submitted. ");
  const isLost = draft.lines.length > 0 && (!draft.processed || isChanged(draft));
  return isLost ? otherwise : undefined;
};

/** The question about what was tried, if it waits as the server is in trouble. */
const readHeld = async (key: string) => {
  const [{ heldEntry }, { waitQuestion }] = await Promise.all([
    import("../../lib/outbox/post.ts").catch(reloadForModule),
    import("../../ui/dialog/leave.ts").catch(reloadForModule),
  ]);
  const held = heldEntry(key);
  return held.isHeld() ? (rest: string) => waitQuestion(held, rest) : undefined;
};

/** The outcome of an entry, which may be the one of this draft. */
export const settleDraft = (settlement: Settlement): void => {
  const draft = draftStore.get();
  const { tried } = draft;
  if (!tried || tried.id !== settlement.key) return;
  if ("answer" in settlement) {
    const answer = settlement.answer as Answer<"POST /v1/transactions/out">;
    draftStore.set(markProcessedLate(draft, tried, picklistIn(answer), today()));
  } else if (isKeyTaken(settlement.refusal)) draftStore.set(withoutKey(draft));
};

export const usePicklistDraft = (): Draft => useSyncExternalStore(subscribe, draftStore.get);

// A picklist that was being posted is in the outbox.
const isOffered: Guard<Draft> = (value): value is Draft => isDraft(value) && !value.posting;

/** The picklist draft of a closed tab. */
export const usePicklistOffer = (): DraftOffer<Draft> | undefined => useDraftOffer(name, isOffered);

let waiting: File | undefined;

/** The order file that was dropped or pasted on Create Picklist, on its way to the screen of order files. */
export const handOverFile = (file: File): void => {
  waiting = file;
};

/** The file, once. */
export const takeFile = (): File | undefined => {
  const file = waiting;
  waiting = undefined;
  return file;
};
