// A labelled field with its error and hint; inputs take what `field()` of lib/forms/use-form returns.
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import style from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Error message. */
  error?: string | undefined;
  /** One line of help under it; an error takes its place. */
  hint?: ReactNode;
  /** At the right end of the label's line. */
  aside?: ReactNode;
}

interface ControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** The frame of any control, which must take the props given to `children`. */
export function Field({
  label,
  error,
  hint,
  aside,
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
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
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described })}
      {error && (
        <p id={`${id}-error`} className={style.error} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && !error && (
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
      {(control) => (
        <input
          autoComplete="off"
          {...withoutRequired(rest)}
          {...control}
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
      {(control) => (
        <textarea
          rows={3}
          {...withoutRequired(rest)}
          {...control}
          aria-required={rest.required}
          className={`${style.control} ${style.area}`}
        />
      )}
    </Field>
  );
}

/** Text of a value that is not among the choices: while they load, and afterwards. */
export const loadingChoice = "…";
export const notListed = "Not in this list";

interface Choice {
  value: string;
  label: string;
}

interface OptionsProps {
  choices: readonly Choice[];
  value?: ComponentProps<"select">["value"];
  /** Not all choices are loaded yet. */
  loading?: boolean | undefined;
  empty?: string | undefined;
}

/** `empty` is the entry for no value. A value that is not among the choices gets an entry of its own. */
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
      {(control) => (
        <span className={style.pick}>
          <select
            {...withoutRequired(rest)}
            {...control}
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
  /** Not all choices are loaded yet. */
  loading?: boolean;
  empty?: string;
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

/** Without `required`, the browser shows no bubble: messages stand beside the field. */
const withoutRequired = <P extends { required?: boolean | undefined }>({ required: _, ...rest }: P) => rest;
