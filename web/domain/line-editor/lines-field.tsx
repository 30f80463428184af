// The lines of a form: fields that add a product, or more of one that is listed, and the list.
import { FileSpreadsheet, Plus } from "lucide-react";
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useState } from "react";
import { maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import type { ProductTag } from "#shared/product.ts";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { QuantityField } from "../../ui/form/stepper.tsx";
import { useApplicationContext } from "../application-context.ts";
import { ProductPicker } from "../product-picker.tsx";
import { LineList, type LineView } from "./line-list.tsx";
import { addedText, addUnits, type Line, productsText, setQuantity } from "./lines.ts";
import { useAddLine } from "./use-add-line.ts";

const fromSpreadsheet = "Paste or choose a file";
const LinesFromSpreadsheet = lazyComponent(
  () => import("../import/lines-from-spreadsheet.tsx"),
  "LinesFromSpreadsheet",
  <Button icon={FileSpreadsheet}>{fromSpreadsheet}</Button>,
);

/** A list of a form, as `useListField` returns it. */
export interface LinesInput {
  value: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Called with an element that can take the focus. */
  ref: (field: { focus: () => void }) => void;
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
}

export interface PendingLine {
  /** Adds the product that is chosen but not added yet; if it cannot be added, shows the error and returns false. */
  finish: () => boolean;
}

interface Props extends LinesInput {
  /** Accessible name of the list. */
  label: string;
  /** Label of the quantity to add, and the noun in the names of its buttons. */
  counter: { label: string; of: string };
  viewOf: (line: Line) => Omit<LineView, "product" | "quantity" | "error">;
  /** Products that may have been deleted from the catalogue. */
  known?: readonly ProductTag[];
  /** The product that is chosen at first, unless it is listed: one more of it would be added. */
  product?: string;
  pending: Ref<PendingLine>;
}

export function LinesField({ label, counter, viewOf, known, product, pending, ...field }: Props) {
  const { value: lines, onChange, ref, error, errorOf } = field;
  const { product: products } = useApplicationContext();
  const tagOf = useTags(known);
  const [announcement, setAnnouncement] = useState("");
  const [latest, setLatest] = useState("");

  const add = (id: string, quantity: number): string | undefined => {
    const before = lines.find((line) => line.product === id)?.quantity;
    if ((before || 0) + quantity > maxUnits) return tooManyOfProduct();
    onChange(addUnits(lines, { product: id, quantity }));
    setAnnouncement(addedText(tagOf(id).name, before, quantity));
    setLatest(id);
    return undefined;
  };
  const isListed = lines.some((line) => line.product === product);
  const next = useAddLine(add, isListed ? undefined : product);
  const remove = (id: string) => {
    onChange(lines.filter((line) => line.product !== id));
    setAnnouncement(`Removed ${tagOf(id).name}`);
    next.focus();
  };
  const unitsOf = useCallback((id: string) => lines.find((line) => line.product === id)?.quantity || 0, [lines]);
  const addAll = (added: Line[]) => {
    onChange(added.reduce(addUnits, [...lines]));
    setAnnouncement(`Added ${productsText(added)}`);
    setLatest(added.at(-1)?.product ?? "");
  };
  useEffect(() => ref({ focus: next.focus }));
  useImperativeHandle(pending, () => ({ finish: next.finish }));

  return (
    <>
      <ProductPicker
        label="Product"
        required
        scan
        camera
        products={products}
        {...next.picker}
        error={next.picker.error ?? error}
      />
      <QuantityField
        {...counter}
        {...next.counter}
        required
        onKeyDown={(event) => onEnter(event, next.submit)}
        beside={
          <>
            <Button icon={Plus} onClick={next.submit}>
              Add
            </Button>
            <LinesFromSpreadsheet name={fromSpreadsheet} unitsOf={unitsOf} onAdd={addAll} />
          </>
        }
        hint={
          <span role="status">
            {[announcement, lines.length > 0 && productsText(lines)].filter(Boolean).join(". ")}
          </span>
        }
      />
      <LineList
        label={label}
        lines={lines.map((line, index) => ({
          ...viewOf(line),
          product: tagOf(line.product),
          quantity: line.quantity,
          error: errorOf(index),
        }))}
        latest={latest}
        onCount={(id, quantity) => onChange(setQuantity(lines, id, quantity))}
        onNext={next.focus}
        onRemove={remove}
      />
    </>
  );
}

/** Names come from the catalogue, or from `known` for deleted products. */
function useTags(known?: readonly ProductTag[]): (id: string) => ProductTag {
  const { product: products } = useApplicationContext();
  const tags = useMemo(
    () => new Map<string, ProductTag>([...(known ?? []), ...products].map((tag) => [tag._id, tag])),
    [known, products],
  );
  return (id) => tags.get(id) ?? { _id: id, p_id: id, name: id };
}
