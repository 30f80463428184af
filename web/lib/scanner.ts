// Wedge scanners: they type a code faster than a person and end it with Enter.
import { useLayoutEffect, useRef } from "react";

/** Most milliseconds between two keys of a scan, and fewest keys of one. */
export const scanGap = 35;
const shortest = 4;

const setText = (input: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
};

/** The field being typed in, unless it takes scans itself by `data-scan`. */
const fieldOf = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !("scan" in target.dataset)
    ? target
    : null;

/** Calls back with each scanned code; a field that did not ask for it gets its text back. */
export function useScanner(onScan: ((code: string) => void) | undefined): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  const on = onScan !== undefined;
  // Before it is painted: who sees the screen may scan.
  useLayoutEffect(() => {
    if (!on) return;
    let code = "";
    let last = 0;
    let before = "";
    const press = (event: KeyboardEvent) => {
      const quick = event.timeStamp - last < scanGap;
      if (event.key === "Enter" && quick && code.length >= shortest) {
        event.preventDefault();
        event.stopPropagation();
        const field = fieldOf(event.target);
        if (field) setText(field, before);
        latest.current?.(code);
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
      code += event.key;
      last = event.timeStamp;
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [on]);
}
