// The products of a transfer: added, counted and removed, with what each warehouse will hold.
import { X } from "lucide-react";
import { Fragment } from "react";
import { useLists } from "../lib/context.tsx";
import { onEnter } from "../lib/on-enter.ts";
import { Balance } from "../ui/balance.tsx";
import { IconButton } from "../ui/button.tsx";
import { Image } from "../ui/image.tsx";
import { LineCard, LineNote } from "../ui/line-card.tsx";
import { LineCards } from "../ui/line-table.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { AddingFields, type Line, type Listed, useAdding } from "./adding.tsx";

/** One of the two warehouses: its code, what it holds of a product, and whether units leave it. */
interface End {
  name: string;
  held: (product: string) => number | undefined;
  sign: -1 | 1;
}

interface Props extends Listed {
  /** Chosen already. */
  product: string;
  ends: readonly End[];
}

export function TransferLines({ product, ends, ...list }: Props) {
  const { lines, onChange, errorOf } = list;
  const { product: products } = useLists();
  const tagOf = (of: string) =>
    products.find(({ _id }) => _id === of) ?? { _id: of, p_id: of, name: of, image: undefined };
  const adding = useAdding(list, (of) => tagOf(of).name, product);

  return (
    <>
      <AddingFields of={adding} list={list} label="Quantity" units="units" />
      {lines.length > 0 && (
        <LineCards
          label="Products to transfer"
          rows={lines}
          keyOf={(line) => line.product}
          latest={adding.latest}
          card={(line, index) => (
            <LineEditor
              {...{ line, ends }}
              tag={tagOf(line.product)}
              error={errorOf(index)}
              onCount={(units) => onChange(lines.with(index, { ...line, quantity: units }))}
              onNext={adding.back}
              onRemove={() => adding.remove(line.product)}
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
          onKeyDown={(event) => onEnter(event, onNext)}
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
