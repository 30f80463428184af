// The products of a container: added, counted and removed.
import { useMemo } from "react";
import type { ProductTag } from "#shared/product.ts";
import { useLists } from "../lib/context.tsx";
import type { ShipmentItem } from "../lib/shipments.ts";
import { LineCards } from "../ui/line-table.tsx";
import { AddingFields, type Listed, useAdding } from "./adding.tsx";
import { ShipmentLine } from "./shipment-line.tsx";

interface Props extends Listed {
  /** Of the shipment as it is: what came already stays. */
  items: readonly ShipmentItem[];
}

export function ShipmentLines({ items, ...list }: Props) {
  const { lines, onChange, errorOf } = list;
  const tagOf = useTags(items);
  const adding = useAdding(list, (product) => tagOf(product).name);

  return (
    <>
      <AddingFields of={adding} list={list} label="Qty" units="quantity" />
      {lines.length > 0 && (
        <LineCards
          label="Products in the container"
          rows={lines}
          keyOf={({ product }) => product}
          latest={adding.latest}
          card={(line, index) => (
            <ShipmentLine
              line={line}
              item={items.find(({ product }) => product._id === line.product)}
              product={tagOf(line.product)}
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

/** Names come from the catalogue, of deleted products from the shipment. */
function useTags(items: readonly ShipmentItem[]): (id: string) => ProductTag {
  const { product: products } = useLists();
  return useMemo(() => {
    const tags = new Map<string, ProductTag>(items.map(({ product }) => [product._id, product]));
    for (const product of products) tags.set(product._id, product);
    return (id) => tags.get(id) ?? { _id: id, p_id: id, name: id };
  }, [items, products]);
}
