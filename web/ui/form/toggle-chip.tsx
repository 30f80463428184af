// A small button that stays pressed: a preset, or one of several filters.
import type { ComponentProps } from "react";
import style from "./toggle-chip.module.css";

export function ToggleChip({ pressed, ...button }: ComponentProps<"button"> & { pressed: boolean }) {
  return <button type="button" {...button} className={style.chip} aria-pressed={pressed} />;
}

/** Chips on a line, with their name for screen readers. */
export function ToggleChips({ label, ...fieldset }: ComponentProps<"fieldset"> & { label: string }) {
  return (
    <fieldset {...fieldset} className={style.chips}>
      <legend data-sr-only>{label}</legend>
      {fieldset.children}
    </fieldset>
  );
}
