// The columns of each kind of import, as exports and screens call them. Without schemas, for the web.
import type { ImportKind } from "./import.ts";
import { productLabels } from "./product-label.ts";

interface ImportColumn {
  label: string;
  required?: true;
}

export const importColumns = {
  products: {
    p_id: { label: productLabels.p_id, required: true },
    name: { label: productLabels.name },
    lead_time: { label: productLabels.lead_time },
    pack: { label: productLabels.pack },
    codes: { label: productLabels.codes },
    amazon: { label: productLabels.amazon },
    flipkart: { label: productLabels.flipkart },
    website: { label: productLabels.website },
  },
  stock: {
    p_id: { label: productLabels.p_id, required: true },
    w_id: { label: "W.ID", required: true },
    quantity: { label: "Quantity", required: true },
    reason: { label: "Reason" },
    remarks: { label: "Remarks" },
  },
  lines: {
    p_id: { label: productLabels.p_id, required: true },
    quantity: { label: "Quantity", required: true },
  },
  orders: {
    code: { label: "Product Code", required: true },
    quantity: { label: "Quantity", required: true },
    listing: { label: "Second Code" },
    order: { label: "Order Number" },
    line: { label: "Line Number" },
    status: { label: "Status" },
    title: { label: "Product Name" },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>;
