// Channel, product and quantity: the row that adds to a picklist.
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Channel, channelChoices } from "#shared/channel.ts";
import type { ProductTag } from "#shared/product.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { ProductPicker } from "../../domain/product-picker.tsx";
import { usePhone } from "../../lib/media.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/form/field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { AddRow, AddRowEnd } from "./add-row.tsx";

/** What is wrong with a field of it, and which one gets the focus, each time another one of these is given. */
export interface AddFault {
  channel?: string | undefined;
  product?: string | undefined;
  quantity?: string | undefined;
  focus?: keyof typeof places;
}

const places = {
  channel: "select",
  product: "input[role=combobox], button[aria-haspopup=dialog]",
  quantity: "input[type=number]",
};

interface Props {
  channel: Channel | "";
  onChannel: (channel: Channel | "") => void;
  /** Answers why it cannot be added. */
  onAdd: (product: ProductTag, quantity: number) => string | undefined;
  /** A code scanned anywhere on the screen. */
  onScan: (code: string) => void;
  fault: AddFault;
  onFault: (fault: AddFault) => void;
}

export function PicklistAdd({ channel, onChannel, onAdd, onScan, fault, onFault }: Props) {
  const { product: products } = useApplicationContext();
  const [id, setId] = useState("");
  const [quantity, setQuantity] = useState(1);
  const row = useRef<HTMLFormElement>(null);
  const onPhone = usePhone();

  const focus = (place: keyof typeof places) => row.current?.querySelector<HTMLElement>(places[place])?.focus();
  useShortcuts({ "/": () => focus("product") });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each fault.
  useEffect(() => {
    if (fault.focus) focus(fault.focus);
  }, [fault]);

  const choose = (chosen: string) => {
    setId(chosen);
    onFault({ channel: fault.channel });
    // On a phone this would cover half of the screen with its keyboard.
    if (chosen && !onPhone) requestAnimationFrame(() => focus("quantity"));
  };

  const count = (wanted: number) => {
    setQuantity(wanted);
    if (fault.quantity) onFault({ ...fault, quantity: undefined, focus: undefined });
  };

  const submit = () => {
    const product = products.find(({ _id }) => _id === id);
    if (!product) return onFault({ ...fault, product: "Choose a product", focus: "product" });
    const wrong = (text: string) => onFault({ channel: fault.channel, quantity: text, focus: "quantity" });
    if (!(quantity >= 1)) return wrong("At least 1");
    if (!Number.isInteger(quantity)) return wrong("Whole number expected");
    const refused = onAdd(product, quantity);
    onFault({ channel: fault.channel, product: refused, focus: refused ? "quantity" : "product" });
    if (refused) return;
    setId("");
    setQuantity(1);
  };

  return (
    <AddRow label="Add to the picklist" ref={row} onSubmit={submit}>
      <Select
        label="Channel"
        required
        choices={channelChoices}
        empty="Select channel"
        value={channel}
        error={fault.channel}
        onChange={({ target }) => onChannel(target.value as Channel | "")}
      />
      <ProductPicker
        label="Product"
        products={products}
        value={id}
        onChange={choose}
        scan={onScan}
        error={fault.product}
      />
      <Field label="Quantity" error={fault.quantity}>
        {(wiring) => <Stepper {...wiring} tall of="quantity" value={quantity} onChange={count} />}
      </Field>
      <AddRowEnd>
        <Button icon={Plus} type="submit">
          Add
        </Button>
      </AddRowEnd>
    </AddRow>
  );
}
