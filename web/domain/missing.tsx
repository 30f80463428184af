// What must be there before stock can move, and the way to it: for the first steps of a company, forms and empty lists.
import type { ReactNode } from "react";
import type { Catalogue } from "#shared/catalogue.ts";
import { useIsManager } from "../lib/api/session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Banner } from "../ui/page/banner.tsx";
import { Empty } from "../ui/page/empty.tsx";
import { useLists } from "./catalogue.tsx";

export const ways = {
  warehouse: { text: "There is no warehouse yet.", to: "/warehouses?do=add", action: "Add a warehouse" },
  products: { text: "There are no products yet.", to: "/products/import", action: "Paste products" },
  stock: { text: "Nothing is in stock yet.", to: "/stock/import", action: "Paste opening stock" },
} as const;

type Need = keyof typeof ways;

/** Which of them there are. */
export const presentOf = ({ products, stock, warehouses }: Catalogue): Record<Need, boolean> => ({
  warehouse: warehouses.length > 0,
  products: products.some(({ deleted }) => !deleted),
  stock: [...stock.values()].some(({ held }) => Object.keys(held).length > 0),
});

interface Props {
  /** In the order in which they are created. */
  needs: readonly Need[];
}

/** The first that is missing; executives are told who adds it. */
function useMissing(needs: readonly Need[]) {
  const { derive, refreshing } = useLists();
  const isManager = useIsManager();
  const present = refreshing ? undefined : derive(presentOf);
  const missing = present && needs.find((need) => !present[need]);
  if (!missing) return undefined;
  const { text, to, action } = ways[missing];
  if (isManager) return { text, action: <ButtonLink to={to}>{action}</ButtonLink> };
  return { text: `${text} A manager adds ${missing === "warehouse" ? "one" : "them"}.`, action: undefined };
}

/** Above a form that cannot be filled in without them. */
export function MissingFirst({ needs }: Props) {
  const missing = useMissing(needs);
  return (
    missing && (
      <Banner tone="warn" action={missing.action}>
        {missing.text}
      </Banner>
    )
  );
}

/** An empty list: what is missing, or else why it is empty. */
export function EmptyUnless({ needs, children }: Props & { children: ReactNode }) {
  const missing = useMissing(needs);
  return missing ? <Empty {...missing} /> : children;
}
