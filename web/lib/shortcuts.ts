// Keyboard shortcuts: single letters outside fields, which can be switched off (WCAG 2.1.4), sequences, and chords.
import { type RefObject, useEffect, useRef } from "react";
import { preferenceOf } from "./preference.ts";
import { minCodeLength } from "./scan/burst.ts";
import { maxStall, typed, wasScannerSeen } from "./scan/takers.ts";
import { topDialog } from "./top-dialog.ts";
import { releaseIdleWork } from "./when-idle.ts";

/** Names are keys as typed: "/", "?", "n", "g w", or "mod+k" for Ctrl or Cmd. */
type Shortcuts = Record<string, () => void>;

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTimeout = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether a key is no part of a code: right before it came only the same key, or the first of its pair. */
const isAlone = (burst: string, pair: string): boolean =>
  new Set(burst).size <= 1 || burst.toLowerCase() === pair.replace(" ", "");

/** Shortcuts that somebody may press before the part of the screen that takes them is loaded. */
const isMenuKey = (name: string): boolean => /^g [a-z]$/.test(name);
const isKept = (name: string): boolean => name === "/" || name === "mod+k" || isMenuKey(name);

/** Milliseconds for which such a shortcut is kept, unless another key or a pointer is pressed. */
const longestWish = 10_000;

const takers = new Set<RefObject<Shortcuts>>();
const actOf = (name: string) => [...takers].find(({ current }) => current[name])?.current[name];

let wish = { name: "", until: 0 };
const forget = (): void => {
  wish = { name: "", until: 0 };
};

let first = "";
let firstAt = 0;
let waiting = "";
let timer: ReturnType<typeof setTimeout> | undefined;

const settle = (): void => {
  clearTimeout(timer);
  const name = waiting;
  waiting = "";
  actOf(name)?.();
};
const wait = (name: string): void => {
  waiting = name;
  timer = setTimeout(settle, maxStall);
};

const press = (event: KeyboardEvent): void => {
  forget();
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (waiting && isCharacter) {
    clearTimeout(timer);
    if (typed.text.length < minCodeLength) wait(waiting);
    else waiting = "";
  } else settle();
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!mod && (isTyping(event.target) || topDialog() || preferenceOf("shortcuts", "on") === "off")) return;
  const pair = event.timeStamp - firstAt < sequenceTimeout ? `${first} ${key}` : "";
  const isPair = !mod && (isMenuKey(pair) || actOf(pair) !== undefined);
  const name = mod ? `mod+${key}` : isPair ? pair : key;
  if (!mod && !isAlone(typed.text, isPair ? pair : "")) {
    first = "";
    return;
  }
  first = key;
  firstAt = event.timeStamp;
  const act = actOf(name);
  if (!act && !isKept(name)) return;
  event.preventDefault();
  first = "";
  if (!act) {
    wish = { name, until: event.timeStamp + longestWish };
    releaseIdleWork();
  } else if (!/^[a-z]$/.test(key) || mod || !wasScannerSeen()) act();
  else {
    settle();
    wait(name);
  }
};

addEventListener("keydown", press);
addEventListener("pointerdown", forget);

/**
 * Installs shortcuts while mounted. Letters do nothing while typing, under a dialog, or when switched off. On a device where a
 * scanner was seen they wait until it is clear that they do not begin a code.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    takers.add(latest);
    const act = latest.current[wish.name];
    if (act && performance.now() < wish.until) {
      forget();
      act();
    }
    return () => void takers.delete(latest);
  }, []);
}
