// The keys of a row of the plan, which press its own controls: digits are typed into its quantity, from where Enter leads
// back to the row, + and - are one carton, S snoozes it.
import { useEffect } from "react";
import { useShortcuts } from "../../lib/shortcuts.ts";

/** The row that has the focus. */
const focusedRow = (): Element | null =>
  document.activeElement?.matches("tr[aria-rowindex]") ? document.activeElement : null;

const within = (selector: string): HTMLElement | null | undefined => focusedRow()?.querySelector<HTMLElement>(selector);

const press = (event: KeyboardEvent): void => {
  const { key, target } = event;
  // Its quantity has taken the Enter.
  if (key === "Enter" && target instanceof HTMLInputElement && target.type === "number")
    target.closest<HTMLElement>("tr[aria-rowindex]")?.focus();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // It is selected on focus, so that the digit replaces it.
  if (/^\d$/.test(event.key)) within("input[type=number]")?.focus();
};

export function useRowKeys(): void {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useShortcuts({
    "+": () => within("[aria-label^='More']")?.click(),
    "-": () => within("[aria-label^='Less']")?.click(),
    s: () => within("[data-snooze]")?.click(),
  });
}
