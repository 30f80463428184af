// The lines of a receipt: units outstanding and received of each product; a scan counts a unit and focuses its line.
import { useEffect, useRef, useState } from "react";
import type { ProductTag } from "#shared/product.ts";
import type { Coded } from "#shared/product-code.ts";
import type { Shipment } from "#shared/shipment.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { unknownCodeText } from "../../domain/find-by-code.ts";
import { focusFirstWrong, focusQuantity } from "../../domain/line-editor/focus-quantity.ts";
import { LineList, LineNote, type LineView } from "../../domain/line-editor/line-list.tsx";
import { setQuantity } from "../../domain/line-editor/lines.ts";
import type { LinesInput } from "../../domain/line-editor/lines-field.tsx";
import { WorkSummary } from "../../domain/line-editor/work-list.tsx";
import { useFindByCode, useLatest } from "../../domain/use-find-by-code.ts";
import { countText, numberText } from "../../lib/format.ts";
import { useMedia } from "../../lib/media.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import type { ScanResult } from "../../ui/camera.tsx";
import { ScanButton } from "../../ui/scan-button.tsx";
import { deletedText, outstandingOf, type ShipmentItem } from "./shipment-text.ts";

export function ReceiveLines({ shipment, ...field }: LinesInput & { shipment: Shipment }) {
  const { value: lines, onChange, ref, error, errorOf } = field;
  const [latest, setLatest] = useState("");
  const isTouch = useMedia("(pointer: coarse)");
  const box = useRef<HTMLDivElement>(null);
  const items = new Map(shipment.items.map((item) => [item.product._id, item]));
  const outstandingUnits = (product: string): number => {
    const item = items.get(product);
    return item ? outstandingOf(item) : 0;
  };
  const isAll = lines.every(({ product, quantity }) => quantity === outstandingUnits(product));
  const setAll = () =>
    onChange(lines.map(({ product }) => ({ product, quantity: isAll ? 0 : outstandingUnits(product) })));

  useEffect(() => ref({ focus: () => void focusFirstWrong(box.current) }));
  const { product: products } = useApplicationContext();
  const find = useFindByCode<ProductTag & Coded>(
    products.length > 0 ? products : shipment.items.map(({ product }) => product),
  );
  /** Counts one more unit; the first scan of a complete line only focuses it. */
  const count = useLatest((id: string, units: number) => {
    const quantity = lines.find(({ product }) => product === id)?.quantity || 0;
    if (id === latest || quantity < outstandingUnits(id)) onChange(setQuantity(lines, id, quantity + units));
    setLatest(id);
    focusQuantity(id);
  });
  const scan = (code: string): Promise<ScanResult> | ScanResult =>
    find(code, (found) => {
      const item = found && items.get(found.product._id);
      if (!item || item.deleted) return { ok: false, text: `${unknownCodeText(code)} in this shipment` };
      count(item.product._id, found.units);
      return { ok: true, text: item.product.name };
    });
  useScanner(async (code) => {
    const { ok, text } = await scan(code);
    if (!ok) toast.error(text, "scan");
  });

  return (
    <div ref={box}>
      <WorkSummary id="outstanding" tag={null} totals={totalsOf(shipment.items)}>
        <Button kind="plain" onClick={setAll}>
          {isAll ? "All to 0" : "All outstanding"}
        </Button>
        {isTouch && <ScanButton onCode={scan} />}
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
