// Enter in a field: what it adds to a list, and with Ctrl or Cmd its form.
import type { KeyboardEvent } from "react";

/** Ctrl or Cmd + Enter submits the form from any of its fields; answers whether it was that. */
export const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>): boolean => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  event.currentTarget.requestSubmit();
  return true;
};

/** Plain Enter does this, instead of going on to the next field. */
export const onEnter = (event: KeyboardEvent, act: () => void): void => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
};
