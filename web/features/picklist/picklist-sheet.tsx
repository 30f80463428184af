// The paper a picklist is picked by: channel, who and when; each line with room for a remark.
import { channelLabel } from "#shared/channel.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { PicklistItem } from "#shared/picklist.ts";
import { productLabels } from "#shared/product-label.ts";
import { dayText, numberText } from "../../lib/format.ts";
import { Image } from "../../ui/image.tsx";
import { type PrintColumn, PrintTable, type Sheet } from "../../ui/print/print-sheet.tsx";
import { type Processed, totalsOf } from "./picklist-draft.ts";

type Row = PicklistItem & { _id: string };

const columns: PrintColumn<Row>[] = [
  { head: "Image", width: 17, cell: ({ product }) => <Image src={product.image} /> },
  {
    head: productLabels.name,
    cell: ({ product: { name, p_id } }) => (
      <>
        {name}
        <br />
        <small>{p_id}</small>
      </>
    ),
  },
  { head: "Quantity", width: 26, right: true, strong: true, cell: ({ quantity }) => numberText(quantity) },
  {
    head: "Breakdown",
    width: 42,
    cell: ({ breakdown }) =>
      breakdown.map(({ warehouse, quantity }) => (
        <div key={warehouse._id}>
          {warehouse.name} <span data-whole>× {numberText(quantity)}</span>
        </div>
      )),
  },
  { head: "Remark", width: 30, cell: () => null },
];

export const sheetOf = ({ movement, day, channel, items }: Processed, by: string): Sheet => ({
  name: `Picklist ${channelLabel[channel]} ${dayText(day)}`,
  title: `Picklist ${channelLabel[channel]}`,
  by,
  mark: `Picklist ${movementNumber(movement)}`,
  facts: [
    ["Channel", channelLabel[channel]],
    ["Date", dayText(day)],
    ["Number", movementNumber(movement)],
    ["Total", totalsOf(items)],
  ],
  body: () => <PrintTable rows={items.map((item) => ({ ...item, _id: item.product._id }))} columns={columns} />,
});
