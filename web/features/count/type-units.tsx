// Types the units of the product that is being counted, in place of this device's units or added to them.
import { type FormEvent, useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import { maxUnits, tooManyUnits } from "#shared/limits.ts";
import { numberText } from "../../lib/format.ts";
import { scanFeedback } from "../../lib/scan/scan-feedback.ts";
import { Scanner } from "../../lib/scan/scanner.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input } from "../../ui/form/field.tsx";
import type { Counting } from "./use-counting.ts";

interface Props {
  product: ContextProduct;
  /** Units counted on this device so far. */
  units: number | undefined;
  counting: Counting;
  onScan: (code: string) => void;
  onClose: () => void;
}

/** More units than this need a confirmation: it may be a code, or a digit too many. */
const usual = 9_999;

export function TypeUnits({ product, units, counting, onScan, onClose }: Props) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const scan = (code: string) => {
    if (text.trim() === "") return onScan(code);
    // The typed number stays, and a sound says that the code was not taken.
    scanFeedback(false);
    setError(`Set or cancel these units, then scan ${code} again.`);
  };
  const take = (act: (product: string, units: number) => void) => {
    const typed = Number(text);
    if (text.trim() === "" || !Number.isInteger(typed) || typed < 0) return setError("Whole number expected");
    if (typed > maxUnits) return setError(tooManyUnits(maxUnits));
    if (typed > usual && asked !== text) {
      setAsked(text);
      return setError(`${numberText(typed)} units? Press again if that is right.`);
    }
    act(product._id, typed);
    onClose();
  };
  return (
    <FormDialog
      title={product.name}
      onClose={onClose}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        take(counting.set);
      }}
      submit={units ? `Replace ${numberText(units)}` : "Set"}
      extra={units ? <Button onClick={() => take(counting.add)}>Add to {numberText(units)}</Button> : undefined}
    >
      <Scanner onScan={scan} />
      <Input
        label="Units"
        inputMode="numeric"
        value={text}
        error={error}
        hint={units ? "Replace what you counted here, or add to it." : "0 if there are none."}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        data-first
      />
    </FormDialog>
  );
}
