// Keyboard shortcuts: single letters outside fields, which can be switched off (WCAG 2.1.4), sequences, and chords.
import { useEffect, useRef } from "react";
import { preferenceOf } from "./preference.ts";
import { maxKeyGap } from "./scan/scanner.ts";
import { topDialog } from "./top-dialog.ts";

/** Names are keys as typed: "/", "?", "n", "g w", or "mod+k" for Ctrl or Cmd. */
type Shortcuts = Record<string, () => void>;

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTimeout = 1_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** More keys than this, each as quick as a scanner, are a scanned code. */
const maxSequenceLength = 2;
/** Milliseconds a letter waits for the next key of a scan, which may be late on a busy machine. */
const scanDelay = 3 * maxKeyGap;

/**
 * Installs shortcuts while mounted. Letters do nothing while typing, under a dialog, or when switched off. They wait a
 * moment for a quick next key, which would make them part of a scanned code.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let first = "";
    let firstAt = 0;
    let lastAt = 0;
    let quick = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      quick = event.timeStamp - lastAt < maxKeyGap ? quick + 1 : 1;
      lastAt = event.timeStamp;
      clearTimeout(waiting);
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!mod && (isTyping(event.target) || topDialog() || preferenceOf("shortcuts", "on") === "off")) return;
      if (!mod && quick > maxSequenceLength) return;
      const pair = event.timeStamp - firstAt < sequenceTimeout ? `${first} ${key}` : "";
      const act = mod ? latest.current[`mod+${key}`] : (latest.current[pair] ?? latest.current[key]);
      first = key;
      firstAt = event.timeStamp;
      if (!act) return;
      event.preventDefault();
      first = "";
      if (/^[a-z]$/.test(key) && !mod) waiting = setTimeout(act, scanDelay);
      else act();
    };
    addEventListener("keydown", press);
    return () => {
      clearTimeout(waiting);
      removeEventListener("keydown", press);
    };
  }, []);
}
