// A product on paper: its key figures, its gaps, and the figures of its charts day by day, the last days first.
import { useMemo } from "react";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { dayText } from "../../lib/format.ts";
import { PrintTable, usePrint } from "../../ui/print/print-sheet.tsx";
import { wideSpan } from "./chart-card.tsx";
import { chartDays } from "./chart-days.ts";
import { tableHeads, tableOf } from "./chart-table.ts";
import { figuresOf } from "./figures.tsx";
import { gapTexts } from "./product-text.ts";
import type { ProductPlan } from "./use-product.ts";

/** Millimetres. */
const widths = [22, 26, 92, undefined] as const;
const columns = tableHeads.map((head, at) => ({
  head,
  cell: ({ texts }: { texts: readonly string[] }) => texts[at],
  ...(widths[at] && { width: widths[at] }),
}));

/** The user's name, which the shell leaves on the page. */
const printedBy = (): string => document.querySelector<HTMLElement>("[data-printed-by]")?.dataset.printedBy ?? "";

export function ProductSheet({ product: { data, history, day } }: { product: ProductPlan }) {
  const { warehouse } = useApplicationContext();
  const { row } = data;
  const rows = useMemo(
    () => (history.data ? tableOf(chartDays(history.data, row, day, wideSpan)).reverse() : []),
    [history.data, row, day],
  );
  const { portal } = usePrint({
    name: `${row.p_id} ${dayText(day)}`,
    title: row.name,
    by: printedBy(),
    mark: row.p_id,
    facts: [["P.ID", row.p_id]],
    note: [
      figuresOf({ data, day }, warehouse.length)
        .map(({ name, value }) => `${name} ${value}`)
        .join(" · "),
      ...gapTexts(row).map(({ days, why }) => days + why),
    ].join(". "),
    body: () => <PrintTable dense rows={rows} columns={columns} />,
  });
  return portal;
}
