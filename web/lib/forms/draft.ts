// Drafts: what was typed when a session expired or the page was reloaded, restored to the same user for twelve hours.
import { useEffect, useRef } from "react";
import { onSessionEnd, session } from "../api/session.ts";

const lifetime = 12 * 60 * 60 * 1_000;
const at = (name: string): string => `draft ${session().user?._id} ${name}`;

/** The draft stored under this name. It stays until `useDraft` is mounted, since React may render a component again. */
export const readDraft = <T>(name: string): T | undefined => {
  const kept = sessionStorage.getItem(at(name));
  // JSON writes the NaN of an emptied number as null, and nothing else here is null.
  const draft: { time: number; values: T } | null = kept ? JSON.parse(kept, (_, value) => value ?? Number.NaN) : null;
  return draft && Date.now() - draft.time < lifetime ? draft.values : undefined;
};

/** A function that removes the draft of this name, of the user who is signed in now. */
export const draftRemover = (name: string): (() => void) => {
  const place = at(name);
  return () => sessionStorage.removeItem(place);
};

/**
 * While mounted, stores these values when the session expires, and with `surviveReload` on a reload too; undefined
 * stores nothing. Never give it a password.
 */
export function useDraft(name: string, values: () => unknown, surviveReload = false): void {
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    const keep = () => {
      const kept = latest.current();
      if (kept !== undefined) sessionStorage.setItem(at(name), JSON.stringify({ time: Date.now(), values: kept }));
    };
    // A page restored from the back-forward cache needs no draft.
    const drop = draftRemover(name);
    drop();
    const stop = onSessionEnd((why) => why === "expired" && keep());
    if (surviveReload) {
      addEventListener("pagehide", keep);
      addEventListener("pageshow", drop);
    }
    return () => {
      stop();
      removeEventListener("pagehide", keep);
      removeEventListener("pageshow", drop);
    };
  }, [name, surviveReload]);
}
