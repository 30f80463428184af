// Products that ran out, since when, and about how many units were not sold; folded below, products that never had a
// unit.
import { ChevronDown, ChevronRight, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { dashboardLabels, productLabels } from "#shared/product-fields.ts";
import { EmptyUnless } from "../../domain/missing.tsx";
import { UnitsBeside } from "../../domain/not-for-picking.tsx";
import type { ProductRows } from "../../domain/panel.ts";
import { NameInLine } from "../../domain/product-name.tsx";
import { Term } from "../../domain/term.tsx";
import { dayMonthText, dayText, numberText, rateText } from "../../lib/format.ts";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { Image } from "../../ui/image.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import style from "./inventory-dashboard.module.css";
import { NextArrival, type OutProduct, unsold, Waiting } from "./outlook.tsx";

const noColumns: Column<OutProduct>[] = [];

const card = (product: OutProduct) => ({
  image: <Image src={product.image} />,
  title: <NameInLine {...product} />,
  note: (
    <span className={style.wraps}>
      <Term cell what="drr" of={product}>
        {dashboardLabels.drr} {rateText(product.drr)}
      </Term>{" "}
      · {productLabels.in_transit} {numberText(product.in_transit)}{" "}
      {product.in_transit > 0 && <NextArrival {...product} />}
      <UnitsBeside units={product.not_for_picking} />
    </span>
  ),
  number: (
    <span className={style.unsold}>
      {unsold(product) > 0 && (
        <>
          ≈ {numberText(unsold(product))} <span data-sr-only>not sold</span>
        </>
      )}
      <small>{sinceText(product)}</small>
    </span>
  ),
});

const sinceText = ({ plan }: OutProduct): ReactNode => {
  if (plan === undefined) return <Waiting />;
  return plan?.runs_out && <span title={dayText(plan.runs_out)}>since {dayMonthText(plan.runs_out)}</span>;
};

const newCard = (product: OutProduct) => ({ ...card(product), number: undefined });

const tableProps = {
  cardHeight: 56,
  columns: noColumns,
  nameOf: ({ name }: OutProduct): string => name,
};

type List = QueryState<readonly OutProduct[]>;

interface Props {
  out: List;
  never: List;
  rows: ProductRows<OutProduct>;
}

export function OutOfStock({ out, never, rows }: Props) {
  const [open, setOpen] = useQueryParam("never");
  const count = never.data?.length ?? 0;
  const Mark = open ? ChevronDown : ChevronRight;
  return (
    <div className={style.lists} data-fills>
      <DataTable
        {...tableProps}
        {...rows}
        list={out}
        label="Out of Stock"
        phone={card}
        empty={
          <EmptyUnless needs={["products"]}>
            <Empty good icon={CircleCheck} text="No product is out of stock" />
          </EmptyUnless>
        }
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
      {open && count > 0 && (
        <DataTable {...tableProps} {...rows} list={never} label="Never stocked" phone={newCard} empty="" />
      )}
    </div>
  );
}
