// A labelled field with its error and hint; inputs take the props from `field()` of lib/forms/use-form.
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import style from "./field.module.css";

export interface FieldProps {
  label: string;
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

/** Texts of a value that is not among the choices: while they load, and afterwards. */
export const loadingChoice = "…";
export const notListed = "Not in this list";

export interface Choice {
  value: string;
  label: string;
}

interface Choices {
  choices: readonly Choice[];
  /** Not all choices are loaded yet. */
  loading?: boolean | undefined;
  /** The entry for no value. */
  empty?: string | undefined;
}

/** A value that is not among the choices gets an entry of its own. */
function SelectControl({
  choices,
  loading,
  empty,
  frame = "",
  ...select
}: ComponentProps<"select"> & Choices & { frame?: string | undefined }) {
  const { value } = select;
  return (
    <span className={`${style.pick} ${frame}`}>
      <select {...select} className={`${style.control} ${style.select}`}>
        {empty !== undefined && <option value="">{empty}</option>}
        {value && !choices.some((choice) => choice.value === value) && (
          <option value={value}>{loading ? loadingChoice : notListed}</option>
        )}
        {choices.map(({ value: each, label }) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </span>
  );
}

export function Select({ label, error, hint, aside, ...rest }: ComponentProps<"select"> & FieldProps & Choices) {
  return (
    <Field {...{ label, error, hint, aside, required: rest.required }}>
      {(control) => <SelectControl {...withoutRequired(rest)} {...control} aria-required={rest.required} />}
    </Field>
  );
}

interface FilterSelectProps extends Omit<ComponentProps<"select">, "onChange">, Choices {
  label: string;
  onChange: (value: string) => void;
}

/** The same select without a visible label, for filter rows. */
export function FilterSelect({ label, onChange, ...rest }: FilterSelectProps) {
  return (
    <SelectControl
      {...rest}
      aria-label={label}
      title={label}
      onChange={({ target }) => onChange(target.value)}
      frame={style.filter}
    />
  );
}

/** Without `required`, the browser shows no bubble: messages stand beside the field. */
const withoutRequired = <P extends { required?: boolean | undefined }>({ required: _, ...rest }: P) => rest;
