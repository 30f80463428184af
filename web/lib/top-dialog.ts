// The dialogs over a screen. Separate from ui/dialog, which shortcuts and scanners do not load.
import { createContext, type RefObject } from "react";

export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? null;

/** The dialog that a component is in; none on the screen itself. */
export const DialogContext = createContext<RefObject<Element | null>>({ current: null });

/** Milliseconds within which a closing dialog disappears, even on a slow device. */
const closingTime = 1_000;

/** Runs when no dialog covers the screen: now, or as soon as one that is closing has given the focus back. */
export const onceUncovered = (run: () => void): void => {
  const until = performance.now() + closingTime;
  const look = () => {
    if (performance.now() < until) requestAnimationFrame(topDialog() ? look : run);
  };
  if (topDialog()) look();
  else run();
};

/** Whether no control has the focus, only the page or its title. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.tagName === "H1";
