// Receives a container into a warehouse, all that is outstanding or line by line; posted once.
import type { Transaction } from "#shared/movement.ts";
import type { ReceiveForm } from "#shared/receipt.ts";
import type { Shipment } from "#shared/shipment.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { useApplyMovement } from "../../domain/apply-movement.ts";
import { describeMovement } from "../../domain/describe-movement.ts";
import { useOfferUndo } from "../../domain/undo-offer.ts";
import { useUnknownOutcome } from "../../domain/unknown-outcome.tsx";
import { warehouseChoices } from "../../domain/warehouse-name.tsx";
import type { Result } from "../../lib/api/client.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, numberText } from "../../lib/format.ts";
import { useField, useListField } from "../../lib/forms/use-form.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, Select, TextArea } from "../../ui/form/field.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import {
  formOf,
  type Outcome,
  outcomeOf,
  type Receipt,
  remainderChoices,
  requestOf,
  useReceiptForm,
} from "./receipt-form.ts";
import { ReceiveLines } from "./receive-lines.tsx";
import { receiving } from "./unanswered-shipments.tsx";

export function ReceiveDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { warehouse: warehouses, refreshing } = useApplicationContext();
  const form = useReceiptForm(shipment);
  const { receive, busy, waiting, asked, giveUp } = useReceive(shipment);
  const show = (body: ReceiveForm | undefined) => (body ? form.setUnsaved(formOf(shipment, body)) : onClose());
  const unsure = useUnknownOutcome({ asked, waiting, busy, show, giveUp, look: "the shipment" });
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
      dirty={form.dirty && !unsure.locked}
      onSubmit={form.submit(receive, onClose)}
      submit={unsure.again ? "Try again" : submitText(outcome, isShort)}
      busy={busy}
      problem={unsure.locked ? undefined : form.problem}
      locked={unsure.locked}
      extra={unsure.button ?? <span role="status">{remainingText(outcome, isShort)}</span>}
      chain
    >
      {unsure.banner}
      <Select
        label="Warehouse"
        required={outcome.received > 0}
        empty="Choose warehouse"
        choices={warehouseChoices(warehouses)}
        loading={refreshing}
        {...warehouse}
      />
      <ReceiveLines shipment={shipment} {...list} locked={unsure.locked} />
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

const submitText = ({ received, closesDeleted }: Outcome, isShort: boolean): string =>
  closesDeleted || (received === 0 && isShort) ? "Close short" : `Receive ${countText(received, "unit")}`;

const remainingText = ({ remaining, added }: Outcome, isShort: boolean): string => {
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
  const applyMovement = useApplyMovement();
  const mutation = useMutation("POST /v1/shipments/{id}/receive", {
    messages: ["Processing", "Stock updated successfully"],
    once: receiving + shipment._id,
    reload: affectedQueries.receipts,
    merge: ({ data }) => applyMovement(data),
  });
  const asked = mutation.unsure?.body as ReceiveForm | undefined;

  const confirmExcess = ({ excess }: Outcome): Promise<boolean> =>
    confirm({
      title: "More than is outstanding",
      text: `More units of ${countText(excess.length, "product")} were counted than are outstanding. Receive them anyway?`,
      detail: excess.map((one) => excessText(shipment, one)).join("; "),
      action: "Receive more",
      harmless: true,
    });

  const receive = async (receipt: Receipt): Promise<Result<unknown> | undefined> => {
    const path = { id: shipment._id };
    // Only the identical request can be repeated under its key.
    const body: Result<ReceiveForm> = asked
      ? { ok: true, answer: asked }
      : requestOf(shipment, receipt, warehouses[0]?._id ?? "");
    if (!body.ok) return body;
    if (!asked && body.answer.over && !(await confirmExcess(outcomeOf(shipment, receipt.list)))) return undefined;
    const result = await mutation.run({ path, body: body.answer });
    if (result.ok) offerUndo({ movement: result.answer.movement, text: receivedText(shipment, result.answer.data) });
    return result;
  };

  return { receive, busy: mutation.busy, waiting: mutation.waiting, asked, giveUp: mutation.giveUp };
}

/** A receipt that only closes the rest moves nothing. */
const receivedText = ({ container }: Shipment, rows: readonly Transaction[]): string =>
  rows.length > 0 ? `${container}: ${describeMovement(rows)}` : `${container}: closed short`;

const excessText = ({ items }: Shipment, { product, quantity, outstanding }: Outcome["excess"][number]): string => {
  const name = items.find((item) => item.product._id === product)?.product.name ?? product;
  return `${name}: ${numberText(quantity)} counted, ${numberText(outstanding)} outstanding`;
};
