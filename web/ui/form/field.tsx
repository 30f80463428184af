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
  required?: boolean | undefined;
}

/** What connects a control with its frame. */
interface Wiring {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
  /** In place of `required`, for which the browser would show a bubble: messages stand beside the field. */
  "aria-required": boolean | undefined;
}

interface FrameProps<P> {
  /** The props of frame and control. */
  of: P;
  /** Draws the control, which must take these props: those that are not the frame's, and the wiring. */
  children: (control: Omit<P, keyof FieldProps> & Wiring) => ReactNode;
}

/** The frame of any control. */
export function Field<P extends FieldProps>({ of, children }: FrameProps<P>) {
  const { label, error, hint, aside, required, ...rest } = of;
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
      {children({
        ...rest,
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described,
        "aria-required": required,
      })}
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

export function Input({ className = "", ...props }: ComponentProps<"input"> & FieldProps) {
  return (
    <Field of={props}>
      {(control) => <input autoComplete="off" {...control} className={`${style.control} ${className}`} />}
    </Field>
  );
}

export function TextArea(props: ComponentProps<"textarea"> & FieldProps) {
  return (
    <Field of={props}>
      {(control) => <textarea rows={3} {...control} className={`${style.control} ${style.area}`} />}
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

export function Select(props: ComponentProps<"select"> & FieldProps & Choices) {
  return <Field of={props}>{(control) => <SelectControl {...control} />}</Field>;
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
