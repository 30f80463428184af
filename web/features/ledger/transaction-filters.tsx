// The filters of transactions: product, warehouse, action, user, reason and channel, or one movement with its reversal
// and corrections, to which rows link.
import { X } from "lucide-react";
import { useMemo } from "react";
import type { Action, Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { channelFilter, useUserFilter, useWarehouseFilter } from "../../domain/filters.ts";
import style from "../../domain/product-picker.module.css";
import { findById } from "../../lib/find-by-id.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import field from "../../ui/form/field.module.css";
import { type ListOptions, useListFilters } from "../../ui/table/list-filters.tsx";

const productTexts = { label: "Product", placeholder: "All (Product)" };

/** The first rows of a screen do not wait for the picker; its place is held meanwhile. */
const ProductPicker = lazyComponent(
  () => import("../../domain/product-picker.tsx"),
  "ProductPicker",
  <div className={style.bare}>
    <input readOnly aria-label={productTexts.label} placeholder={productTexts.placeholder} className={field.control} />
  </div>,
);

const actions = (["STOCK_OUT", "STOCK_IN"] satisfies Action[]).map((value) => ({ value, label: value }));

/** The users and reasons of `rows`, all rows of the range, are the choices; undefined until they are loaded. */
export function useTransactionFilters(rows: readonly Transaction[] | undefined, options: ListOptions<Transaction>) {
  const { product: products } = useApplicationContext();
  const reasons = useMemo(
    () => [...new Set(rows?.map(({ reason }) => reason))].sort().map((value) => ({ value, label: value })),
    [rows],
  );
  return useListFilters(
    {
      product: {
        label: "Product",
        test: ({ product }: Transaction, id) => product._id === id,
        control: (control) => (
          <ProductPicker labelHidden scan camera products={products} {...productTexts} {...control} />
        ),
        words: (id) => {
          const product = findById(products, id);
          return product && `Product: ${product.name} (${product.p_id})`;
        },
      },
      warehouse: useWarehouseFilter(),
      action: { label: "Action", choices: actions, test: ({ action }, value) => action === value },
      user: useUserFilter(rows),
      reason: { label: "Reason", choices: reasons, loading: !rows, test: ({ reason }, value) => reason === value },
      channel: channelFilter,
      movement: {
        label: "Movement",
        test: ({ movement, reverses, reversed_by, corrects, adds_to, takes_back }, id) =>
          [movement, reverses, reversed_by, corrects, adds_to, takes_back].includes(id),
        control: ({ value, onChange }) =>
          value && (
            <Button
              icon={X}
              aria-label={`Only movement ${movementNumber(value)} and its reversal or corrections: show all`}
              onClick={() => onChange("")}
            >
              Movement {movementNumber(value)}
            </Button>
          ),
        words: (id) => `Movement ${movementNumber(id)}`,
      },
    },
    options,
  );
}
