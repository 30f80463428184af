// The printed low stock report.
import type { Product } from "#shared/product.ts";
import { productLabels } from "#shared/product-label.ts";
import { minimumStock, requiredOnReport } from "#shared/reorder.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText, dayText, numberText, today } from "../../lib/format.ts";
import { type PrintColumn, PrintName, PrintTable, usePrint } from "../../ui/print/print-sheet.tsx";

const columns: PrintColumn<Product>[] = [
  { head: "Product", cell: ({ name, p_id }) => <PrintName name={name} note={p_id} /> },
  { head: productLabels.stock, width: 23, right: true, cell: ({ stock }) => numberText(stock) },
  { head: productLabels.minimum, width: 23, right: true, cell: (product) => numberText(minimumStock(product)) },
  {
    head: "Required",
    width: 23,
    right: true,
    cell: (product) => <strong>{numberText(requiredOnReport(product))}</strong>,
  },
];

/** The most units required first, by the formula of the printed report, which ignores stock in transit. */
export function useLowStockReport(products: readonly Product[]) {
  const { user } = useSession();
  const sheet = {
    name: `Low Stock Report ${dayText(today())}`,
    title: "Low Stock Report",
    by: user?.name ?? "",
    facts: [["Rows", countText(products.length, "product")]] as const,
    note: "Required = Min. - Avl.",
    body: () => (
      <PrintTable columns={columns} rows={products.toSorted((a, b) => requiredOnReport(b) - requiredOnReport(a))} />
    ),
  };
  return usePrint(products.length > 0 ? sheet : undefined);
}
