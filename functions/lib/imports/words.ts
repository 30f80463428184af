// What the words of heads, of statuses and of units mean, for all kinds of import, by the languages of the files that were met. The
// best heads come first. Two meanings of one word are named in tests/functions/imports/words.test.ts.

const list = (text: string): string[] => text.split(", ");

/** Words by meaning, and by language; the first line is English. */
export const words = {
  code: [
    "P.ID, PID, SKU, SKU Code, Seller SKU, Product ID, Product Code, Item Code, Code, Variant SKU, MSKU, Seller SKU ID, Barcode, Variant Barcode, " +
      "EAN, BC, Item No, No, Item ID, Material, Part Number, Part No, Custom Label, Custom Label (SKU), Article Code, Article No, " +
      "Article Number, Style Code, Style No, Design No, Model No, Material Code, Stock Code, Catalogue No, Ref, Art",
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
    // Those of marketplaces' own shelves come first: the report has other quantities beside.
    "afn-fulfillable-quantity, Your Stock Count, Qty, Units, Count, Counted, Stock, Closing Stock, Current Stock, On Hand, On Hand Current, Available, Received Qty, " +
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
  /** Says that a head is one of quantities, whatever else stands in it. */
  ofQuantity: ["qty, quantity, quantities, units, pcs, pieces"],
  /** Of a status: nothing of the line is taken from stock. A star stands for any ending but -able. */
  cancelled: ["cancel*, refund, refunds, refunded, refunding, void, voided, rejected, declined"],
  /** Returned or lost: returns are booked on arrival. */
  returned: ["return, returns, returned, returning, rto, lost, damaged, door step exchanged"],
  /** Of a status, and of the head of the day. */
  sent: ["shipped, dispatched, despatched, delivered, fulfilled, handed over, picked up"],
  onTheWay: ["completed, in transit, out for delivery"],
  /** Before those: it has not been. */
  notYet: [
    "not, un, non, never, no, part, partly, partial, partially, be, yet to, ready, pending, awaiting, awaited, waiting, expected, by, " +
      "before",
  ],
  held: ["hold, draft"],
  /** Still to be sent. */
  open: [
    "new, open, upcoming, pending, unshipped, unfulfilled, fulfillable, unprocessed, unconfirmed, ready, created, placed, ordered, " +
      "confirmed, accepted, approved, verified, verification, acknowledged, under, processing, process, progress, packed, packing, " +
      "picking, waiting, awaiting, awaited, expected, scheduled, rescheduled, queued, allocated, assigned, reassigned, assignment, " +
      "reserved, generated, print, printed, invoiced, manifested, received, registered, released, unpaid, paid, authorized, " +
      "authorised, captured, partial, partially, partly, shipping, to, un, rts, rtd, sale, order, replacement, exchange",
  ],
  /** Says nothing beside those. */
  besideOpen: [
    "in, is, be, for, by, of, up, and, on, with, from, the, a, not, no, never, yet, only, order, orders, item, items, lines, line, bag, " +
      "unit, shipment, package, parcel, courier, seller, vendor, buyer, customer, merchant, warehouse, store, payment, cod, prepaid, " +
      "address, invoice, label, labels, waybill, manifest, picklist, awb, dp, wc, free, pick, pickup, pack, ship, shipped, shipping, " +
      "dispatch, dispatched, despatch, deliver, delivery, delivered, fulfilment, fulfillment, fulfilled, handover, hold",
  ],
  /** Units of measure, which stand in columns called Unit: of one piece, of several, and of a length, weight or volume. */
  piece: ["no, nos, pc, pcs, piece, pieces, unit, units, unt, each, ea"],
  several: [
    "set, sets, pair, pairs, pr, prs, doz, dozen, box, boxes, pkt, pkts, pack, packs, packet, packets, ctn, ctns, carton, cartons, case, " +
      "cases, roll, rolls, bag, bags, bundle, bundles, ream, reams, sheet, sheets, bottle, bottles",
  ],
  measured: ["mtr, mtrs, meter, meters, metre, metres, m, cm, cms, ft, kg, kgs, gm, gms, g, ltr, ltrs, l, ml"],
  day: ["d, day, days"],
  week: ["wk, wks, week, weeks"],
  month: ["month, months"],
} as const;

type Meaning = keyof typeof words;

export const wordsOf = (...meanings: readonly Meaning[]): string[] =>
  meanings.flatMap((meaning) => words[meaning].flatMap(list));

/** The source of a pattern of one of their words. */
export const patternOf = (...meanings: readonly Meaning[]): string =>
  `(?:${wordsOf(...meanings)
    .map((word) => word.replace("*", "\\w*(?<!able)"))
    .join("|")})`;
