// A stepper without a form around it: steps count at once, a typed number after a pause, on Enter and on blur.
import { useEffect, useState } from "react";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { maxStall } from "../../lib/scan/takers.ts";
import { Stepper, type StepperProps } from "../../ui/form/stepper.tsx";

/** Milliseconds after the last key. The keys of a scan come faster, and the scanner removes them from the field. */
const pause = maxStall + 50;

export function SettledStepper({ value, onChange, onStep = onChange, onKeyDown, ...stepper }: StepperProps) {
  const [typed, setTyped] = useState<number>();

  /** A field that is left empty, or with 0 or less, gets its quantity back. */
  const settle = () => {
    if (typed && typed > 0) onChange(typed);
    setTyped(undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `settle` belongs to the same number.
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(settle, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  // A scan can change the quantity while its field has the focus: the text left in the field was not typed by a person.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the quantity changes.
  useEffect(() => setTyped(undefined), [value]);

  return (
    <Stepper
      {...stepper}
      tall
      value={typed ?? value}
      onStep={onStep}
      onChange={(number) => setTyped(number === value ? undefined : number)}
      onBlur={settle}
      onKeyDown={(event) => {
        onEnter(event, settle);
        onKeyDown?.(event);
      }}
    />
  );
}
