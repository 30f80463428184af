// Products that ran out, and folded below them those of which there never was a unit.
import { ChevronDown, ChevronRight, CircleCheck } from "lucide-react";
import type { RefObject } from "react";
import { dashboardLabels, productLabels } from "#shared/product-label.ts";
import type { OutOfStock as Product } from "#shared/sales.ts";
import { ProductLines } from "../../domain/product-lines.tsx";
import { numberText, rateText } from "../../lib/format.ts";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowFocus } from "../../ui/table/row-focus.ts";
import style from "./inventory-dashboard.module.css";

const noColumns: Column<Product>[] = [];

const card = (product: Product) => ({
  image: <Image src={product.image} />,
  title: <ProductLines {...product} />,
  note: `${productLabels.in_transit} ${numberText(product.in_transit)}`,
  number: (
    <>
      <small>{dashboardLabels.drr}</small>
      {rateText(product.drr)}
    </>
  ),
});

const newCard = (product: Product) => ({ ...card(product), number: undefined });

const tableProps = {
  compact: true,
  columns: noColumns,
  nameOf: ({ name }: Product): string => name,
  rowHeight: 76,
  phoneRowHeight: 112,
};

interface List {
  list: QueryState<readonly Product[]>;
  onOpen: (product: Product) => void;
  focus: RefObject<RowFocus | null>;
}

export function OutOfStock({ out, never }: { out: List; never: List }) {
  const [open, setOpen] = useQueryParam("never");
  const count = never.list.data?.length ?? 0;
  const Mark = open ? ChevronDown : ChevronRight;
  return (
    <div className={style.lists} data-fills>
      <DataTable
        {...tableProps}
        {...out}
        label="Out of Stock"
        phone={card}
        empty={<Empty good icon={CircleCheck} text="No product is out of stock" />}
      />
      {count > 0 && (
        <button
          type="button"
          className={style.fold}
          aria-expanded={open !== ""}
          onClick={() => setOpen(open ? "" : "open", "replace")}
        >
          <Mark size={16} aria-hidden="true" />
          Never stocked
          <span>{numberText(count)}</span>
        </button>
      )}
      {open && count > 0 && <DataTable {...tableProps} {...never} label="Never stocked" phone={newCard} empty="" />}
    </div>
  );
}
