// Receives a container into a warehouse, everything outstanding or line by line; posted once.
import type { Transaction } from "#shared/movement.ts";
import type { ReceiveForm } from "#shared/receipt.ts";
import type { Shipment } from "#shared/shipment.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useCorrection } from "../../domain/correction.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { MissingFirst } from "../../domain/missing.tsx";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { WarehouseSelect } from "../../domain/warehouse-select.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { type Handover, useField, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, TextArea } from "../../ui/form/field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import {
  formOf,
  outcomeOf,
  type Receipt,
  type ReceiptOutcome,
  remainderChoices,
  requestOf,
  useReceiptForm,
} from "./receipt-form.ts";
import { ReceiveLines } from "./receive-lines.tsx";

export function ReceiveDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const form = useReceiptForm(shipment);
  const { receive, busy } = useReceive(shipment);
  useCorrection("POST /v1/shipments/{id}/receive", form, (body: ReceiveForm) => formOf(shipment, body));
  // In the order of the screen: the first field with an error gets the focus.
  const warehouse = useField(form, "warehouse");
  const list = useListField(form, "list");
  const rest = useField(form, "rest");
  const outcome = outcomeOf(shipment, list.value);
  const isShort = rest.value === "short" && outcome.remaining.size > 0;

  return (
    <FormDialog
      title={`Receive ${shipment.container}`}
      wide
      onClose={onClose}
      {...form.frame}
      onSubmit={form.submit(receive, onClose)}
      submit={submitText(outcome, isShort)}
      busy={busy}
      extra={<span role="status">{remainingText(outcome, isShort)}</span>}
      chain
    >
      <MissingFirst needs={["warehouse"]} />
      <WarehouseSelect label="Warehouse" required={outcome.received > 0} local {...warehouse} />
      <ReceiveLines shipment={shipment} {...list} />
      {outcome.remaining.size > 0 && (
        <Segmented label="What remains" value={rest.value} choices={remainderChoices} onChange={rest.onChange} />
      )}
      {isShort && <Input label="Reason" required {...form.field("close")} />}
      <TextArea
        label={outcome.excess.length > 0 ? "Remarks" : "Remarks (Optional)"}
        required={outcome.excess.length > 0}
        {...form.field("remarks")}
      />
    </FormDialog>
  );
}

const submitText = ({ received, closesDeleted }: ReceiptOutcome, isShort: boolean): string =>
  closesDeleted || (received === 0 && isShort) ? "Close short" : `Receive ${countText(received, "unit")}`;

const remainingText = ({ remaining, added }: ReceiptOutcome, isShort: boolean): string => {
  const addedText = added > 0 ? `${countText(added, "unit")} added meanwhile will remain in transit` : "";
  if (remaining.size === 0) return addedText || "Nothing will remain";
  const units = [...remaining.values()].reduce((sum, left) => sum + left, 0);
  const rest = `${countText(units, "unit")} of ${countText(remaining.size, "product")}`;
  return [`${rest} will ${isShort ? "be closed short" : "remain in transit"}`, addedText].filter(Boolean).join("; ");
};

function useReceive(shipment: Shipment) {
  const { warehouse: warehouses } = useApplicationContext();
  const confirm = useConfirm();
  const offerUndo = useOfferUndo();
  const posting = usePosting("POST /v1/shipments/{id}/receive", {
    messages: ["Processing", "Stock updated successfully"],
    about: shipment.container,
    answered: ({ movement, data }, title) => offerUndo({ movement, title, text: receivedText(shipment, data) }),
    kept: (entry, title) => offerUndo({ entry, title }),
  });

  const confirmExcess = ({ excess }: ReceiptOutcome): Promise<boolean> =>
    confirm({
      title: "More than is outstanding",
      text: `More units of ${countText(excess.length, "product")} were counted than are outstanding. Receive them anyway?`,
      detail: excess.map((one) => excessText(shipment, one)).join("; "),
      action: "Receive more",
      harmless: true,
    });

  const receive = async (receipt: Receipt, _: unknown, handover: Handover) => {
    // A receipt that only closes the rest has none, and the API wants one.
    const anyWarehouse = warehouses[0]?._id ?? "";
    const body = requestOf(shipment, receipt, anyWarehouse);
    if (!body.ok) return body;
    if (body.answer.over && !(await confirmExcess(outcomeOf(shipment, receipt.list)))) return undefined;
    return posting.run({ path: { id: shipment._id }, body: body.answer }, { handover });
  };

  return { receive, busy: posting.busy };
}

/** A receipt that only closes the rest moves nothing. */
const receivedText = ({ container }: Shipment, rows: readonly Transaction[]): string =>
  rows.length > 0 ? `${container}: ${describeMovement(rows)}` : `${container}: closed short`;

const excessText = (
  { items }: Shipment,
  { product, quantity, outstanding }: ReceiptOutcome["excess"][number],
): string => {
  const name = items.find((item) => item.product._id === product)?.product.name ?? product;
  return `${name}: ${numberText(quantity)} counted, ${numberText(outstanding)} outstanding`;
};
