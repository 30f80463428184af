// A labelled quantity, with room beside the stepper. Separate from stepper.tsx, which lists load without a field.
import type { ReactNode, Ref } from "react";
import { Field, type FieldProps } from "./field.tsx";
import style from "./quantity-field.module.css";
import { Stepper, type StepperProps } from "./stepper.tsx";

interface Props extends FieldProps, Omit<StepperProps, "id"> {
  required?: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Right of the stepper, such as the balance it results in. */
  beside?: ReactNode;
}

export function QuantityField({ label, error, hint, aside, required, beside, ...stepper }: Props) {
  return (
    <Field {...{ label, error, hint, aside, required }}>
      {(wiring) => (
        <span className={style.row}>
          <Stepper {...stepper} {...wiring} aria-required={required} />
          {beside}
        </span>
      )}
    </Field>
  );
}
