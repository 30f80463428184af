// The dialogs over a screen. Separate from ui/dialog, since shortcuts and scanners ask without loading it.
import { createContext, type RefObject } from "react";

/** The topmost dialog, or null. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? null;

/** The dialog that a component is in; none on the screen itself. */
export const DialogContext = createContext<RefObject<Element | null>>({ current: null });
