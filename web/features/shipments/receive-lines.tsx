// The lines of a receipt: each product with what is owed of it and what has come; a scan finds its line.
import { useEffect, useRef, useState } from "react";
import type { Shipment } from "#shared/shipment.ts";
import { findByCode, unknownCodeText } from "../../domain/find-by-code.ts";
import { LineCard, LineNote } from "../../domain/line-editor/line-card.tsx";
import { LineCards } from "../../domain/line-editor/line-table.tsx";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { Image } from "../../ui/image.tsx";
import type { Receipt } from "./receipt-form.ts";
import { deletedText, owedOf, type ShipmentItem } from "./shipment-text.ts";

type Line = Receipt["list"][number];

interface Props {
  shipment: Shipment;
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Given something that takes the focus. */
  ref: (field: { focus: () => void }) => void;
  /** What is wrong with the list, and with its lines. */
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
  locked: boolean;
}

const fieldId = (product: string): string => `came-${product}`;
const countOf = (product: string) => document.getElementById(fieldId(product));

export function ReceiveLines({ shipment, lines, onChange, ref, error, errorOf, locked }: Props) {
  const [latest, setLatest] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const items = new Map(shipment.items.map((item) => [item.product._id, item]));
  const owing = (product: string): number => {
    const item = items.get(product);
    return item ? owedOf(item) : 0;
  };
  const all = lines.every(({ product, quantity }) => quantity === owing(product));
  const setAll = () => onChange(lines.map(({ product }) => ({ product, quantity: all ? 0 : owing(product) })));

  useEffect(() =>
    ref({
      focus: () =>
        (box.current?.querySelector<HTMLElement>("[aria-invalid]") ?? countOf(lines[0]?.product ?? ""))?.focus(),
    }),
  );
  useScanner(
    locked
      ? undefined
      : (code) => {
          const found = findByCode(
            shipment.items.map(({ product }) => product),
            code.trim(),
          );
          if (!found) return toast.error(`${unknownCodeText(code)} in this shipment`, "scan");
          setLatest(found._id);
          countOf(found._id)?.focus();
        },
  );

  return (
    <div ref={box}>
      <WorkSummary id="owed" mark={null} totals={totalsOf(shipment.items)}>
        {!locked && (
          <Button kind="plain" onClick={setAll}>
            {all ? "All to 0" : "All as owed"}
          </Button>
        )}
      </WorkSummary>
      {error && <LineNote id="receipt-error" text={error} />}
      <LineCards
        label="What came"
        rows={lines}
        keyOf={({ product }) => product}
        latest={latest}
        card={(line, index) => (
          <LineCount
            line={line}
            item={items.get(line.product)}
            error={errorOf(index)}
            onCount={(quantity) => onChange(lines.with(index, { ...line, quantity }))}
          />
        )}
      />
    </div>
  );
}

const totalsOf = (items: readonly ShipmentItem[]): string => {
  const owing = items.map(owedOf).filter((units) => units > 0);
  const units = owing.reduce((sum, each) => sum + each, 0);
  return `${countText(units, "unit")} of ${countText(owing.length, "product")} owed`;
};

interface CountProps {
  line: Line;
  /** Of the shipment; none when it has been changed meanwhile. */
  item: ShipmentItem | undefined;
  error: string | undefined;
  onCount: (quantity: number) => void;
}

function LineCount({ line: { product, quantity }, item, error, onCount }: CountProps) {
  const { name = product, p_id = product, image } = item?.product ?? {};
  const deleted = item && deletedText(item);
  const note = `note-${product}`;
  return (
    <LineCard
      image={<Image src={image} />}
      title={name}
      code={`${p_id} · ${deleted ?? balanceText(item ? owedOf(item) : 0, quantity)}`}
      control={
        !deleted && (
          <Stepper
            of={name}
            id={fieldId(product)}
            aria-label={`Came of ${name}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && note}
            min={0}
            value={quantity}
            onChange={onCount}
          />
        )
      }
      note={error && <LineNote id={note} text={error} />}
    />
  );
}

/** "20 owed, 5 remain". */
const balanceText = (owing: number, quantity: number): string => {
  const left = owing - (quantity || 0);
  const said =
    left < 0 ? `${numberText(-left)} more than owed` : `${left === 1 ? "1 remains" : `${numberText(left)} remain`}`;
  return left === 0 ? `${numberText(owing)} owed` : `${numberText(owing)} owed, ${said}`;
};
