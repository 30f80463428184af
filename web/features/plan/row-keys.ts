// The keys of a row of the plan, which press its controls: digits go into its quantity, Enter returns from there to the
// row, + and - change a carton, S snoozes.
import { useEffect } from "react";
import { useShortcuts } from "../../lib/shortcuts.ts";

const focusedRow = (): Element | null =>
  document.activeElement?.matches("tr[aria-rowindex]") ? document.activeElement : null;

const within = (selector: string): HTMLElement | null | undefined => focusedRow()?.querySelector<HTMLElement>(selector);

const press = (event: KeyboardEvent): void => {
  const { key, target } = event;
  // The quantity has handled this Enter.
  if (key === "Enter" && target instanceof HTMLInputElement && target.type === "number")
    target.closest<HTMLElement>("tr[aria-rowindex]")?.focus();
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // The quantity is selected on focus, so that the digit replaces it.
  if (/^\d$/.test(event.key)) within("input[type=number]")?.focus();
};

export function useRowKeys(snooze: (product: string) => void): void {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useShortcuts({
    "+": () => within("[aria-label^='More']")?.click(),
    "-": () => within("[aria-label^='Less']")?.click(),
    s: () => {
      const product = within("[data-more]")?.dataset.more;
      if (product) snooze(product);
    },
  });
}
