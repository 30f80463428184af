// The products of a container: counted never below what came, and removed while nothing has come.
import { useMemo } from "react";
import type { ProductTag } from "#shared/product.ts";
import { minimumQuantity, receivedText } from "#shared/shipment-item.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { AddedLines, type Own } from "../../domain/line-editor/added-lines.tsx";
import type { Listed } from "../../domain/line-editor/adding.tsx";
import { numberText } from "../../lib/format.ts";
import type { ShipmentItem } from "./shipment-text.ts";

interface Props extends Listed {
  /** Of the shipment as it is: what came already stays. */
  items: readonly ShipmentItem[];
}

export function ShipmentLines({ items, ...list }: Props) {
  const tagOf = useTags(items);
  const ownOf = ({ product }: { product: string }): Own => {
    const item = items.find((one) => one.product._id === product);
    if (!item?.received) return {};
    return {
      code: `${numberText(item.received)} received`,
      least: minimumQuantity(item),
      stays: receivedText(item.received),
    };
  };
  return (
    <AddedLines
      label="Products in the container"
      tagOf={tagOf}
      ownOf={ownOf}
      quantity={{ label: "Qty", units: "quantity" }}
      {...list}
    />
  );
}

/** Names come from the catalogue, of deleted products from the shipment. */
function useTags(items: readonly ShipmentItem[]): (id: string) => ProductTag {
  const { product: products } = useApplicationContext();
  return useMemo(() => {
    const tags = new Map<string, ProductTag>(items.map(({ product }) => [product._id, product]));
    for (const product of products) tags.set(product._id, product);
    return (id) => tags.get(id) ?? { _id: id, p_id: id, name: id };
  }, [items, products]);
}
