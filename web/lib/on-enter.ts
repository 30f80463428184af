// Enter in a field that adds to a list.
import type { KeyboardEvent } from "react";

/** Plain Enter does this, instead of going on to the next field. */
export const onEnter = (event: KeyboardEvent, act: () => void): void => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
};
