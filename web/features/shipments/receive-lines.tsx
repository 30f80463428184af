// The lines of a receipt: units outstanding and received of each product; a scan focuses its line.
import { useEffect, useRef, useState } from "react";
import type { Shipment } from "#shared/shipment.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { findByCode, unknownCodeText } from "../../domain/find-by-code.ts";
import { focusQuantity } from "../../domain/line-editor/focus-quantity.ts";
import { LineList, LineNote, type LineView } from "../../domain/line-editor/line-list.tsx";
import { setQuantity } from "../../domain/line-editor/lines.ts";
import type { LinesInput } from "../../domain/line-editor/lines-field.tsx";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { deletedText, outstandingOf, type ShipmentItem } from "./shipment-text.ts";

export function ReceiveLines({ shipment, ...field }: LinesInput & { shipment: Shipment }) {
  const { value: lines, onChange, ref, error, errorOf } = field;
  const [latest, setLatest] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const { product: products } = useApplicationContext();
  const items = new Map(shipment.items.map((item) => [item.product._id, item]));
  const outstandingUnits = (product: string): number => {
    const item = items.get(product);
    return item ? outstandingOf(item) : 0;
  };
  const isAll = lines.every(({ product, quantity }) => quantity === outstandingUnits(product));
  const setAll = () =>
    onChange(lines.map(({ product }) => ({ product, quantity: isAll ? 0 : outstandingUnits(product) })));

  useEffect(() =>
    ref({
      focus: () =>
        (box.current?.querySelector<HTMLElement>("[aria-invalid]") ?? box.current?.querySelector("input"))?.focus(),
    }),
  );
  useScanner((code) => {
    // Further codes are in the lists only, which lack deleted products.
    const listed = shipment.items.map(({ product }) => products.find(({ _id }) => _id === product._id) ?? product);
    const found = findByCode(listed, code.trim());
    if (!found) return toast.error(`${unknownCodeText(code)} in this shipment`, "scan");
    setLatest(found._id);
    focusQuantity(found._id);
  });

  return (
    <div ref={box}>
      <WorkSummary id="outstanding" mark={null} totals={totalsOf(shipment.items)}>
        <Button kind="plain" onClick={setAll}>
          {isAll ? "All to 0" : "All outstanding"}
        </Button>
      </WorkSummary>
      {error && <LineNote id="receipt-error" text={error} />}
      <LineList
        label="Units received"
        quantityLabel="Received"
        latest={latest}
        lines={lines.map(({ product, quantity }, index) => ({
          ...viewOf(items.get(product), product, quantity),
          error: errorOf(index),
        }))}
        onCount={(product, quantity) => onChange(setQuantity(lines, product, quantity))}
      />
    </div>
  );
}

const totalsOf = (items: readonly ShipmentItem[]): string => {
  const outstanding = items.map(outstandingOf).filter((units) => units > 0);
  const units = outstanding.reduce((sum, each) => sum + each, 0);
  return `${countText(units, "unit")} of ${countText(outstanding.length, "product")} outstanding`;
};

/** Nothing of a deleted product can be received. `item` is undefined if it was taken off the shipment meanwhile. */
const viewOf = (item: ShipmentItem | undefined, id: string, quantity: number): LineView => {
  const product = item?.product ?? { _id: id, p_id: id, name: id };
  const deleted = item && deletedText(item);
  if (deleted) return { product, code: deleted };
  return { product, quantity, min: 0, code: balanceText(item ? outstandingOf(item) : 0, quantity || 0) };
};

/** "20 outstanding", "20 outstanding, 5 remain", "20 outstanding, 2 over". */
const balanceText = (outstanding: number, received: number): string => {
  const text = `${numberText(outstanding)} outstanding`;
  const rest = outstanding - received;
  if (rest === 0) return text;
  if (rest < 0) return `${text}, ${numberText(-rest)} over`;
  return `${text}, ${rest === 1 ? "1 remains" : `${numberText(rest)} remain`}`;
};
