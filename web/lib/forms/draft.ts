// Drafts: input that was not submitted, stored on the device for its user and tab for twelve hours. The same tab
// continues it; the draft of a closed tab is offered.
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { loadedDrafts, onSessionEnd, session } from "../api/session.ts";
import { type DraftKey, database } from "../api/session-database.ts";
import { newEmitter } from "../emitter.ts";
import { screenFailures } from "../screen-failures.ts";
import { fitting, type Guard, isLike, isText, readText, writeText } from "../stored.ts";

const isReload = (): boolean =>
  performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");

/** A tab keeps its id only if its page was left in order, and not if it was copied or killed. */
const ownId = (): string => {
  const id = readText("sessionStorage", "tab");
  if (id && (isReload() || readText("sessionStorage", "tab was left"))) return id;
  return crypto.randomUUID();
};

/** The id of this tab, in sessionStorage, which a reload keeps but a copy of the tab inherits. */
const tab: string = ownId();
writeText("sessionStorage", "tab", tab);
writeText("sessionStorage", "tab was left", undefined);
addEventListener("pagehide", () => writeText("sessionStorage", "tab was left", "yes"));
addEventListener("pageshow", () => writeText("sessionStorage", "tab was left", undefined));

const lockOf = (id: string): string => `tab ${id}`;

let isHeld = false;
/** Shows the other tabs that this one is open. */
const showTabIsOpen = (): void => {
  if (isHeld || !navigator.locks) return;
  isHeld = true;
  void navigator.locks.request(lockOf(tab), () => new Promise(() => undefined)).catch(() => undefined);
};

/** Tests whether a tab is open; undefined where the browser cannot tell. */
const openTabs = async (): Promise<((id: string) => boolean) | undefined> => {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  return (id) => held.some(({ name }) => name === lockOf(id));
};

const lifetime = 12 * 60 * 60 * 1_000;

interface Draft {
  key: DraftKey;
  /** When it was typed, in milliseconds since 1970. */
  time: number;
  values: unknown;
}

const isDraft = isLike({ time: 0 }) as Guard<Pick<Draft, "time" | "values">>;
const isFresh = ({ time }: Pick<Draft, "time">): boolean => Date.now() - time < lifetime;
const nameOf = (key: DraftKey): string => JSON.stringify(key);

/** The drafts of this tab: as stored when the page was opened, with changes since. */
const drafts = new Map<string, Draft>();
/** The drafts of tabs that were closed when the page was opened. */
let orphans: readonly Draft[] = [];
const changes = newEmitter();

/** Stores or deletes one draft, or deletes all of a user. A write that begins as the page is left still completes. */
const storeDrafts = async (of: DraftKey | [user: string], row?: unknown): Promise<void> => {
  try {
    const change = (await database()).transaction("drafts", "readwrite", { durability: "relaxed" });
    const key = of.length === 1 ? IDBKeyRange.bound(of, [...of, []]) : of;
    void (row === undefined ? change.store.delete(key) : change.store.put(row, key as DraftKey)).catch(() => undefined);
    change.commit();
    await change.done;
  } catch (error) {
    console.warn("The draft could not be stored on this device", error);
  }
};

let isLoaded = false;
/** Runs at the first use, when the session is loaded. */
const load = async (): Promise<void> => {
  if (isLoaded) return;
  isLoaded = true;
  const ofOtherTabs: Draft[] = [];
  for (const [key, value] of loadedDrafts()) {
    const row = fitting(`draft ${key[2]}`, value, isDraft);
    if (!row || !isFresh(row)) void storeDrafts(key);
    else if (key[1] === tab) drafts.set(nameOf(key), { key, ...row });
    else ofOtherTabs.push({ key, ...row });
  }
  if (drafts.size > 0) showTabIsOpen();
  if (ofOtherTabs.length === 0) return;
  const isOpen = await openTabs();
  orphans = ofOtherTabs.filter(({ key }) => isOpen && !isOpen(key[1])).toSorted((a, b) => b.time - a.time);
  changes.emit();
};

const ownKey = (name: string): DraftKey => [session().user?._id ?? "", tab, name];

/** React may render a component again, so reading leaves it. */
const ownDraft = (name: string): Draft | undefined => {
  void load();
  const draft = drafts.get(nameOf(ownKey(name)));
  return draft && isFresh(draft) ? draft : undefined;
};

/** The draft of this tab under this name. */
export const readDraft = <T>(name: string, fits: Guard<T>): T | undefined => {
  const draft = ownDraft(name);
  return draft && !isText(draft.values) ? fitting(`draft ${name}`, draft.values, fits) : undefined;
};

/** What stands for a draft while the outbox has the input: the entry of the history on which it was submitted. */
export const submittedHere = (): string => `on ${history.state?.key}`;

/** The outbox has the input of the form that stood here before a reload, or before a sign-in that led back to it. */
export const wasSubmittedHere = (name: string): boolean => {
  const values = ownDraft(name)?.values;
  return isText(values) && (history.state?.usr?.signedIn || values === submittedHere());
};

const keep = (key: DraftKey, values: unknown): void => {
  // A user who has signed out leaves no drafts.
  if (session().endedBy === "logout") return;
  const row = { time: Date.now(), values };
  drafts.set(nameOf(key), { key, ...row });
  showTabIsOpen();
  void storeDrafts(key, row);
};

const drop = (key: DraftKey): void => {
  void load();
  if (drafts.delete(nameOf(key))) void storeDrafts(key);
};

/** Stores the draft of this tab; undefined removes it. */
export const keepDraft = (name: string, values: unknown): void =>
  values === undefined ? drop(ownKey(name)) : keep(ownKey(name), values);

/** A function that removes the draft of this name, of the user who is signed in now. */
export const draftRemover = (name: string): (() => void) => {
  const key = ownKey(name);
  return () => drop(key);
};

// A logout deletes all drafts of the user.
onSessionEnd((why, user) => {
  if (why !== "logout" || !user) return;
  // Also those that this tab stored before it learnt of a logout in another tab.
  void storeDrafts([user._id]);
  for (const [name, { key }] of drafts) if (key[0] === user._id) drafts.delete(name);
  orphans = orphans.filter(({ key }) => key[0] !== user._id);
});

/** The draft of a closed tab. */
export interface DraftOffer<T> {
  values: T;
  /** When it was typed, in milliseconds since 1970. */
  time: number;
  /** Makes it this tab's draft: the caller fills it in, and stores it. */
  take: () => void;
  discard: () => void;
}

const removeOrphan = (orphan: Draft): void => {
  orphans = orphans.filter((one) => one !== orphan);
  void storeDrafts(orphan.key);
  changes.emit();
};

/** The latest draft of this name in a closed tab of the same user, if it fits. */
export function useDraftOffer<T>(name: string, fits: Guard<T>): DraftOffer<T> | undefined {
  const find = useCallback(() => {
    void load();
    const user = session().user?._id;
    return orphans.find(({ key, values }) => key[0] === user && key[2] === name && fits(values));
  }, [name, fits]);
  const orphan = useSyncExternalStore(changes.subscribe, find);
  if (!orphan || !isFresh(orphan)) return undefined;
  const remove = () => removeOrphan(orphan);
  return { values: orphan.values as T, time: orphan.time, take: remove, discard: remove };
}

/**
 * Stores these values while they are typed, so that they outlive a reload, an expired session, and a screen or a
 * browser that fails; undefined stores nothing. A form that is closed leaves no draft. Never give it a password.
 */
export function useDraft(name: string, values: () => unknown): void {
  const latest = useRef(values);
  latest.current = values;
  const changed = useRef(() => {});
  // Added lines and filled-in values cause no event of their own.
  useEffect(() => changed.current());
  useEffect(() => {
    if (!name) return;
    const key = ownKey(name);
    let staysOnLeave = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const keepNow = () => {
      const typed = latest.current();
      const text = JSON.stringify(typed);
      if (text === last) return;
      last = text;
      if (typed === undefined) drop(key);
      else keep(key, typed);
    };
    const keepSoon = () => {
      // Most fields have their value by now, the rest once they are drawn.
      keepNow();
      clearTimeout(timer);
      timer = setTimeout(keepNow);
    };
    const keepForGood = () => {
      keepNow();
      staysOnLeave = true;
    };
    changed.current = keepSoon;
    // Pickers and steppers are pressed, without an input event.
    for (const type of ["input", "click"]) document.addEventListener(type, keepSoon);
    addEventListener("pagehide", keepNow);
    const stops = [onSessionEnd((why) => why === "expired" && keepForGood()), screenFailures.subscribe(keepForGood)];
    return () => {
      changed.current = () => {};
      clearTimeout(timer);
      for (const type of ["input", "click"]) document.removeEventListener(type, keepSoon);
      removeEventListener("pagehide", keepNow);
      for (const stop of stops) stop();
      if (!staysOnLeave) drop(key);
    };
  }, [name]);
}
