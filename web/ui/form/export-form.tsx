// Related exports with the field that chooses what they hold, as one form.
import type { ReactNode } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import style from "./export-button.module.css";

export function ExportForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
  /** Enter in its field. */
  onSubmit?: () => void;
  children: ReactNode;
}) {
  return (
    <form
      aria-label={label}
      className={style.form}
      onKeyDown={submitOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      {children}
    </form>
  );
}
