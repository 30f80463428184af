// The quantity of a line: steps count at once, what is typed when it is finished.
import { useEffect, useState } from "react";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { Stepper } from "../../ui/form/stepper.tsx";
import type { DraftLine } from "./picklist-draft.ts";
import { quantityId } from "./picklist-edit.ts";

/** Milliseconds after the last key: a scan runs through the field faster, and takes its keys back. */
const pause = 150;

interface Props {
  line: DraftLine;
  onCount: (wanted: number) => void;
  /** After Enter. */
  onNext: () => void;
  /** Id of what is wrong with it. */
  noted?: string | undefined;
  id?: string;
}

export function Quantity({ line: { product, quantity }, onCount, onNext, noted, id }: Props) {
  const [typed, setTyped] = useState<{ value: number }>();

  /** Nothing, zero or less is not meant: the field gets its quantity back. */
  const finish = () => {
    if (typed && typed.value > 0) onCount(typed.value);
    setTyped(undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `finish` is of the same text.
  useEffect(() => {
    if (!typed?.value) return;
    const timer = setTimeout(finish, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  // Scanned once more while it has the focus: what the keys left in it is not what the person typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it changes.
  useEffect(() => setTyped(undefined), [quantity]);

  return (
    <Stepper
      tall
      of={product.name}
      id={id ?? quantityId(product._id)}
      aria-label={`Quantity of ${product.name}`}
      aria-invalid={noted ? true : undefined}
      aria-describedby={noted}
      value={typed ? typed.value : quantity}
      onStep={onCount}
      onChange={(value) => setTyped(value === quantity ? undefined : { value })}
      onBlur={finish}
      onKeyDown={(event) =>
        onEnter(event, () => {
          finish();
          onNext();
        })
      }
    />
  );
}
