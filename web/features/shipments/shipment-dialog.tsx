// Announces a container, or changes the units that have not been received; saved once.
import { useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { daysUntil, isDay } from "#shared/day.ts";
import type { OrderUnits } from "#shared/purchase-order-item.ts";
import { type Shipment, ShipmentForm } from "#shared/shipment.ts";
import { minimumQuantity, receivedText } from "#shared/shipment-item.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { addAgain, sameContainer } from "../../domain/container-again.ts";
import { useCorrection } from "../../domain/correction.ts";
import type { LineView } from "../../domain/line-editor/line-list.tsx";
import { type Line, unitsText } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { MissingFirst } from "../../domain/missing.tsx";
import { markAnnounced } from "../../domain/order-progress.ts";
import { productText } from "../../domain/product-options.tsx";
import { openUnitsOf, ordersText, unitsOfOrders } from "../../domain/purchase-orders.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { attempt } from "../../lib/api/client.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { findById } from "../../lib/find-by-id.ts";
import { dayText, numberText, today } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input } from "../../ui/form/field.tsx";

/**
 * Characters of a label. At 3 bytes of UTF-8 each and 100 bytes of other fields, 500 lines stay below the 256 KB of a
 * request.
 */
const longestLabel = 100;

const initialValues = (shipment?: Shipment, lines: ShipmentForm["list"] = [], expected = ""): ShipmentForm => ({
  container: shipment?.container ?? "",
  expected_delivery: shipment?.expected_delivery ?? expected,
  list: shipment ? shipment.items.map(({ product, quantity }) => ({ product: product._id, quantity })) : lines,
});

export function ShipmentDialog({ shipment, onClose }: { shipment?: Shipment; onClose: () => void }) {
  const pending = useRef<PendingLine>(null);
  // Plan Orders opens it with the chosen lines, and the day by their lead time.
  const { state } = useLocation();
  const draft = `shipment ${shipment?._id ?? "new"}`;
  const start = initialValues(shipment, state?.lines, state?.expected);
  const form = useForm({ schema: ShipmentForm, start, draft });
  const change = useEdit("PATCH /v1/shipments/{id}", { kind: "container", form, draft: shipment ? draft : "" });
  const { save, busy } = useSave(shipment, change, state?.from);
  useCorrection("POST /v1/shipments", form, (body: ShipmentForm) => ({ ...initialValues(), ...body }));
  // In the order of the screen: the first field with an error gets the focus.
  const container = form.field("container");
  const day = useField(form, "expected_delivery");
  const list = useListField(form, "list");
  const known = useMemo(() => shipment?.items.map(({ product }) => product), [shipment]);
  const isMeant = useDayQuestion(shipment?.expected_delivery);
  const send = form.submit(save, ({ list }) => {
    if (!shipment) markAnnounced(list.map(({ product }) => product));
    onClose();
  });

  return (
    <FormDialog
      title={shipment ? `Edit ${shipment.container}` : "Add In-Transit Stock"}
      wide
      onClose={onClose}
      {...form.frame}
      offer={change.offer}
      onSubmit={async (event) => {
        event.preventDefault();
        if (pending.current?.finish() && (await isMeant(day.value))) send();
      }}
      submit={shipment ? "Save" : "Save In-Transit Stock"}
      busy={busy}
      chain
    >
      <MissingFirst needs={["products"]} />
      <Input
        label="Container ID"
        required
        {...container}
        {...(state?.from && { hint: "The ID of a container on its way: you are asked whether to add to that one" })}
      />
      <DateField label="Expected Delivery" required {...day} />
      <LinesField
        label="Products in the container"
        counter={{ label: "Qty", of: "quantity" }}
        viewOf={(line) => receivedView(shipment, line)}
        known={known}
        pending={pending}
        {...list}
      />
    </FormDialog>
  );
}

/** Asks once about an expected day over a year ago or over two years ahead, which is mostly a slip. */
function useDayQuestion(before = ""): (day: string) => Promise<boolean> {
  const ask = useConfirm();
  const confirmed = useRef(before);
  return async (day) => {
    // The form itself refuses other centuries.
    const days = isDay(day) && day.startsWith("20") ? daysUntil(day, today()) : 0;
    if ((days >= -365 && days <= 730) || day === confirmed.current) return true;
    const isMeant = await ask({
      title: `Expected on ${dayText(day)}?`,
      text: days > 0 ? "That is over two years ahead." : "That is over a year ago.",
      action: "Save it so",
      cancel: "Change the date",
      harmless: true,
    });
    if (isMeant) confirmed.current = day;
    return isMeant;
  };
}

/** A quantity cannot go below the units received, and a line with received units stays. */
const receivedView = (shipment: Shipment | undefined, { product }: Line): Partial<LineView> => {
  const item = shipment?.items.find((one) => one.product._id === product);
  if (!item?.received) return {};
  return {
    code: `${numberText(item.received)} received`,
    min: minimumQuantity(item),
    fixed: receivedText(item.received),
  };
};

type Change = Pick<ReturnType<typeof useEdit<"PATCH /v1/shipments/{id}", ShipmentForm>>, "run" | "busy">;

/**
 * Which units come from orders. `open`: those of the order that the form was opened from; of others with open units of these
 * products the person is asked. Undefined goes back to the form.
 */
function useFromOrders(isNew: boolean, open?: OrderUnits[]) {
  const { data: orders } = useData("GET /v1/purchase-orders", isNew && !open ? { query: {} } : null);
  const choose = useChoice();
  return async (list: ShipmentForm["list"]): Promise<OrderUnits[] | undefined> => {
    if (open) return unitsOfOrders(list, open);
    const read = orders ? undefined : await attempt("GET /v1/purchase-orders", { query: {} });
    const units = unitsOfOrders(list, openUnitsOf(orders ?? (read?.ok ? read.answer : [])));
    if (units.length === 0) return units;
    const named = ordersText(units);
    const from = await choose({
      title: `From ${named}?`,
      text: `${unitsText(units)} of these products are open in ${named}.`,
      action: `From ${named}`,
      other: "No",
      cancel: "Back to the form",
      harmless: true,
    });
    return from && (from === "other" ? [] : units);
  };
}

/** A question with two answers; undefined goes back to the form. */
function useChoice() {
  const confirm = useConfirm();
  return async ({ other, ...question }: Omit<Question, "other"> & { other: string | false }) => {
    let choice = "action";
    const run = () => {
      choice = "other";
    };
    const yes = await confirm({ ...question, ...(other && { other: { action: other, run } }) });
    return yes ? (choice as "action" | "other") : undefined;
  };
}

function useSave(shipment: Shipment | undefined, change: Change, open?: OrderUnits[]) {
  const { product: products } = useApplicationContext();
  const create = usePosting("POST /v1/shipments", { messages: saving });
  const choose = useChoice();
  const fromOrders = useFromOrders(!shipment, open);
  const isManager = useIsManager();

  const labelled = (line: ShipmentForm["list"][number]) => {
    const product = findById(products, line.product);
    return { ...line, ...(product && { label: productText(product).slice(0, longestLabel), image: product.image }) };
  };
  const save = async (values: ShipmentForm, changed: Partial<ShipmentForm>, handover: Handover) => {
    const { container, expected_delivery, list } = values;
    const from = shipment ? [] : await fromOrders(list);
    if (!from) return undefined;
    const send = (more: Pick<ShipmentForm, "again" | "into">) =>
      shipment
        ? change.run({ path: { id: shipment._id }, body: { ...changed, again: more.again } })
        : create.run(
            {
              body: {
                ...{ container, list: list.map(labelled), expected_delivery },
                ...(from.length > 0 && { from }),
                ...more,
              },
            },
            { handover },
          );
    const sent = await send({});
    const same = !sent.ok && sameContainer(sent.failure);
    if (!same) return sent;
    const text = `${container} is ${same.message.charAt(0).toLowerCase()}${same.message.slice(1)}.`;
    const other = !shipment && isManager && `Add to ${container}`;
    const choice = await choose({ title: "The same Container ID", text, action: addAgain, other });
    if (!choice) return sent;
    return send(choice === "other" && same._id ? { into: same._id } : { again: true });
  };
  return { save, busy: create.busy || change.busy };
}
