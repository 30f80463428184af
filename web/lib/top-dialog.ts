// Dialogs over the screen, one over another.
import { createContext, type RefObject } from "react";

/** The one that lies over everything, or null. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? null;

/** The dialog something stands in; on the screen itself, none. */
export const DialogContext = createContext<RefObject<Element | null>>({ current: null });
