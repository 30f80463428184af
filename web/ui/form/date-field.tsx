// A native date input that shows 19-11-2026 in every browser language, until it is edited.
import { CalendarDays } from "lucide-react";
import { type ComponentProps, useImperativeHandle, useRef, useState } from "react";
import { dayText } from "../../lib/format.ts";
import style from "./date-field.module.css";
import field from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

type Native = Omit<ComponentProps<"input">, "value" | "onChange" | "type">;

interface DateControlProps extends Native {
  /** YYYY-MM-DD or "". */
  value: string;
  onChange: (day: string) => void;
}

/** A year of two digits is one of this century. */
export const inCentury = (day: string): string => day.replace(/^00(?=\d\d-)/, "20");

/** The control alone, for filter rows; give it an `aria-label`. */
export function DateControl({ value, onChange, max, min, ref, ...rest }: DateControlProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const [editing, setEditing] = useState(false);
  return (
    <span className={style.date} data-editing={editing || undefined}>
      <input
        {...rest}
        ref={input}
        type="date"
        min={min}
        max={max}
        value={value}
        className={field.control}
        onFocus={() => setEditing(true)}
        onBlur={(event) => {
          setEditing(false);
          // Not while typing: a late day may be followed by an earlier month, and 20 by 26.
          const day = inCentury(value);
          const allowed = max && day > String(max) ? String(max) : day;
          if (allowed !== value) onChange(allowed);
          rest.onBlur?.(event);
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={style.text} aria-hidden="true">
        {value ? dayText(value) : "dd-mm-yyyy"}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={field.inset}
        aria-hidden="true"
        onClick={() => input.current?.showPicker()}
      >
        <CalendarDays size={18} />
      </button>
    </span>
  );
}

export function DateField(props: DateControlProps & FieldProps) {
  return <Field of={props}>{(control) => <DateControl {...control} />}</Field>;
}
