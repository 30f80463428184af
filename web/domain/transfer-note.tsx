// The printed note that travels with a transfer: from, to, and its products.
import { dayOf } from "#shared/day.ts";
import type { Transaction } from "#shared/movement.ts";
import { movementNumber } from "#shared/movement-number.ts";
import { productLabels } from "#shared/product-fields.ts";
import { dayText, numberText } from "../lib/format.ts";
import { Image } from "../ui/image.tsx";
import { PrintPages } from "../ui/print/print-pages.tsx";
import type { PrintColumn, Printout } from "../ui/print/printout.tsx";
import { linesText } from "./line-editor/lines.ts";
import { PrintedName } from "./printed-name.tsx";
import { warehouseText } from "./warehouse-name.tsx";

const columns: PrintColumn<Transaction>[] = [
  { head: "Image", width: 14, cell: ({ product }) => <Image src={product.image} /> },
  { head: productLabels.name, cell: ({ product }) => <PrintedName {...product} /> },
  { head: "Quantity", width: 22, right: true, strong: true, cell: ({ quantity }) => numberText(quantity) },
  { head: "Remark", width: 40, cell: () => null },
];

/** `rows`: all rows of a transfer. */
export const transferNote = (rows: readonly Transaction[]): Printout => {
  const sent = rows.filter(({ action }) => action === "STOCK_OUT");
  const [from] = sent;
  const to = rows.find(({ action }) => action === "STOCK_IN");
  const day = dayText(dayOf(from?.created_at ?? ""));
  return {
    name: `Transfer Note ${day}`,
    title: "Transfer Note",
    by: from?.user.name ?? "",
    footer: `Transfer ${movementNumber(from?.movement ?? "")}`,
    facts: [
      ["From", from ? warehouseText(from.warehouse) : ""],
      ["To", to ? warehouseText(to.warehouse) : ""],
      ["Date", day],
      ["Number", movementNumber(from?.movement ?? "")],
      ["Total", linesText(sent)],
    ],
    ...(from?.remarks && { note: `Remarks: ${from.remarks}` }),
    body: (foot) => <PrintPages foot={foot} groups={[{ rows: sent }]} columns={columns} />,
  };
};
