// Enter moves on: in forms filled by scanner it goes to the next field, and only the last one submits.
import type { KeyboardEvent } from "react";

const fields = "input:not([type=hidden], [disabled]), select:not([disabled]), textarea:not([disabled])";

export const moveOn = (event: KeyboardEvent<HTMLFormElement>): void => {
  const from = event.target;
  if (event.defaultPrevented || !(from instanceof HTMLInputElement || from instanceof HTMLSelectElement)) return;
  // A radio group is one stop.
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(fields)].filter(
    (field) => field === from || !(field instanceof HTMLInputElement && field.type === "radio" && !field.checked),
  );
  const next = stops[stops.indexOf(from) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};
