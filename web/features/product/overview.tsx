// The upper part of a product's page and panel: gaps, figures, charts, and the cards beside them.
import { useContext, useMemo } from "react";
import { fileNamePart } from "#shared/format.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { dayText } from "../../lib/format.ts";
import { PrintedBy } from "../../ui/page/page.tsx";
import { PrintPages } from "../../ui/print/print-pages.tsx";
import { usePrint } from "../../ui/print/printout.tsx";
import { ChartCard, wideSpan } from "./chart-card.tsx";
import { chartDays } from "./chart-days.ts";
import { tableHeads, tableOf } from "./chart-table.ts";
import { Figures, figuresOf } from "./figures.tsx";
import { Gaps } from "./head.tsx";
import style from "./product.module.css";
import { gapTexts } from "./product-text.ts";
import { Side } from "./side.tsx";
import type { ProductPlan } from "./use-product.ts";

// Re-exported, so that the screen loads one chunk for all of it.
export { ProductFacts } from "./head.tsx";
export { ThumbBar } from "./thumb-bar.tsx";

interface Props {
  product: ProductPlan;
  /** One column, on a phone and in the panel. */
  small: boolean;
  /** The page, which also shows warehouses without units, and prints. */
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
      {whole && <ProductPrintout product={product} />}
    </div>
  );
}

/** Millimetres. */
const widths = [22, 26, 92, undefined] as const;
const columns = tableHeads.map((head, at) => ({
  head,
  cell: ({ texts }: { texts: readonly string[] }) => texts[at],
  ...(widths[at] && { width: widths[at] }),
}));

/** A product on paper: its key figures, its gaps, and the figures of its charts day by day, the last days first. */
function ProductPrintout({ product: { data, history, day } }: { product: ProductPlan }) {
  const { warehouse } = useApplicationContext();
  const by = useContext(PrintedBy);
  const { row } = data;
  const rows = useMemo(
    () => (history.data ? tableOf(chartDays(history.data, row, day, wideSpan)).reverse() : []),
    [history.data, row, day],
  );
  const { portal } = usePrint({
    name: `${fileNamePart(row.p_id)} ${dayText(day)}`,
    title: row.name,
    by,
    footer: row.p_id,
    facts: [["P.ID", row.p_id]],
    note: [
      figuresOf({ data, day }, warehouse.length)
        .map(({ name, value }) => `${name} ${value}`)
        .join(" · "),
      ...gapTexts(row).map(({ days, why }) => days + why),
    ].join(". "),
    body: (foot) => <PrintPages dense foot={foot} groups={[{ rows }]} columns={columns} />,
  });
  return portal;
}
