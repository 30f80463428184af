// Related exports and the field that chooses their content, as one form.
import type { ReactNode } from "react";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import style from "./export-button.module.css";

export function ExportForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
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
