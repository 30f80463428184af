// The row above a list that adds to it: fields side by side, the last one and its button on one line on phones.
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import { focusNextField } from "../../lib/forms/focus-next-field.ts";
import style from "./add-row.module.css";

interface Props {
  /** Its accessible name. */
  label: string;
  onSubmit: () => void;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** Plain Enter moves to the next field, and submits from the last. */
export function AddRow({ label, onSubmit, ref, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing)
      focusNextField(event);
  };
  return (
    <form ref={ref} aria-label={label} noValidate className={style.row} onSubmit={submit} onKeyDown={press}>
      {children}
    </form>
  );
}

/** The button at its end, level with the fields under their labels. */
export function AddRowEnd({ children }: { children: ReactNode }) {
  return <div className={style.end}>{children}</div>;
}

/** In its place while it loads. */
export function AddRowSkeleton() {
  const id = useId();
  return (
    <div className={style.row} aria-busy="true">
      {["channel", "product", "quantity", "end"].map((bone) => (
        <span key={id + bone} className={style.bone} />
      ))}
    </div>
  );
}
