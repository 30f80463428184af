// The products of a container: added with a quantity, summed when listed already, counted and removed.
import { Plus } from "lucide-react";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ProductTag } from "#shared/product.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import { useLists } from "../lib/context.tsx";
import { countText, numberText } from "../lib/format.ts";
import { usePhone } from "../lib/media.ts";
import { onEnter } from "../lib/on-enter.ts";
import type { ShipmentItem } from "../lib/shipments.ts";
import { Button } from "../ui/button.tsx";
import { LineCards } from "../ui/line-table.tsx";
import { ProductPicker } from "../ui/product-picker.tsx";
import { QuantityField } from "../ui/quantity-field.tsx";
import { ShipmentLine } from "./shipment-line.tsx";

type Line = ShipmentForm["list"][number];

export interface Holding {
  /** Whether a product is chosen and not added yet; says so. */
  holds: () => boolean;
}

interface Props {
  /** Of the shipment as it is: what came already stays. */
  items: readonly ShipmentItem[];
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Given something that takes the focus. */
  ref: (field: { focus: () => void }) => void;
  held: Ref<Holding>;
  /** What is wrong with the list, and with its lines. */
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
  locked: boolean;
}

export function ShipmentLines(props: Props) {
  const { items, lines, onChange, error, errorOf, locked } = props;
  const { product: products } = useLists();
  const tagOf = useTags(items);
  const adding = useAdding(props, tagOf);
  const { fault, said, back } = adding;

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
        error={fault.product ?? error}
        ref={adding.picker}
      />
      <QuantityField
        label="Qty"
        required
        of="quantity"
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
      {lines.length > 0 && (
        <LineCards
          label="Products in the container"
          rows={lines}
          keyOf={({ product }) => product}
          latest={adding.latest}
          card={(line, index) => (
            <ShipmentLine
              line={line}
              item={items.find(({ product }) => product._id === line.product)}
              product={tagOf(line.product)}
              error={errorOf(index)}
              onCount={(units) => onChange(lines.with(index, { ...line, quantity: units }))}
              onNext={back}
              onRemove={() => adding.remove(line.product)}
            />
          )}
        />
      )}
    </>
  );
}

/** What is wrong with the fields that add. */
interface Fault {
  product?: string;
  quantity?: string;
}

/** The product and quantity that are added next, and what was last said of it. */
function useAdding({ lines, onChange, ref, held }: Props, tagOf: (id: string) => ProductTag) {
  const [id, setId] = useState("");
  const [quantity, setQuantity] = useState<number | undefined>(1);
  const [fault, setFault] = useState<Fault>({});
  const [said, setSaid] = useState("");
  const [latest, setLatest] = useState("");
  const picker = useRef<HTMLElement>(null);
  const counter = useRef<HTMLInputElement>(null);
  const onPhone = usePhone();
  const back = () => picker.current?.focus();
  useEffect(() => ref({ focus: back }));
  useImperativeHandle(held, () => ({
    holds: () => {
      if (id) wrong({ product: "Add it to the list, or clear it" }, counter);
      return id !== "";
    },
  }));

  const wrong = (what: Fault, field: RefObject<HTMLElement | null>) => {
    setFault(what);
    field.current?.focus();
  };
  const choose = (chosen: string) => {
    setId(chosen);
    setFault({});
    // On a phone this would cover half of the dialog with its keyboard.
    if (chosen && !onPhone) requestAnimationFrame(() => counter.current?.focus());
  };
  const count = (units: number | undefined) => {
    setQuantity(units);
    setFault({});
  };
  const add = () => {
    if (!id) return wrong({ product: "Choose a product" }, picker);
    if (!quantity || quantity < 1) return wrong({ quantity: "At least 1" }, counter);
    const units = Math.trunc(quantity);
    const before = lines.find(({ product }) => product === id)?.quantity;
    onChange(withUnits(lines, id, units));
    setSaid(addedText(tagOf(id).name, before, units));
    setLatest(id);
    setId("");
    count(1);
    back();
  };
  const remove = (product: string) => {
    onChange(lines.filter((line) => line.product !== product));
    setSaid(`Removed ${tagOf(product).name}`);
    back();
  };
  return { id, choose, quantity, count, add, remove, back, fault, said, latest, picker, counter };
}

const withUnits = (lines: readonly Line[], product: string, units: number): Line[] =>
  lines.some((line) => line.product === product)
    ? lines.map((line) => (line.product === product ? { product, quantity: (line.quantity || 0) + units } : line))
    : [...lines, { product, quantity: units }];

const addedText = (name: string, before: number | undefined, units: number): string =>
  !before
    ? `Added ${name}, ${countText(units, "unit")}`
    : `${name} is listed already: ${numberText(before)} + ${numberText(units)} = ${countText(before + units, "unit")}`;

const totalsOf = (lines: readonly Line[]): string =>
  lines.length === 0
    ? ""
    : `${countText(lines.length, "product")}, ${countText(
        lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0),
        "unit",
      )}`;

/** Names come from the catalogue, of deleted products from the shipment. */
function useTags(items: readonly ShipmentItem[]): (id: string) => ProductTag {
  const { product: products } = useLists();
  return useMemo(() => {
    const tags = new Map<string, ProductTag>(items.map(({ product }) => [product._id, product]));
    for (const product of products) tags.set(product._id, product);
    return (id) => tags.get(id) ?? { _id: id, p_id: id, name: id };
  }, [items, products]);
}
