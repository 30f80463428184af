// The draft of this tab and user, in sessionStorage: it survives a reload, an expired session and other screens.
import { useSyncExternalStore } from "react";
import { session } from "../../lib/api/session.ts";
import { newEmitter } from "../../lib/emitter.ts";
import { type Draft, emptyDraft } from "./picklist-draft.ts";

/** Another number drops drafts of an older shape. */
const key = () => `kept ${session().user?._id} picklist 1`;

const { subscribe, emit } = newEmitter();
const parse = (text: string | null): Draft => (text === null ? emptyDraft : JSON.parse(text));

// What was being posted as the page was left is in the outbox.
if (parse(sessionStorage.getItem(key())).posting?.id) sessionStorage.removeItem(key());

let read: { text: string | null; draft: Draft } = { text: null, draft: emptyDraft };

export const draftStore = {
  get: (): Draft => {
    const text = sessionStorage.getItem(key());
    if (text !== read.text) read = { text, draft: parse(text) };
    return read.draft;
  },
  set: (draft: Draft): void => {
    if (draft === emptyDraft) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), JSON.stringify(draft));
    emit();
  },
  clear: (): void => draftStore.set(emptyDraft),
};

export const usePicklistDraft = (): Draft => useSyncExternalStore(subscribe, draftStore.get);
