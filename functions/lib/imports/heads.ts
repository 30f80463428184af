// Heads by which columns are recognised beside those of our own exports, the best first.

import type { ImportKind } from "#shared/import.ts";
import { importColumns } from "#shared/import-columns.ts";
import type { ProductField } from "#shared/product-fields.ts";
import type { Cell } from "../spreadsheets/cell.ts";
import { comparableHead, withJoined } from "../spreadsheets/head-row.ts";

const quantityHeads = [
  ...["Qty", "Units", "Pieces", "Pcs", "Count", "Counted", "Stock", "Closing Stock", "Current Stock", "On Hand"],
  ...["On Hand Current", "Available", "Received Qty", "Pending Qty", "Outstanding Quantity"],
  ...["Physical"],
] as const;

/** Quantities of any kind of file: the same for orders as for stock and lines. */
export const anyQuantityHeads = [
  ...["Total Quantity", "Total Qty", "Total Units", "Total Pcs", "No of Pcs", "No. of Pieces", "Nos", "Item Qty"],
  ...["Cantidad", "Cantidades", "Menge", "Anzahl", "Quantité", "Qté", "Quantità", "Quantidade", "Qtd", "Adet"],
  ...["Кол-во", "Количество", "数量", "मात्रा", "Total"],
] as const;

export const stockHeads = [...quantityHeads, ...anyQuantityHeads];

const quantityWords =
  /\b(qty|quantity|quantities|units?|pcs|pieces|nos|count|counted|stock|hand|inventory|cantidad|menge)\b/;
const besideQuantity =
  /^(qty|quantity|quantities|units?|pcs|pieces|nos|count|counted|stock|on|hand|in|of|inventory|cantidad|menge|current|net|free|sellable|saleable|closing|opening|available|physical|actual|system|book|total|final|received|ordered|order|outstanding|pending|today|now|no)$/;

/** A head made of nothing but words of quantities, such as "Physical Count (pcs)". */
export const isQuantityHead = (head: string): boolean => {
  // A balance alone may be of money.
  const text = comparableHead(head).replace(/\bbalance (?=qty|quantity|units|nos|pcs)/, "");
  return quantityWords.test(text) && text.split(" ").every((word) => besideQuantity.test(word));
};

const measures =
  /^(nos?|pcs?|pieces?|units?|each|ea|sets?|pairs?|prs?|doz|dozen|mtrs?|meters?|metres?|m|cms?|ft|kgs?|gms?|g|ltrs?|l|ml|box|boxes|pkts?|packs?|packets?|ctns?|cartons?|rolls?|bags?|bundles?|reams?|sheets?|bottles?|unt)\.?$/i;
/** A unit of measure, whose column is called Unit as one of quantities is. */
export const isMeasure = ({ text }: Pick<Cell, "text">): boolean => measures.test(text.trim());

/** A sum of other columns, a limit, or an earlier day. */
export const isAsideHead = (head: string): boolean =>
  /\b(total|grand|opening|min|minimum|max|maximum|reorder|safety|level)\b/.test(comparableHead(head));

export const warehouseHeads = [
  ...["WID", "Warehouse ID", "Warehouse Code", "Warehouse", "Warehouse Name", "Godown", "Location", "Location Code"],
  ...["Plant", "Store", "Branch", "Almacén", "Bodega", "Lager", "Lagerort", "Entrepôt", "Magazzino", "Склад", "गोदाम"],
] as const;

/** The column of the report of rows to correct that says why. */
export const whyHead = "Why";

/** Codes and names of any kind of file, in the languages of those that were met. */
export const anyCodeHeads = [
  ...["Part Number", "Part No", "Custom Label", "Custom Label (SKU)", "Article Code", "Article No", "Article Number"],
  ...["Style Code", "Style No", "Design No", "Model No", "Material Code", "Stock Code", "Catalogue No", "Ref", "Art"],
  ...["Artikel", "Artikelnummer", "Artikel-Nr", "Codigo", "Código", "Referencia", "Référence", "Codice", "Артикул"],
  ...["कोड", "货号", "型号"],
] as const;
export const anyNameHeads = [
  ...[
    "Particulars",
    "Item Description",
    "Product Description",
    "Description of Goods",
    "Goods",
    "Stock Item",
    "Medicine",
  ],
  ...["Item Details", "Lineitem Name", "Artículo", "Producto", "Nombre", "Descripción", "Artikelbezeichnung"],
  ...["Bezeichnung", "Produit", "Désignation", "Nome", "Prodotto", "Produto", "Ürün", "Наименование", "Товар"],
  ...["नाम", "वस्तु", "विवरण", "品名", "名称"],
] as const;

export const productHeads = {
  p_id: [
    ...["P.ID", "PID", "SKU", "SKU Code", "Seller SKU", "Product ID", "Product Code", "Item Code", "Code"],
    ...["Barcode", "EAN", "BC", "Variant SKU", "MSKU", "Item No", "No", "Item ID", "Material"],
    ...anyCodeHeads,
  ],
  name: [
    ...["Name", "Title", "Item Name", "Product Title", "Item Title", "Item", "Product", "Description"],
    ...anyNameHeads,
  ],
  lead_time: ["Lead Time (days)", "Lead Time in Days", "Lead Days", "Leadtime", "LT (days)"],
  pack: [
    ...["Pack", "Pack Size", "Case Pack", "Units/Carton", "Carton Qty", "Carton Quantity", "Qty per Carton"],
    ...["Qty/Carton", "Pcs per Carton", "Pcs/Carton", "Pieces per Carton", "Pcs/Ctn", "Case Qty", "Units per Case"],
    ...["Carton Size", "Master Carton", "Master Carton Qty", "Box Qty"],
  ],
  supplier: ["Supplier Name", "Manufacturer", "Party Name"],
  min_order: ["MOQ", "Min Order", "Min. Order Qty", "Min Order Qty", "Minimum Order Qty", "Minimum Order Quantity"],
  cost: [
    ...["Cost Price", "Unit Cost", "Cost per Unit", "Cost per Item", "Purchase Price", "Purchase Rate", "Buying Price"],
    ...["Landed Cost", "Cost (INR)", "Cost (₹)"],
  ],
  service: ["Service Level %", "Service Level (%)"],
  like: ["Like", "Similar to"],
  codes: [
    ...["Codes", "Other Codes", "Barcodes", "Barcode", "Bar Code", "EANs", "EAN", "EAN Code", "EAN/UPC", "GTIN", "UPC"],
    ...["UPC Code", "Seller SKU", "Merchant SKU"],
  ],
  amazon: ["Amazon Link", "Amazon URL", "Amazon Listing"],
  flipkart: ["Flipkart Link", "Flipkart URL", "Flipkart Listing"],
  website: ["Website Link", "Website URL", "Website", "Product URL", "Product Link", "URL", "Link"],
} as const satisfies Record<ProductField, readonly string[]>;

/** Heads of names, which stand for products where a sheet of stock or of lines has no code. */
export const nameHeads = [
  ...["Product Name", "Name", "Title", "Item Name", "Product Title", "Item", "Product", "Description"],
  ...anyNameHeads,
] as const;

/** Heads by which a sheet and its row of heads are found, and the fields without which it is none of this kind. */
export const sheetHeads = (kind: ImportKind) => {
  const known: Partial<Record<ImportKind, Record<string, readonly string[]>>> = {
    products: productHeads,
    stock: { p_id: productHeads.p_id, name: nameHeads, w_id: warehouseHeads, quantity: stockHeads },
    lines: { p_id: productHeads.p_id, name: nameHeads, quantity: stockHeads },
  };
  const labels: Record<string, { label: string }> = importColumns[kind];
  const heads = Object.entries(known[kind] ?? {}).map(
    ([field, names]) => [field, withJoined([labels[field]?.label ?? "", ...names])] as const,
  );
  return heads.length === 0
    ? {}
    : { heads: Object.fromEntries(heads), required: kind === "products" ? ["p_id"] : ["p_id", "quantity"] };
};
