// The fields that add products to a list: a product with a quantity, summed when it is listed already.
import { Plus } from "lucide-react";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { countText, numberText } from "../../lib/format.ts";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { QuantityField } from "../../ui/form/quantity-field.tsx";
import { useApplicationContext } from "../application-context.tsx";
import { ProductPicker } from "../product-picker.tsx";

export interface Line {
  product: string;
  /** NaN while its field is empty. */
  quantity: number;
}

export interface Adding {
  /** Adds what is chosen and not added yet; false when it cannot be, which it says. */
  finish: () => boolean;
}

/** A list of a form, as its field gives it. */
export interface Listed {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Given something that takes the focus. */
  ref: (field: { focus: () => void }) => void;
  adding: Ref<Adding>;
  /** What is wrong with the list, and with its lines. */
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
  locked: boolean;
}

/** What is wrong with the fields. */
interface Fault {
  product?: string;
  quantity?: string;
}

/** The product and quantity that are added next, and what was last said of it. */
export function useAdding({ lines, onChange, ref, adding }: Listed, nameOf: (product: string) => string, product = "") {
  const [id, setId] = useState(product);
  const [quantity, setQuantity] = useState(1);
  const [fault, setFault] = useState<Fault>({});
  const [said, setSaid] = useState("");
  const [latest, setLatest] = useState("");
  const picker = useRef<HTMLElement>(null);
  const counter = useRef<HTMLInputElement>(null);
  const onPhone = usePhone();
  const back = () => picker.current?.focus();
  useEffect(() => ref({ focus: back }));

  const wrong = (what: Fault, field: RefObject<HTMLElement | null>): false => {
    setFault(what);
    field.current?.focus();
    return false;
  };
  const choose = (chosen: string) => {
    setId(chosen);
    setFault({});
    // On a phone this would cover half of the dialog with its keyboard.
    if (chosen && !onPhone) requestAnimationFrame(() => counter.current?.focus());
  };
  /** The next one: what was chosen before it is meant, as at the end. */
  const scan = (scanned: string) => {
    if (!id || id === scanned || take()) choose(scanned);
  };
  const count = (units: number) => {
    setQuantity(units);
    setFault({});
  };
  const take = (): boolean => {
    if (!id) return wrong({ product: "Choose a product" }, picker);
    if (!(quantity >= 1)) return wrong({ quantity: "At least 1" }, counter);
    if (!Number.isInteger(quantity)) return wrong({ quantity: "Whole number expected" }, counter);
    onChange(withUnits(lines, id, quantity));
    setSaid(addedText(nameOf(id), lines.find((line) => line.product === id)?.quantity, quantity));
    setLatest(id);
    choose("");
    setQuantity(1);
    return true;
  };
  const add = () => {
    if (take()) back();
  };
  const remove = (of: string) => {
    onChange(lines.filter((line) => line.product !== of));
    setSaid(`Removed ${nameOf(of)}`);
    back();
  };
  useImperativeHandle(adding, () => ({ finish: () => !id || take() }));
  return { id, choose, scan, quantity, count, add, remove, back, fault, said, latest, picker, counter };
}

interface FieldsProps {
  of: ReturnType<typeof useAdding>;
  list: Listed;
  /** Of the quantity. */
  label: string;
  units: string;
}

export function AddingFields({ of: adding, list: { lines, error, locked }, label, units }: FieldsProps) {
  const { product: products } = useApplicationContext();
  const { fault, said } = adding;
  return (
    <>
      <ProductPicker
        label="Product"
        required
        scan={!locked}
        camera
        products={products}
        value={adding.id}
        onChange={adding.choose}
        onScan={adding.scan}
        error={fault.product ?? error}
        ref={adding.picker}
      />
      <QuantityField
        label={label}
        required
        of={units}
        value={adding.quantity}
        onChange={adding.count}
        error={fault.quantity}
        ref={adding.counter}
        onKeyDown={(event) => onEnter(event, adding.add)}
        beside={
          <Button icon={Plus} onClick={adding.add}>
            Add
          </Button>
        }
        hint={<span role="status">{[said, totalsOf(lines)].filter(Boolean).join(". ")}</span>}
      />
    </>
  );
}

/** A line without a quantity has none yet. */
const withUnits = (lines: readonly Line[], product: string, units: number): Line[] =>
  lines.some((line) => line.product === product)
    ? lines.map((line) => (line.product === product ? { product, quantity: (line.quantity || 0) + units } : line))
    : [...lines, { product, quantity: units }];

const addedText = (name: string, before: number | undefined, units: number): string =>
  before
    ? `${name} is listed already: ${numberText(before)} + ${numberText(units)} = ${countText(before + units, "unit")}`
    : `Added ${name}, ${countText(units, "unit")}`;

const totalsOf = (lines: readonly Line[]): string => {
  if (lines.length === 0) return "";
  const units = lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0);
  return `${countText(lines.length, "product")}, ${countText(units, "unit")}`;
};
