// Enter in a field: Ctrl or Cmd + Enter submits, and a field can handle plain Enter itself.
import type { KeyboardEvent } from "react";

/** Ctrl or Cmd + Enter submits the form from any of its fields; returns whether it did. */
export const submitOnEnter = (event: KeyboardEvent<HTMLFormElement>): boolean => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  event.currentTarget.requestSubmit();
  return true;
};

/** Plain Enter calls `act`, instead of moving to the next field. */
export const onEnter = (event: KeyboardEvent, act: () => void): void => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
};
