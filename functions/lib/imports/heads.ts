// Heads by which columns are recognised beside those of our own exports, the best first.
import type { Ask } from "#shared/import.ts";
import type { ProductField } from "#shared/product-fields.ts";

export const quantityHeads = ["Qty", "Units", "Pieces", "Pcs", "Count", "Counted"] as const;

/** Asked where no column has quantities. */
export const eachRowIsOne: Ask = {
  id: "quantity",
  text: "No column of quantities was found.",
  choices: [{ value: "1", text: "Each row is one unit" }],
};

export const warehouseHeads = ["WID", "Warehouse ID", "Warehouse Code", "Warehouse"] as const;

/** The column of the report of rows to correct that says why. */
export const whyHead = "Why";

export const productHeads = {
  p_id: [
    ...["P.ID", "PID", "SKU", "SKU Code", "Seller SKU", "Product ID", "Product Code", "Item Code", "Code"],
    ...["Barcode", "EAN", "BC"],
  ],
  name: [
    ...["Name", "Title", "Item Name", "Product Title", "Item Title", "Item", "Product", "Description"],
    "Item Description",
  ],
  lead_time: ["Lead Time (days)", "Lead Time in Days", "Lead Days", "Leadtime", "LT (days)"],
  pack: [
    ...["Pack", "Pack Size", "Case Pack", "Units/Carton", "Carton Qty", "Carton Quantity", "Qty per Carton"],
    ...["Qty/Carton", "Pcs per Carton", "Pcs/Carton", "Pieces per Carton", "Pcs/Ctn", "Case Qty", "Units per Case"],
    ...["Carton Size", "Master Carton", "Master Carton Qty", "Box Qty"],
  ],
  codes: [
    ...["Codes", "Other Codes", "Barcodes", "Barcode", "Bar Code", "EANs", "EAN", "EAN Code", "EAN/UPC", "GTIN", "UPC"],
    ...["UPC Code", "Seller SKU", "Merchant SKU"],
  ],
  amazon: ["Amazon Link", "Amazon URL", "Amazon Listing"],
  flipkart: ["Flipkart Link", "Flipkart URL", "Flipkart Listing"],
  website: ["Website Link", "Website URL", "Website", "Product URL", "Product Link", "URL", "Link"],
} as const satisfies Record<ProductField, readonly string[]>;
