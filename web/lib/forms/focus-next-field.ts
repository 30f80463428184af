// Enter moves to the next field, for forms filled by a scanner; only the last field submits.
import type { KeyboardEvent } from "react";

/** No text area: Enter adds a line there. */
const fields = "input:not([type=hidden], [disabled]), select:not([disabled])";

export const focusNextField = (event: KeyboardEvent<HTMLFormElement>): void => {
  const from = event.target;
  if (event.defaultPrevented || !(from instanceof HTMLInputElement || from instanceof HTMLSelectElement)) return;
  // A radio group is one stop.
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(fields)].filter(
    (field) => field === from || !(field instanceof HTMLInputElement && field.type === "radio" && !field.checked),
  );
  const next = stops[stops.indexOf(from) + 1];
  event.preventDefault();
  if (next) next.focus();
  else event.currentTarget.requestSubmit();
};
