// The row that adds to a picklist: channel, warehouses, product and quantity.
import { Plus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { pickableProductsOf } from "#shared/catalogue.ts";
import { type Channel, channelChoices } from "#shared/channel.ts";
import { useDerived } from "../../../domain/catalogue.tsx";
import { useAddLine } from "../../../domain/line-editor/use-add-line.ts";
import { ProductPicker } from "../../../domain/product-picker.tsx";
import { focusNextField } from "../../../lib/forms/focus-next-field.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/form/field.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import style from "./picklist-add.module.css";
import { FromButton, FromDialog } from "./picklist-from.tsx";

export interface AddRow {
  focus: () => void;
  /** Shows these errors in place of earlier ones, and focuses the first. */
  show: (errors: { channel?: string; from?: string; product?: string }) => void;
}

interface Props {
  channel: Channel | "";
  onChannel: (channel: Channel | "") => void;
  /** The warehouses to take from, in order: none if the channel has none left, all if undefined. */
  chosen: readonly string[] | undefined;
  onChoose: (chosen: string[]) => void;
  /** Units of a product that can be taken from them. */
  unitsOf: (product: string) => { available: number } | undefined;
  /** Returns the reason of a refusal. */
  onAdd: (product: string, quantity: number) => string | undefined;
  /** A code scanned anywhere on the screen. */
  onScan: (code: string) => void;
  ref: Ref<AddRow>;
}

export function PicklistAdd({ channel, onChannel, chosen, onChoose, unitsOf, onAdd, onScan, ref }: Props) {
  const all = useDerived(pickableProductsOf);
  const products = useMemo(
    () => (chosen ? all?.map((one) => ({ ...one, stock: unitsOf(one._id)?.available ?? one.stock })) : all),
    [all, chosen, unitsOf],
  );
  const [choosing, setChoosing] = useState(false);
  const [channelError, setChannelError] = useState<string>();
  const select = useRef<HTMLSelectElement>(null);
  const from = useRef<HTMLButtonElement>(null);
  const { picker, counter, submit, focus, setErrors } = useAddLine(onAdd);
  useShortcuts({ "/": focus });
  useImperativeHandle(ref, () => ({
    focus,
    show: ({ channel: wrong, from: isWithout, product }) => {
      setChannelError(wrong);
      setErrors({ product });
      if (wrong) select.current?.focus();
      else if (isWithout) from.current?.focus();
      else if (product) focus();
    },
  }));
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing)
      focusNextField(event);
  };

  return (
    <>
      <form
        aria-label="Add to the picklist"
        noValidate
        className={style.row}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={press}
      >
        <div className={style.source}>
          <Select
            label="Channel"
            required
            choices={channelChoices}
            empty="Select channel"
            value={channel}
            error={channelError}
            onChange={({ target }) => {
              setChannelError(undefined);
              onChannel(target.value as Channel | "");
            }}
            ref={select}
          />
          <FromButton {...{ channel, chosen }} onOpen={() => setChoosing(true)} ref={from} />
        </div>
        <ProductPicker label="Product" products={products ?? []} {...picker} scan={onScan} />
        <Field of={{ label: "Quantity", ...counter }}>{(control) => <Stepper {...control} tall of="quantity" />}</Field>
        <div className={style.end}>
          <Button icon={Plus} type="submit">
            Add
          </Button>
        </div>
      </form>
      {/* Not in the form, which would take its Enter and its submission for its own. */}
      {choosing && <FromDialog {...{ channel, chosen, onChoose }} onClose={() => setChoosing(false)} />}
    </>
  );
}
