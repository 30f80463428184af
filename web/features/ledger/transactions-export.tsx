// The report of View Transactions, with every filter that is set.
import type { Range } from "#shared/day.ts";
import type { Action } from "#shared/movement.ts";
import { useDownload } from "../../lib/api/download.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";

interface Filters {
  product: string;
  warehouse: string;
  action: string;
}

interface Props {
  range: Range;
  filters: Filters;
  /** The range in words. */
  days: string;
}

export function TransactionsExport({ range, filters: { product, warehouse, action }, days }: Props) {
  const query = { ...range, product, warehouse, action: action as Action };
  const report = useDownload("GET /v1/transactions/export", { query });
  const set = [product, warehouse, action].filter(Boolean).length;
  return (
    <ExportButton download={report} of={set ? `${days}, filtered` : days}>
      Export
    </ExportButton>
  );
}
