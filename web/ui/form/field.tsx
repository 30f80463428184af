// A labelled field: label above, message beside; inputs take what lib/form's `field()` gives.
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import style from "./field.module.css";

export interface FieldProps {
  label: string;
  /** What is wrong with it. */
  error?: string | undefined;
  /** One line of help under it. */
  hint?: ReactNode;
  /** Something at the right end of the label's line. */
  aside?: ReactNode;
}

interface ControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** The frame of any control: give the wiring to it. */
export function Field({
  label,
  error,
  hint,
  aside,
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: (wiring: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={style.field}>
      <div className={style.head}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className={style.required} aria-hidden="true">
            required
          </span>
        )}
        {aside && <span className={style.aside}>{aside}</span>}
      </div>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined })}
      {error && (
        <p id={`${id}-error`} className={style.error} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function Input({ label, error, hint, aside, className = "", ...rest }: ComponentProps<"input"> & FieldProps) {
  return (
    <Field {...{ label, error, hint, aside, required: rest.required }}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...withoutRequired(rest)}
          {...wiring}
          aria-required={rest.required}
          className={`${style.control} ${className}`}
        />
      )}
    </Field>
  );
}

export function TextArea({ label, error, hint, aside, ...rest }: ComponentProps<"textarea"> & FieldProps) {
  return (
    <Field {...{ label, error, hint, aside, required: rest.required }}>
      {(wiring) => (
        <textarea
          rows={3}
          {...withoutRequired(rest)}
          {...wiring}
          aria-required={rest.required}
          className={`${style.control} ${style.area}`}
        />
      )}
    </Field>
  );
}

/** Said of what is chosen and is no choice: until the choices are known, and then. */
export const loadingChoice = "…";
export const notListed = "Not in this list";

interface Choice {
  value: string;
  label: string;
}

interface OptionsProps {
  choices: readonly Choice[];
  value?: ComponentProps<"select">["value"];
  /** The choices are not all known yet. */
  loading?: boolean | undefined;
  empty?: string | undefined;
}

/** `empty` is the first entry, for nothing chosen. What is chosen and is no choice is told from nothing chosen. */
function Options({ choices, value, loading, empty }: OptionsProps) {
  return (
    <>
      {empty !== undefined && <option value="">{empty}</option>}
      {value && !choices.some((choice) => choice.value === value) && (
        <option value={value}>{loading ? loadingChoice : notListed}</option>
      )}
      {choices.map(({ value: each, label }) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </>
  );
}

/** A native select. */
export function Select({
  label,
  error,
  hint,
  aside,
  choices,
  loading,
  empty,
  ...rest
}: ComponentProps<"select"> & FieldProps & Omit<OptionsProps, "value">) {
  return (
    <Field {...{ label, error, hint, aside, required: rest.required }}>
      {(wiring) => (
        <span className={style.pick}>
          <select
            {...withoutRequired(rest)}
            {...wiring}
            aria-required={rest.required}
            className={`${style.control} ${style.select}`}
          >
            <Options {...{ choices, empty, loading, value: rest.value }} />
          </select>
          <ChevronDown size={16} aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}

/** The same select without a visible label, for filter rows. */
export function FilterSelect({
  label,
  choices,
  loading,
  empty,
  ...rest
}: Omit<ComponentProps<"select">, "onChange"> & {
  label: string;
  choices: readonly Choice[];
  /** The choices are not all known yet. */
  loading?: boolean;
  empty: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className={`${style.pick} ${style.filter}`}>
      <select
        {...rest}
        aria-label={label}
        title={label}
        onChange={(event) => rest.onChange(event.target.value)}
        className={`${style.control} ${style.select}`}
      >
        <Options {...{ choices, empty, loading, value: rest.value }} />
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </span>
  );
}

/** Messages are ours and stand beside the field, so the browser's own bubble is not asked for. */
const withoutRequired = <P extends { required?: boolean | undefined }>({ required: _, ...rest }: P) => rest;
