// Wedge scanners: they type a code faster than a person and end it with Enter.
import { useContext, useLayoutEffect, useRef } from "react";
import { DialogContext, topDialog } from "../top-dialog.ts";

/** Most milliseconds between two keys of a scan, and fewest keys of one. */
export const maxKeyGap = 35;
const minCodeLength = 4;

/** What keys change when a scan runs into it: a select jumps to the choice that begins with a typed letter. */
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const restore = (field: Typed, text: string): void => {
  if (field.value !== text) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }
  // As when it was come to: what is typed next replaces the number.
  if (field.type === "number") (field as HTMLInputElement).select();
};

/** The field being typed in, unless it takes scans itself by `data-scan`. */
const fieldOf = (target: EventTarget | null): Typed | null =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement) &&
  !("scan" in target.dataset)
    ? target
    : null;

/** In a button, a select or a date a space is no letter: it presses or opens. */
const takesSpaces = (target: EventTarget | null): boolean =>
  typeof (target as HTMLInputElement | null)?.selectionStart === "number";

/**
 * Calls back with each scanned code, unless a dialog lies over what calls this; a field that did not ask for it is as it
 * was before.
 */
export function useScanner(onScan: ((code: string) => void) | undefined): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  const within = useContext(DialogContext);
  const on = onScan !== undefined;
  // Before it is painted: who sees the screen may scan.
  useLayoutEffect(() => {
    if (!on) return;
    let code = "";
    let last = 0;
    let before = "";
    const press = (event: KeyboardEvent) => {
      const quick = event.timeStamp - last < maxKeyGap;
      if (event.key === "Enter" && quick && code.length >= minCodeLength) {
        event.preventDefault();
        event.stopPropagation();
        // Only who hears it takes it back: under a dialog without a scanner of its own it stays as typed.
        if (within.current === topDialog()) {
          const field = fieldOf(event.target);
          if (field) restore(field, before);
          latest.current?.(code);
        }
        code = "";
        // However soon the next scan begins, it is another one.
        last = 0;
        return;
      }
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!quick) {
        code = "";
        before = fieldOf(event.target)?.value ?? "";
      }
      if (event.key === " " && quick && !event.repeat && !takesSpaces(event.target)) event.preventDefault();
      code += event.key;
      last = event.timeStamp;
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [on, within]);
}

/** Hears what is scanned while the dialog it stands in lies over the rest. */
export function Scanner({ onScan }: { onScan: ((code: string) => void) | undefined }): null {
  useScanner(onScan);
  return null;
}
