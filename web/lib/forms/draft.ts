// Drafts: what was typed and not submitted, restored to the same user for twelve hours.
import { useEffect, useRef } from "react";
import { onSessionEnd, session } from "../api/session.ts";
import { screenFailures } from "../screen-failures.ts";

const lifetime = 12 * 60 * 60 * 1_000;
const at = (name: string): string => `draft ${session().user?._id} ${name}`;

/** The draft stored under this name. React may render a component again, so reading leaves it. */
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

/** Milliseconds after the last input until it is stored. */
const pause = 300;

/**
 * Stores these values while they are typed, so that they outlive a reload, an expired session, and a screen or a browser
 * that fails; undefined stores nothing. What is closed leaves no draft. Never give it a password.
 */
export function useDraft(name: string, values: () => unknown): void {
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    if (!name) return;
    const drop = draftRemover(name);
    let isKept = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const kept = latest.current();
      if (kept === undefined) drop();
      else sessionStorage.setItem(at(name), JSON.stringify({ time: Date.now(), values: kept }));
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    };
    const keepForGood = () => {
      keep();
      isKept = true;
    };
    // Pickers and steppers are pressed, without an input event.
    for (const type of ["input", "click"]) document.addEventListener(type, keepSoon);
    addEventListener("pagehide", keep);
    const stops = [onSessionEnd((why) => why === "expired" && keepForGood()), screenFailures.subscribe(keepForGood)];
    return () => {
      clearTimeout(timer);
      for (const type of ["input", "click"]) document.removeEventListener(type, keepSoon);
      removeEventListener("pagehide", keep);
      for (const stop of stops) stop();
      if (!isKept) drop();
    };
  }, [name]);
}
