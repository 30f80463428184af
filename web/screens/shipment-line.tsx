// One product of a container: counted, never below what came, and removed while nothing has come.
import { X } from "lucide-react";
import type { ProductTag } from "#shared/product.ts";
import { receivedText, type ShipmentForm } from "#shared/shipment.ts";
import { numberText } from "../lib/format.ts";
import { onEnter } from "../lib/on-enter.ts";
import { say } from "../lib/say.ts";
import type { ShipmentItem } from "../lib/shipments.ts";
import { IconButton } from "../ui/button.tsx";
import { Image } from "../ui/image.tsx";
import { LineCard, LineNote } from "../ui/line-card.tsx";
import { Stepper } from "../ui/stepper.tsx";

interface Props {
  line: ShipmentForm["list"][number];
  product: ProductTag;
  /** Of the shipment as it is. */
  item: ShipmentItem | undefined;
  error: string | undefined;
  onCount: (units: number) => void;
  /** After Enter. */
  onNext: () => void;
  onRemove: () => void;
}

export function ShipmentLine({ line, product, item, error, onCount, onNext, onRemove }: Props) {
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
          onKeyDown={(event) => onEnter(event, onNext)}
        />
      }
      note={error && <LineNote id={note} text={error} />}
    />
  );
}

function Remove({ name, came, onRemove }: { name: string; came: number; onRemove: () => void }) {
  if (came === 0) return <IconButton icon={X} label={`Remove ${name}`} tone="danger" onClick={onRemove} />;
  const reason = receivedText(came);
  return (
    <IconButton icon={X} label={`Remove ${name}: ${reason}`} aria-disabled onClick={() => say.note(reason, "off")} />
  );
}
