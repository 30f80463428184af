// Keyboard shortcuts: single letters outside fields, which can be switched off (WCAG 2.1.4), sequences, and chords.
import { useEffect, useRef } from "react";
import { preferenceOf } from "./preference.ts";
import { minCodeLength } from "./scan/burst.ts";
import { maxStall, typed, wasScannerSeen } from "./scan/takers.ts";
import { topDialog } from "./top-dialog.ts";

/** Names are keys as typed: "/", "?", "n", "g w", or "mod+k" for Ctrl or Cmd. */
type Shortcuts = Record<string, () => void>;

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTimeout = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether a key is no part of a code: right before it came only the same key, or the first of its pair. */
const isAlone = (burst: string, pair: string): boolean =>
  new Set(burst).size <= 1 || burst.toLowerCase() === pair.replace(" ", "");

/**
 * Installs shortcuts while mounted. Letters do nothing while typing, under a dialog, or when switched off. On a device where a
 * scanner was seen they wait until it is clear that they do not begin a code.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let first = "";
    let firstAt = 0;
    let waiting: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      const act = waiting;
      waiting = undefined;
      act?.();
    };
    const wait = (act: () => void) => {
      waiting = act;
      timer = setTimeout(settle, maxStall);
    };
    const press = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
      if (waiting && isCharacter) {
        clearTimeout(timer);
        if (typed.text.length < minCodeLength) wait(waiting);
        else waiting = undefined;
      } else settle();
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!mod && (isTyping(event.target) || topDialog() || preferenceOf("shortcuts", "on") === "off")) return;
      const pair = event.timeStamp - firstAt < sequenceTimeout ? `${first} ${key}` : "";
      if (!mod && !isAlone(typed.text, latest.current[pair] ? pair : "")) {
        first = "";
        return;
      }
      const act = mod ? latest.current[`mod+${key}`] : (latest.current[pair] ?? latest.current[key]);
      first = key;
      firstAt = event.timeStamp;
      if (!act) return;
      event.preventDefault();
      first = "";
      if (!/^[a-z]$/.test(key) || mod || !wasScannerSeen()) return act();
      settle();
      wait(act);
    };
    addEventListener("keydown", press);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", press);
    };
  }, []);
}
