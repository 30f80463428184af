// A count on paper: every product with empty boxes, for shelves where nobody scans. The numbers are typed in later.
import { useEffect } from "react";
import type { ContextProduct } from "#shared/app.ts";
import type { Count } from "#shared/count.ts";
import { PrintedName } from "../../domain/printed-name.tsx";
import { byShelf, useShelves } from "../../domain/shelf.ts";
import { useSession } from "../../lib/api/session.ts";
import { compareText } from "../../lib/compare-text.ts";
import { countText, numberText } from "../../lib/format.ts";
import { PrintPages } from "../../ui/print/print-pages.tsx";
import { type PrintColumn, usePrint } from "../../ui/print/printout.tsx";
import style from "./count.module.css";
import { scopeText } from "./count-text.ts";

type Row = ContextProduct & { shelf: string };

/** Room for a number written by hand. */
const box = (head: string, width: number): PrintColumn<Row> => ({
  head,
  width,
  cell: () => <span className={style.box} />,
});

const shelf: PrintColumn<Row> = { head: "Shelf", width: 22, cell: (row) => row.shelf };

const columns: PrintColumn<Row>[] = [
  { head: "Product", cell: PrintedName },
  { head: "Carton", width: 16, right: true, cell: ({ pack }) => (pack ? numberText(pack) : "") },
  box("Place 1", 24),
  box("Place 2", 24),
  box("Total", 28),
];

interface Props {
  count: Count;
  products: readonly ContextProduct[];
  onDone: () => void;
}

export function CountPrintout({ count, products, onDone }: Props) {
  const { user } = useSession();
  const shelfOf = useShelves();
  const rows = products
    .map((product) => ({ ...product, shelf: shelfOf(product._id, count.warehouse._id) }))
    .sort((a, b) => compareText(a.name, b.name));
  const shelves = rows.some((row) => row.shelf) ? [shelf] : [];
  const { print, portal } = usePrint({
    name: `Count ${count.number}`,
    title: `Count sheet ${count.number}, ${count.warehouse.name}`,
    by: user?.name ?? "",
    footer: `Count ${count.number}`,
    facts: [
      ["W.ID", count.warehouse.w_id],
      ["Scope", `${scopeText(count)}, ${countText(products.length, "line")}`],
    ],
    note: `Counted by ${"_".repeat(30)} from ${"_".repeat(10)} to ${"_".repeat(10)}. An empty box means not counted: write 0 where there are none.`,
    body: (foot) => (
      <PrintPages
        foot={foot}
        columns={[...shelves, ...columns]}
        groups={[{ rows: byShelf(rows, (row) => row.shelf) }]}
      />
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it was asked for.
  useEffect(() => {
    print();
    addEventListener("afterprint", onDone, { once: true });
    return () => removeEventListener("afterprint", onDone);
  }, []);
  return portal;
}
