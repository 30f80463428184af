// A list of products with quantities in a form: added, counted and removed.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductTag } from "#shared/product.ts";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { toast } from "../../lib/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { Image } from "../../ui/image.tsx";
import { AddingFields, type Line, type Listed, useAdding } from "./adding.tsx";
import { LineCard, LineNote } from "./line-card.tsx";
import { LineCards } from "./line-table.tsx";

/** What a line has of its own. */
export interface Own {
  /** Behind its P.ID. */
  code?: string;
  least?: number;
  /** Why it cannot be removed. */
  stays?: string;
  beside?: ReactNode;
}

interface Props extends Listed {
  /** Its accessible name. */
  label: string;
  tagOf: (product: string) => ProductTag;
  ownOf: (line: Line) => Own;
  /** Of the fields that add a line: how the quantity is called, in its label and by its buttons. */
  quantity: { label: string; units: string };
  /** Chosen already. */
  product?: string;
}

export function AddedLines({ label, tagOf, ownOf, quantity, product, ...list }: Props) {
  const { lines, onChange, errorOf } = list;
  const adding = useAdding(list, (of) => tagOf(of).name, product);
  return (
    <>
      <AddingFields of={adding} list={list} {...quantity} />
      {lines.length > 0 && (
        <LineCards
          label={label}
          rows={lines}
          keyOf={(line) => line.product}
          latest={adding.latest}
          card={(line, index) => (
            <AddedLine
              line={line}
              tag={tagOf(line.product)}
              own={ownOf(line)}
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

interface LineProps {
  line: Line;
  tag: ProductTag;
  own: Own;
  error: string | undefined;
  onCount: (units: number) => void;
  /** After Enter. */
  onNext: () => void;
  onRemove: () => void;
}

function AddedLine({ line, tag, own, error, onCount, onNext, onRemove }: LineProps) {
  const { name, p_id, image } = tag;
  const { code, least = 1, stays, beside } = own;
  const note = `line-${line.product}`;
  return (
    <LineCard
      image={<Image src={image} />}
      title={name}
      code={code ? `${p_id} · ${code}` : p_id}
      action={<Remove name={name} stays={stays} onRemove={onRemove} />}
      control={
        <Stepper
          of={name}
          aria-label={`Quantity of ${name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && note}
          min={least}
          value={line.quantity}
          onChange={onCount}
          onKeyDown={(event) => onEnter(event, onNext)}
        />
      }
      note={error && <LineNote id={note} text={error} />}
    >
      {beside}
    </LineCard>
  );
}

function Remove({ name, stays, onRemove }: { name: string; stays: string | undefined; onRemove: () => void }) {
  if (!stays) return <IconButton icon={X} label={`Remove ${name}`} tone="danger" onClick={onRemove} />;
  return (
    <IconButton icon={X} label={`Remove ${name}: ${stays}`} aria-disabled onClick={() => toast.info(stays, "off")} />
  );
}
