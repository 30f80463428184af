// Receives a container into a warehouse: all that is owed, or line by line; posted once, whatever the network does.
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
import { askedBy, formOf, type Outcome, outcomeOf, type Receipt, rests, useReceiptForm } from "./receipt-form.ts";
import { ReceiveLines } from "./receive-lines.tsx";
import { receiving } from "./unanswered-shipments.tsx";

export function ReceiveDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { warehouse: places, refreshing } = useApplicationContext();
  const form = useReceiptForm(shipment);
  const { receive, busy, waiting, asked, giveUp } = useReceive(shipment);
  const show = (body: ReceiveForm | undefined) => (body ? form.retype(formOf(shipment, body)) : onClose());
  const unsure = useUnknownOutcome({ asked, waiting, busy, show, giveUp, look: "the shipment" });
  // In the order of the screen, which is the order in which a wrong field gets the focus.
  const warehouse = useField(form, "warehouse");
  const list = useListField(form, "list");
  const rest = useField(form, "rest");
  const outcome = outcomeOf(shipment, list.value);
  const isShort = rest.value === "short" && outcome.remains.size > 0;

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
      extra={unsure.button ?? <span role="status">{remainsText(outcome, isShort)}</span>}
      chain
    >
      {unsure.banner}
      <Select
        label="Warehouse"
        required={outcome.comes > 0}
        empty="Choose warehouse"
        choices={warehouseChoices(places)}
        loading={refreshing}
        {...warehouse}
      />
      <ReceiveLines shipment={shipment} {...list} locked={unsure.locked} />
      {outcome.remains.size > 0 && (
        <Segmented label="What remains" value={rest.value} choices={rests} onChange={rest.onChange} />
      )}
      {isShort && <Input label="Reason" required {...form.field("close")} />}
      <TextArea
        label={outcome.over.length > 0 ? "Remarks" : "Remarks (Optional)"}
        required={outcome.over.length > 0}
        {...form.field("remarks")}
      />
    </FormDialog>
  );
}

const submitText = ({ comes, closes }: Outcome, isShort: boolean): string =>
  closes || (comes === 0 && isShort) ? "Close short" : `Receive ${countText(comes, "unit")}`;

const remainsText = ({ remains, added }: Outcome, isShort: boolean): string => {
  const others = added > 0 ? `${countText(added, "unit")} added meanwhile will remain in transit` : "";
  if (remains.size === 0) return others || "Nothing will remain";
  const units = [...remains.values()].reduce((sum, left) => sum + left, 0);
  const what = `${countText(units, "unit")} of ${countText(remains.size, "product")}`;
  return [`${what} will ${isShort ? "be closed short" : "remain in transit"}`, others].filter(Boolean).join("; ");
};

function useReceive(shipment: Shipment) {
  const { warehouse: places } = useApplicationContext();
  const confirm = useConfirm();
  const offer = useOfferUndo();
  const merge = useApplyMovement();
  const act = useMutation("POST /v1/shipments/{id}/receive", {
    saying: ["Processing", "Stock updated successfully"],
    once: receiving + shipment._id,
    reload: affectedQueries.receipts,
    merge: ({ data }) => merge(data),
  });
  const asked = act.unsure?.body as ReceiveForm | undefined;

  const isMeant = ({ over }: Outcome): Promise<boolean> =>
    confirm({
      title: "More than is owed",
      text: `${countText(over.length, "product")} came with more units than this shipment owes. Receive them all the same?`,
      detail: over.map((one) => overText(shipment, one)).join("; "),
      action: "Receive more",
      harmless: true,
    });

  const receive = async (receipt: Receipt): Promise<Result<unknown> | undefined> => {
    const path = { id: shipment._id };
    // Only the very same request may be repeated.
    const body: Result<ReceiveForm> = asked
      ? { ok: true, answer: asked }
      : askedBy(shipment, receipt, places[0]?._id ?? "");
    if (!body.ok) return body;
    if (!asked && body.answer.over && !(await isMeant(outcomeOf(shipment, receipt.list)))) return undefined;
    const result = await act.run({ path, body: body.answer });
    if (result.ok) offer({ movement: result.answer.movement, text: receivedText(shipment, result.answer.data) });
    return result;
  };

  return { receive, busy: act.busy, waiting: act.waiting, asked, giveUp: act.giveUp };
}

/** When only the rest was closed, nothing has moved. */
const receivedText = ({ container }: Shipment, rows: readonly Transaction[]): string =>
  rows.length > 0 ? `${container}: ${describeMovement(rows)}` : `${container}: closed short`;

const overText = ({ items }: Shipment, { product, quantity, owed }: Outcome["over"][number]): string => {
  const name = items.find((item) => item.product._id === product)?.product.name ?? product;
  return `${name}: ${numberText(quantity)}, owed ${numberText(owed)}`;
};
