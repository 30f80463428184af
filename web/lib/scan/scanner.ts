// Wedge scanners: they type a code faster than a person can, and end it with Enter.
import { useContext, useLayoutEffect, useRef } from "react";
import { DialogContext, topDialog } from "../top-dialog.ts";

/** Milliseconds between two keys of a scan at most; a person types more slowly. */
export const maxKeyGap = 35;
const minCodeLength = 4;

/** Fields that a scan types into; a select jumps to the option that begins with the letter. */
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const restore = (field: Typed, text: string): void => {
  if (field.value !== text) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  }
  // As on focus: what is typed next replaces the number.
  if (field.type === "number") (field as HTMLInputElement).select();
};

/** The focused field, unless it takes scans itself (`data-scan`). */
const fieldOf = (target: EventTarget | null): Typed | null =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement) &&
  !("scan" in target.dataset)
    ? target
    : null;

/** In a button, a select or a date, a space presses or opens instead of typing. */
const takesSpaces = (target: EventTarget | null): boolean =>
  typeof (target as HTMLInputElement | null)?.selectionStart === "number";

/**
 * Calls back with each scanned code, unless a dialog covers the caller. A field that the scan was typed into is
 * restored, unless it takes scans itself.
 */
export function useScanner(onScan: ((code: string) => void) | undefined): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  const within = useContext(DialogContext);
  const on = onScan !== undefined;
  // Before paint: as soon as the screen is visible, a scan may come.
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
        // Under a dialog without a scanner of its own the code stays as typed.
        if (within.current === topDialog()) {
          const field = fieldOf(event.target);
          if (field) restore(field, before);
          latest.current?.(code);
        }
        code = "";
        // The next scan is a new one, however soon it begins.
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

/** useScanner as a component, for inside a dialog. */
export function Scanner({ onScan }: { onScan: ((code: string) => void) | undefined }): null {
  useScanner(onScan);
  return null;
}
