// Heads by which columns are recognised beside those of our own exports.

export const codeHeads = [
  "P.ID",
  "PID",
  "Product ID",
  "SKU",
  "SKU Code",
  "Seller SKU",
  "Product Code",
  "Item Code",
  "Code",
  "Barcode",
  "EAN",
  "BC",
] as const;

export const quantityHeads = ["Qty", "Units", "Pieces", "Pcs", "Count", "Counted"] as const;

export const warehouseHeads = ["WID", "Warehouse ID", "Warehouse Code", "Warehouse"] as const;

export const productHeads = {
  name: ["Name", "Title"],
  lead_time: ["Lead Time (days)"],
  pack: ["Pack", "Pack Size", "Case Pack", "Units/Carton"],
  codes: ["Codes", "Other Codes", "Barcodes", "EANs"],
  amazon: ["Amazon Link"],
  flipkart: ["Flipkart Link"],
  website: ["Website Link"],
} as const;
