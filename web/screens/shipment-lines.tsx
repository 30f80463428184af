// The products of a container: added with a quantity, summed when listed already, counted and removed.
import { Plus, X } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ProductTag } from "#shared/product.ts";
import type { ShipmentForm } from "#shared/shipment.ts";
import { useLists } from "../lib/context.tsx";
import { countText, numberText } from "../lib/format.ts";
import { usePhone } from "../lib/media.ts";
import { say } from "../lib/say.ts";
import type { ShipmentItem } from "../lib/shipments.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Image } from "../ui/image.tsx";
import { LineCard, LineNote } from "../ui/line-card.tsx";
import { LineCards } from "../ui/line-table.tsx";
import { ProductPicker } from "../ui/product-picker.tsx";
import { QuantityField } from "../ui/quantity-field.tsx";
import { Stepper } from "../ui/stepper.tsx";

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
  const [id, setId] = useState("");
  const [quantity, setQuantity] = useState<number | undefined>(1);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<string>();
  const [latest, setLatest] = useState("");
  const picker = useRef<HTMLElement>(null);
  const count = useRef<HTMLInputElement>(null);
  const onPhone = usePhone();
  const tagOf = useTags(items);
  const back = () => picker.current?.focus();
  useEffect(() => props.ref({ focus: back }));
  useImperativeHandle(props.held, () => ({
    holds: () => {
      if (!id) return false;
      setFault("Add it to the list, or clear it");
      count.current?.focus();
      return true;
    },
  }));

  const choose = (chosen: string) => {
    setId(chosen);
    setFault(undefined);
    // On a phone this would cover half of the dialog with its keyboard.
    if (chosen && !onPhone) requestAnimationFrame(() => count.current?.focus());
  };

  const add = () => {
    if (!id) {
      setFault("Choose a product");
      return back();
    }
    if (!quantity || quantity < 1) return count.current?.focus();
    const units = Math.trunc(quantity);
    const before = lines.find(({ product }) => product === id)?.quantity;
    onChange(withUnits(lines, id, units));
    setSaid(addedText(tagOf(id).name, before, units));
    setLatest(id);
    setId("");
    setQuantity(1);
    back();
  };

  const remove = (product: string) => {
    onChange(lines.filter((line) => line.product !== product));
    setSaid(`Removed ${tagOf(product).name}`);
    back();
  };

  return (
    <>
      <ProductPicker
        label="Product"
        required
        scan={!locked}
        camera
        products={products}
        value={id}
        onChange={choose}
        error={fault ?? (lines.length === 0 ? error : undefined)}
        ref={picker}
      />
      <QuantityField
        label="Qty"
        required
        of="quantity"
        value={quantity}
        onChange={setQuantity}
        ref={count}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
        beside={
          <Button icon={Plus} onClick={add}>
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
          latest={latest}
          card={(line, index) => {
            const item = items.find(({ product }) => product._id === line.product);
            return (
              <LineEditor
                {...{ line, item }}
                product={tagOf(line.product)}
                error={errorOf(index)}
                onCount={(units) => onChange(lines.with(index, { ...line, quantity: units }))}
                onNext={back}
                onRemove={() => remove(line.product)}
              />
            );
          }}
        />
      )}
    </>
  );
}

const withUnits = (lines: readonly Line[], product: string, units: number): Line[] =>
  lines.some((line) => line.product === product)
    ? lines.map((line) => (line.product === product ? { product, quantity: line.quantity + units } : line))
    : [...lines, { product, quantity: units }];

const addedText = (name: string, before: number | undefined, units: number): string =>
  before === undefined
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

interface EditorProps {
  line: Line;
  product: ProductTag;
  /** Of the shipment as it is. */
  item: ShipmentItem | undefined;
  error: string | undefined;
  onCount: (units: number) => void;
  /** After Enter. */
  onNext: () => void;
  onRemove: () => void;
}

function LineEditor({ line, product, item, error, onCount, onNext, onRemove }: EditorProps) {
  const came = item?.received ?? 0;
  const note = `line-${product._id}`;
  return (
    <LineCard
      image={<Image src={product.image} />}
      title={product.name}
      code={came > 0 ? `${product.p_id} · ${numberText(came)} received` : product.p_id}
      action={<Remove name={product.name} came={came} onRemove={onRemove} />}
      control={
        <Stepper
          of={product.name}
          aria-label={`Quantity of ${product.name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && note}
          min={Math.max(1, came)}
          value={Number.isNaN(line.quantity) ? undefined : line.quantity}
          onChange={(units) => onCount(units ?? Number.NaN)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onNext();
          }}
        />
      }
      note={error && <LineNote id={note} text={error} />}
    />
  );
}

function Remove({ name, came, onRemove }: { name: string; came: number; onRemove: () => void }) {
  if (came === 0) return <IconButton icon={X} label={`Remove ${name}`} tone="danger" onClick={onRemove} />;
  const reason = `${numberText(came)} received already`;
  return (
    <IconButton icon={X} label={`Remove ${name}: ${reason}`} aria-disabled onClick={() => say.note(reason, "off")} />
  );
}
