// What the words of heads and of units mean, for all kinds of import, by the languages of the files that were met. The best heads
// come first. Two meanings of one word are named in tests/functions/imports/words.test.ts.

const list = (text: string): string[] => text.split(", ");

/** A head of goods, of where they are or of how many, by language; the first line is English. */
export const words = {
  code: [
    "P.ID, PID, SKU, SKU Code, Seller SKU, Product ID, Product Code, Item Code, Code, Barcode, EAN, BC, Variant SKU, MSKU, Item No, " +
      "No, Item ID, Material, Part Number, Part No, Custom Label, Custom Label (SKU), Article Code, Article No, Article Number, " +
      "Style Code, Style No, Design No, Model No, Material Code, Stock Code, Catalogue No, Ref, Art",
    "Artikel, Artikelnummer, Artikel-Nr",
    "Codigo, Referencia",
    "Référence",
    "Codice",
    "Артикул",
    "कोड",
    "货号, 型号",
  ],
  name: [
    "Product Name, Name, Title, Item Name, Product Title, Item Title, Item, Product, Description, Particulars, Item Description, " +
      "Product Description, Description of Goods, Goods, Stock Item, Medicine, Item Details, Lineitem Name",
    "Artikelbezeichnung, Bezeichnung",
    "Artículo, Producto, Nombre, Descripción",
    "Produit, Désignation",
    "Nome, Prodotto, Produto",
    "Наименование, Товар",
    "नाम, वस्तु, विवरण",
    "品名, 名称",
  ],
  quantity: [
    "Total Quantity, Total Qty, Total Units, Total Pcs, No of Pcs, No. of Pieces, Nos, Item Qty, Pieces, Pcs",
    "Menge, Anzahl",
    "Cantidad, Cantidades",
    "Quantité, Qté",
    "Quantità, Quantidade, Qtd",
    "Кол-во, Количество",
    "मात्रा",
    "数量",
  ],
  /** Of what lies in stock, never of what was ordered. */
  stock: [
    "Qty, Units, Count, Counted, Stock, Closing Stock, Current Stock, On Hand, On Hand Current, Available, Received Qty, " +
      "Pending Qty, Outstanding Quantity, Physical, Total",
  ],
  warehouse: [
    "WID, Warehouse ID, Warehouse Code, Warehouse, Warehouse Name, Godown, Location, Location Code, Plant, Store, Branch",
    "Lager, Lagerort",
    "Almacén, Bodega",
    "Entrepôt",
    "Magazzino",
    "Склад",
    "गोदाम",
  ],
} as const;

export const wordsOf = (...meanings: readonly (keyof typeof words)[]): string[] =>
  meanings.flatMap((meaning) => words[meaning].flatMap(list));

/** Units of measure, which stand in columns called Unit. */
export const measures: ReadonlySet<string> = new Set(
  list(
    "no, nos, pc, pcs, piece, pieces, unit, units, unt, each, ea, set, sets, pair, pairs, pr, prs, doz, dozen, mtr, mtrs, meter, meters, " +
      "metre, metres, m, cm, cms, ft, kg, kgs, gm, gms, g, ltr, ltrs, l, ml, box, boxes, pkt, pkts, pack, packs, packet, packets, ctn, " +
      "ctns, carton, cartons, roll, rolls, bag, bags, bundle, bundles, ream, reams, sheet, sheets, bottle, bottles",
  ),
);
