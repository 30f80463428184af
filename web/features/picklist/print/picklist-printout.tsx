// A picklist on paper: channel, user and day; each line with its warehouses and room for a remark, or the lines of each
// warehouse with boxes to tick.
import { movementNumber } from "#shared/movement-number.ts";
import type { PicklistItem } from "#shared/picklist.ts";
import { productLabels } from "#shared/product-fields.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { PrintedName } from "../../../domain/printed-name.tsx";
import { byShelf, type ShelfOf } from "../../../domain/shelf.ts";
import { orderText, warehouseText } from "../../../domain/warehouse-name.tsx";
import { dayText, numberText } from "../../../lib/format.ts";
import { Image } from "../../../ui/image.tsx";
import { type PrintGroup, PrintPages } from "../../../ui/print/print-pages.tsx";
import type { PrintColumn, Printout } from "../../../ui/print/printout.tsx";
import type { Processed } from "../picklist-draft.ts";
import { channelsText, splitOf } from "../register/walk.ts";

type Row = PicklistItem & {
  _id: string;
  /** Its line in the picklist, from 1. */
  number: number;
  /** In the warehouse of its group. */
  shelf?: string;
  /** Of a walk: what of it is of which order. */
  split?: string;
};
const shelfOfRow = (row: Row): string => row.shelf ?? "";

const image: PrintColumn<Row> = { head: "Image", width: 14, cell: ({ product }) => <Image src={product.image} /> };
const name: PrintColumn<Row> = { head: productLabels.name, cell: ({ product }) => <PrintedName {...product} /> };
const quantity: PrintColumn<Row> = {
  head: "Quantity",
  width: 22,
  right: true,
  strong: true,
  cell: (row) => numberText(row.quantity),
};
const breakdown = (shelfOf: ShelfOf): PrintColumn<Row> => ({
  head: "Breakdown",
  width: 42,
  cell: ({ product, breakdown: parts }) =>
    parts.map(({ warehouse, quantity: units }) => {
      const place = shelfOf(product._id, warehouse._id);
      return (
        <div key={warehouse._id}>
          {warehouse.name} {place && <b data-whole>{place} </b>}
          <span data-whole>× {numberText(units)}</span>
        </div>
      );
    }),
});
const shelf: PrintColumn<Row> = { head: "Shelf", width: 24, strong: true, cell: (row) => row.shelf };
const remark: PrintColumn<Row> = { head: "Remark", width: 30, cell: () => null };

/** Warehouses by W.ID; the lines of each in the order of its shelves, and then of the picklist. */
const byWarehouse = (rows: readonly Row[], shelfOf: ShelfOf, orders: Processed["orders"]): PrintGroup<Row>[] => {
  const groups = new Map<string, { warehouse: WarehouseTag; rows: Row[] }>();
  for (const row of rows)
    for (const { warehouse, quantity: units } of row.breakdown) {
      const group = groups.get(warehouse._id) ?? { warehouse, rows: [] };
      const split = splitOf(orders, row._id, warehouse._id);
      group.rows.push({ ...row, quantity: units, shelf: shelfOf(row._id, warehouse._id), split });
      groups.set(warehouse._id, group);
    }
  return [...groups.values()]
    .sort((a, b) => (a.warehouse.w_id < b.warehouse.w_id ? -1 : 1))
    .map(({ warehouse, rows: picked }) => ({
      head: warehouseText(warehouse),
      rows: byShelf(picked, shelfOfRow),
      total: `${warehouse.name}: ${linesText(picked)}`,
    }));
};

export const picklistPrintout = (
  { movement, day, channel, items, from, orders }: Processed,
  by: string,
  grouped: boolean,
  shelfOf: ShelfOf,
): Printout => {
  const rows = items.map((item, at): Row => ({ ...item, _id: item.product._id, number: at + 1 }));
  const groups = grouped ? byWarehouse(rows, shelfOf, orders) : [{ rows }];
  const shelves = groups.some((group) => group.rows.some(shelfOfRow)) ? [shelf] : [];
  return {
    name: `Picklist ${channelsText(orders ?? [{ channel }])} ${dayText(day)}`,
    title: `Picklist ${channelsText(orders ?? [{ channel }])}`,
    by,
    footer: `Picklist ${movementNumber(movement)}`,
    facts: [
      ["Channel", channelsText(orders ?? [{ channel }])],
      ...(orders
        ? [["Orders", numberText(orders.filter(({ reversed_by }) => !reversed_by).length)] as [string, string]]
        : []),
      ...(from ? [["From", orderText(from)] as [string, string]] : []),
      ["Date", dayText(day)],
      ["Number", movementNumber(movement)],
      ["Total", linesText(items)],
    ],
    body: (foot) => (
      <PrintPages
        foot={foot}
        columns={
          grouped ? [...shelves, image, name, quantity, remark] : [image, name, quantity, breakdown(shelfOf), remark]
        }
        groups={groups}
        below={({ split }) => split && <small>{split}</small>}
        numberOf={({ number }) => number}
        tick={grouped}
      />
    ),
  };
};
