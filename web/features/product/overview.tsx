// What a product's page and the desk show first: its gaps, its figures, its charts, and the cards beside them.

import { lazyComponent } from "../../lib/lazy.tsx";
import { ChartCard } from "./chart-card.tsx";
import { Figures } from "./figures.tsx";
import { Gaps } from "./head.tsx";
import style from "./product.module.css";
import { Side } from "./side.tsx";
import type { ProductPlan } from "./use-product.ts";

const ProductSheet = lazyComponent(() => import("./product-sheet.tsx"), "ProductSheet");

// Its chunk holds all that the screen itself would make too heavy.
export { ProductMark } from "./head.tsx";

interface Props {
  product: ProductPlan;
  /** In a column: on a phone and on the desk. */
  small: boolean;
  /** The page: with warehouses without a unit, and what it prints. */
  whole?: boolean;
}

export function Overview({ product, small, whole = false }: Props) {
  const { data, history, day, target } = product;
  const { row } = data;
  return (
    <div className={style.page}>
      <Gaps row={row} />
      <Figures data={data} day={day} />
      <div className={style.main}>
        <ChartCard history={history.data} row={row} day={day} small={small} />
        <Side data={data} day={day} target={target} whole={whole} />
      </div>
      {whole && <ProductSheet product={product} />}
    </div>
  );
}
