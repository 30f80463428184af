// A picklist on paper: channel, user and day; each line with its warehouses and room for a remark.
import { type Ref, useEffect, useImperativeHandle } from "react";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import { movementNumber } from "#shared/movement-number.ts";
import type { PicklistItem } from "#shared/picklist.ts";
import { productLabels } from "#shared/product-label.ts";
import { linesText } from "../../domain/line-editor/lines.ts";
import { useData } from "../../lib/api/use-data.ts";
import { dayText, numberText } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { Image } from "../../ui/image.tsx";
import { type PrintColumn, PrintTable, type Sheet, usePrint } from "../../ui/print/print-sheet.tsx";
import { type Draft, isChanged, type Processed, reopen } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

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

export const picklistSheet = ({ movement, day, channel, items }: Processed, by: string): Sheet => ({
  name: `Picklist ${channelLabel[channel]} ${dayText(day)}`,
  title: `Picklist ${channelLabel[channel]}`,
  by,
  mark: `Picklist ${movementNumber(movement)}`,
  facts: [
    ["Channel", channelLabel[channel]],
    ["Date", dayText(day)],
    ["Number", movementNumber(movement)],
    ["Total", linesText(items)],
  ],
  body: () => <PrintTable rows={items.map((item) => ({ ...item, _id: item.product._id }))} columns={columns} />,
});

export interface PrintHandle {
  print: () => void;
}

interface Props {
  draft: Draft;
  processed: Processed;
  /** The user's name. */
  by: string;
  ref: Ref<PrintHandle>;
}

/** Prints what was processed. If it is cancelled elsewhere, the picklist becomes a draft again. */
export function PicklistPrint({ draft, processed, by, ref }: Props) {
  const { movement, day, since = day } = processed;
  const list = useData("GET /v1/picklists", { query: { start: since, end: day } });
  const posted = list.data?.find(({ _id }) => _id === movement);
  const sheet = picklistSheet({ ...processed, day: posted ? dayOf(posted.created_at) : day }, by);
  const { print, portal } = usePrint(isChanged(draft) ? undefined : sheet);
  useImperativeHandle(ref, () => ({ print }));
  const isCancelled = posted?.reversed_by !== undefined;
  useEffect(() => {
    if (!isCancelled) return;
    // An undo in this tab reopens the draft itself, a moment later.
    const timer = setTimeout(() => {
      draftStore.set(reopen(draftStore.get(), movement));
      toast.info(`Picklist ${movementNumber(movement)} was cancelled, so this is a draft again`);
    });
    return () => clearTimeout(timer);
  }, [isCancelled, movement]);
  return portal;
}
