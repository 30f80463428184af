// A quantity: a number to type, between a minus and a plus button; in lists, or as a field.
import { Minus, Plus } from "lucide-react";
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from "react";
import { Field, type FieldProps } from "./field.tsx";
import style from "./stepper.module.css";

export interface StepperProps {
  /** NaN while the field is empty, as in `valueAsNumber`: undefined would make a form use its default. */
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** The counted noun, for the names of the buttons. */
  of: string;
  id?: string;
  onBlur?: () => void;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-required"?: boolean | undefined;
  "aria-label"?: string;
  "data-first"?: boolean | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Called by minus and plus in place of onChange, where typing counts later than a step. */
  onStep?: (value: number) => void;
  /** Larger buttons on phones, for where it is the main thing. */
  tall?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Stepper({
  value,
  onChange,
  onStep = onChange,
  min = 1,
  max = 1_000_000,
  of,
  tall = false,
  ...input
}: StepperProps) {
  // A number above the limit is not lowered to it: at the limit no press raises it.
  const step = (by: number) => onStep(Math.max(min, (Number.isNaN(value) ? min - by : value) + by));
  return (
    <span className={style.stepper} data-tall={tall || undefined}>
      <Step label={`Less ${of}`} icon={Minus} off={!(value > min)} onPress={() => step(-1)} />
      <input
        {...input}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={Number.isNaN(value) ? "" : value}
        // The next digit replaces the number.
        onFocus={(event) => event.target.select()}
        onMouseDown={keepSelected}
        // A wheel over a focused number changes it unseen.
        onWheel={(event) => event.currentTarget.blur()}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <Step label={`More ${of}`} icon={Plus} off={value >= max} onPress={() => step(1)} />
    </span>
  );
}

/** The press that gives the focus leaves the number selected wherever it ends, where WebKit would place the caret. */
const keepSelected = ({ currentTarget: field }: MouseEvent<HTMLInputElement>) => {
  if (field === document.activeElement) return;
  const end = (event: Event) => {
    if (field !== document.activeElement) return;
    event.preventDefault();
    field.select();
  };
  addEventListener("mouseup", end, { once: true, capture: true });
};

interface StepProps {
  label: string;
  icon: typeof Minus;
  off: boolean;
  onPress: () => void;
}

/** At the limit it keeps the focus and does nothing. */
function Step({ label, icon: Icon, off, onPress }: StepProps) {
  return (
    <button type="button" aria-label={label} aria-disabled={off || undefined} onClick={off ? undefined : onPress}>
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}

interface QuantityFieldProps extends FieldProps, Omit<StepperProps, "id"> {
  /** Right of the stepper, such as the balance it results in. */
  beside?: ReactNode;
}

/** A labelled quantity, with room beside the stepper. */
export function QuantityField({ beside, ...props }: QuantityFieldProps) {
  return (
    <Field of={props}>
      {(control) => (
        <span className={style.row}>
          <Stepper {...control} />
          {beside}
        </span>
      )}
    </Field>
  );
}
