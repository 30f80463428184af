// The products of a transfer: added with a quantity, summed when listed already, counted and removed.
import { Plus, X } from "lucide-react";
import { Fragment, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useLists } from "../lib/context.tsx";
import { usePhone } from "../lib/media.ts";
import { onEnter } from "../lib/on-enter.ts";
import { Balance } from "../ui/balance.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Image } from "../ui/image.tsx";
import { LineCard, LineNote } from "../ui/line-card.tsx";
import { LineCards } from "../ui/line-table.tsx";
import { ProductPicker } from "../ui/product-picker.tsx";
import { QuantityField } from "../ui/quantity-field.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { addedText, type Line, totalsOf, withUnits } from "./update-stock-transfer.ts";

export interface Adding {
  /** Adds what is chosen and not added yet; false when it cannot be, which it says. */
  finish: () => boolean;
}

/** One of the two warehouses: its code, what it holds of a product, and whether units leave it. */
interface End {
  name: string;
  held: (product: string) => number | undefined;
  sign: -1 | 1;
}

interface Props {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Given something that takes the focus. */
  ref: (field: { focus: () => void }) => void;
  adding: Ref<Adding>;
  product: string;
  ends: readonly End[];
  /** What is wrong with the list, and with its lines. */
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
  locked: boolean;
}

export function TransferLines({ lines, onChange, ref, adding, product, ends, error, errorOf, locked }: Props) {
  const { product: products } = useLists();
  const [id, setId] = useState(product);
  const [quantity, setQuantity] = useState<number | undefined>(1);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState<string>();
  const [latest, setLatest] = useState("");
  const picker = useRef<HTMLElement>(null);
  const count = useRef<HTMLInputElement>(null);
  const onPhone = usePhone();
  const tagOf = (of: string) =>
    products.find(({ _id }) => _id === of) ?? { _id: of, p_id: of, name: of, image: undefined };
  const back = () => picker.current?.focus();
  useEffect(() => ref({ focus: back }));

  const choose = (chosen: string) => {
    setId(chosen);
    setFault(undefined);
    // On a phone this would cover half of the dialog with its keyboard.
    if (chosen && !onPhone) requestAnimationFrame(() => count.current?.focus());
  };

  const take = (): boolean => {
    if (!quantity || quantity < 1) {
      count.current?.focus();
      return false;
    }
    const units = Math.trunc(quantity);
    const before = lines.find((line) => line.product === id)?.quantity;
    onChange(withUnits(lines, id, units));
    setSaid(addedText(tagOf(id).name, before, units));
    setLatest(id);
    setId("");
    setQuantity(1);
    return true;
  };

  const add = () => {
    if (id) take();
    else setFault("Choose a product");
    if (!id || quantity) back();
  };

  useImperativeHandle(adding, () => ({ finish: () => !id || take() }));

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
        label="Quantity"
        required
        of="units"
        value={quantity}
        onChange={setQuantity}
        ref={count}
        onKeyDown={(event) => onEnter(event, add)}
        beside={
          <Button icon={Plus} onClick={add}>
            Add
          </Button>
        }
        hint={<span role="status">{[said, totalsOf(lines)].filter(Boolean).join(". ")}</span>}
      />
      {lines.length > 0 && (
        <LineCards
          label="Products to transfer"
          rows={lines}
          keyOf={(line) => line.product}
          latest={latest}
          card={(line, index) => (
            <LineEditor
              {...{ line, ends }}
              tag={tagOf(line.product)}
              error={errorOf(index)}
              onCount={(units) => onChange(lines.with(index, { ...line, quantity: units }))}
              onNext={back}
              onRemove={() => {
                onChange(lines.filter((other) => other !== line));
                setSaid(`Removed ${tagOf(line.product).name}`);
                back();
              }}
            />
          )}
        />
      )}
    </>
  );
}

interface EditorProps {
  line: Line;
  tag: { name: string; p_id: string; image?: string | undefined };
  ends: readonly End[];
  error: string | undefined;
  onCount: (units: number) => void;
  /** After Enter. */
  onNext: () => void;
  onRemove: () => void;
}

function LineEditor({ line, tag, ends, error, onCount, onNext, onRemove }: EditorProps) {
  const note = `line-${line.product}`;
  return (
    <LineCard
      image={<Image src={tag.image} />}
      title={tag.name}
      code={tag.p_id}
      action={<IconButton icon={X} label={`Remove ${tag.name}`} tone="danger" onClick={onRemove} />}
      control={
        <Stepper
          of={tag.name}
          aria-label={`Quantity of ${tag.name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && note}
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
    >
      {ends.map(({ name, held, sign }) => (
        <Fragment key={sign}>
          <Balance of={name} held={held(line.product)} change={sign * (line.quantity || 0) || undefined} />
          {" \u2002"}
        </Fragment>
      ))}
    </LineCard>
  );
}
