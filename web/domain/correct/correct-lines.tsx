// The lines of a correction: of each product its warehouses with their units, and a picker for one that is missing.
import { useEffect, useMemo, useRef, useState } from "react";
import type { MovementLines } from "#shared/correction.ts";
import type { ProductTag } from "#shared/product.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { useApplicationContext } from "../application-context.ts";
import { focusFirstWrong } from "../line-editor/focus-quantity.ts";
import { LineList, LineNote } from "../line-editor/line-list.tsx";
import { ProductPicker } from "../product-picker.tsx";
import { warehouseChoices, warehouseText } from "../warehouse-name.tsx";
import { useDeviceWarehouse } from "../warehouse-select.tsx";
import { type CorrectedLine, linesOf } from "./correct-form.ts";
import style from "./correct-lines.module.css";

interface Props {
  opened: MovementLines;
  value: readonly CorrectedLine[];
  onChange: (lines: CorrectedLine[]) => void;
  ref: (field: { focus: () => void }) => void;
  error: string | undefined;
  errorOf: (index: number) => string | undefined;
  placeErrorOf: (index: number) => string | undefined;
}

export function CorrectLines({ opened, value: lines, onChange, ref, error, errorOf, placeErrorOf }: Props) {
  const { product: products, warehouse: warehouses } = useApplicationContext();
  const [device] = useDeviceWarehouse();
  const [latest, setLatest] = useState("");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => ref({ focus: () => void focusFirstWrong(box.current) }));
  const before = linesOf(opened);
  const tags = useMemo(() => tagsIn(opened, products, warehouses), [opened, products, warehouses]);
  const tagOf = (id: string) => tags.product.get(id) ?? { _id: id, p_id: id, name: id };
  const set = (index: number, change: Partial<CorrectedLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));

  /** A product that is listed gets a line for another warehouse; a transfer has one line of each. */
  const add = (product: string) => {
    if (!product) return;
    setLatest(product);
    const [first] = before;
    const isListed = lines.some((line) => line.product === product);
    if (isListed && first?.to) return;
    const place = first?.to ? { warehouse: first.warehouse, to: first.to } : { warehouse: device || first?.warehouse };
    const { warehouse = "", ...rest } = place;
    onChange([...lines, { product, warehouse: isListed ? "" : warehouse, ...rest, quantity: 1 }]);
  };

  const indexed = lines.map((line, index) => ({ line, index }));
  const views = [...Map.groupBy(indexed, ({ line }) => line.product)].map(([product, own]) => ({
    product: tagOf(product),
    error: own.map(({ index }) => placeErrorOf(index) ?? errorOf(index)).find(Boolean),
    beside: (
      <div className={style.places}>
        {own.map(({ line, index }) => (
          <Place
            key={index}
            line={line}
            before={before[index]}
            name={tagOf(product).name}
            isOnly={own.length === 1}
            tags={tags.warehouse}
            invalid={(placeErrorOf(index) ?? errorOf(index)) !== undefined}
            onChange={(change) => set(index, change)}
          />
        ))}
      </div>
    ),
  }));
  return (
    <div ref={box} className={style.lines}>
      {error && <LineNote id="correct-error" text={error} />}
      <LineList label="Lines" latest={latest} lines={views} />
      <ProductPicker
        label="Another product, or warehouse of one (Optional)"
        scan
        products={products}
        value=""
        onChange={add}
        onScan={(id) => (lines.some(({ product }) => product === id) ? setLatest(id) : add(id))}
      />
    </div>
  );
}

/** Products and warehouses by id, those that were deleted since as the movement names them. */
const tagsIn = (
  { lines }: MovementLines,
  products: readonly ProductTag[],
  warehouses: readonly WarehouseTag[],
): { product: Map<string, ProductTag>; warehouse: Map<string, WarehouseTag> } => {
  const byId = <T extends { _id: string }>(all: readonly T[]) => new Map(all.map((one) => [one._id, one]));
  return {
    product: byId([...lines.map(({ product }) => product), ...products]),
    warehouse: byId([...lines.flatMap(({ warehouse, to }) => [warehouse, ...(to ? [to] : [])]), ...warehouses]),
  };
};

interface PlaceProps {
  line: CorrectedLine;
  before: CorrectedLine | undefined;
  name: string;
  /** The product has no other line: its name alone says which quantity is meant. */
  isOnly: boolean;
  tags: ReadonlyMap<string, WarehouseTag>;
  invalid: boolean;
  onChange: (change: Partial<CorrectedLine>) => void;
}

function Place({ line, before, name, isOnly, tags, invalid, onChange }: PlaceProps) {
  const { product, warehouse, to, quantity } = line;
  const was = before?.quantity ?? 0;
  const place = tags.get(warehouse);
  const counted = isOnly || !place ? name : `${name} in ${place.name}`;
  return (
    <div className={style.place}>
      <Warehouse
        label={to === undefined ? `Warehouse of ${name}` : `From, of ${name}`}
        value={warehouse}
        tags={tags}
        onChange={(chosen) => onChange({ warehouse: chosen })}
      />
      {to !== undefined && (
        <Warehouse label={`To, of ${name}`} value={to} tags={tags} onChange={(chosen) => onChange({ to: chosen })} />
      )}
      {quantity !== was && before && <s>{numberText(was)}</s>}
      <Stepper
        of={counted}
        aria-label={`Quantity of ${counted}`}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `note-${product}` : undefined}
        min={0}
        value={quantity}
        onChange={(units) => onChange({ quantity: units })}
      />
    </div>
  );
}

interface WarehouseProps {
  label: string;
  value: string;
  tags: ReadonlyMap<string, WarehouseTag>;
  onChange: (warehouse: string) => void;
}

/** A button until it is pressed: a movement may have thousands of lines, and most stay where they are. */
function Warehouse({ label, value, tags, onChange }: WarehouseProps) {
  const { warehouse: warehouses } = useApplicationContext();
  const [chosen, setChosen] = useState(value === "");
  const place = tags.get(value);
  if (!chosen)
    return (
      <Button
        kind="plain"
        aria-label={`${label}: ${place ? warehouseText(place) : value}`}
        onClick={() => setChosen(true)}
      >
        {place?.name ?? value}
      </Button>
    );
  // One that was deleted stays until another one is chosen.
  const isDeleted = place && !warehouses.some(({ _id }) => _id === value);
  const choices = warehouseChoices(isDeleted ? [place, ...warehouses] : warehouses);
  return <FilterSelect label={label} empty="Choose warehouse" choices={choices} value={value} onChange={onChange} />;
}
