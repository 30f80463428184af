// Keyboard shortcuts: single letters outside fields, which can be switched off (WCAG 2.1.4), sequences, and chords.
import { useEffect, useRef } from "react";
import { preferenceOf } from "./preference.ts";
import { maxStall, typed } from "./scan/takers.ts";
import { topDialog } from "./top-dialog.ts";

/** Names are keys as typed: "/", "?", "n", "g w", or "mod+k" for Ctrl or Cmd. */
type Shortcuts = Record<string, () => void>;

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTimeout = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** What was typed before a key without a pause is that key again, or the first of a pair; else it is part of a code. */
const isAlone = (burst: string, pair: string): boolean =>
  new Set(burst).size <= 1 || burst.toLowerCase() === pair.replace(" ", "");

/**
 * Installs shortcuts while mounted. Letters do nothing while typing, under a dialog, or when switched off. They wait for
 * a quick next key, which would make them part of a scanned code.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let first = "";
    let firstAt = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      clearTimeout(waiting);
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
      if (/^[a-z]$/.test(key) && !mod) waiting = setTimeout(act, maxStall);
      else act();
    };
    addEventListener("keydown", press);
    return () => {
      clearTimeout(waiting);
      removeEventListener("keydown", press);
    };
  }, []);
}
