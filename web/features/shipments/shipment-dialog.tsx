// Announces a container, or changes the units that have not been received; saved once.
import { useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { openShipmentsOf } from "#shared/catalogue.ts";
import { type Shipment, ShipmentForm } from "#shared/shipment.ts";
import { minimumQuantity, receivedText } from "#shared/shipment-item.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { useCorrection } from "../../domain/correction.ts";
import { addAgain, sameContainer } from "../../domain/duplicates.ts";
import type { LineView } from "../../domain/line-editor/line-list.tsx";
import { addUnits, type Line } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { MissingFirst } from "../../domain/missing.tsx";
import { markAnnounced } from "../../domain/order-progress.ts";
import { productText } from "../../domain/product-options.tsx";
import { useChoice } from "../../domain/use-choice.ts";
import { useEdit } from "../../domain/use-edit.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { findById } from "../../lib/find-by-id.ts";
import { numberText } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input } from "../../ui/form/field.tsx";
import { useDayQuestion } from "./day-question.ts";
import { type Decided, keptBy, moreThan, useFromOrders } from "./from-orders.ts";

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

/** A list that is added to an open container, by its form. */
export interface Added extends Decided {
  /** Its id. */
  to: string;
  /** All its products. */
  list: ShipmentForm["list"];
}

interface Props {
  shipment?: Shipment;
  added?: Added | undefined;
  onAddTo?: (added: Added) => void;
  onClose: () => void;
}

export function ShipmentDialog({ shipment, added, onAddTo, onClose }: Props) {
  const pending = useRef<PendingLine>(null);
  // Plan Orders opens it with the chosen lines, whose products are `plan`, and the day by their lead time; an order with its open units.
  const { state } = useLocation();
  const draft = `shipment ${shipment?._id ?? "new"}`;
  const start = initialValues(shipment, state?.lines, state?.expected);
  const form = useForm({ schema: ShipmentForm, start, changed: added && { list: added.list }, draft });
  const change = useEdit("PATCH /v1/shipments/{id}", { kind: "container", form, draft: shipment ? draft : "" });
  const isManager = useIsManager();
  const { save, busy } = useSave(shipment, change, added ?? { from: state?.from }, isManager ? onAddTo : undefined);
  // Of which orders its units are is asked again.
  useCorrection("POST /v1/shipments", form, ({ container, expected_delivery, list }: ShipmentForm) => ({
    ...initialValues(
      undefined,
      list?.map(({ product, quantity }) => ({ product, quantity })),
      expected_delivery,
    ),
    container,
  }));
  // In the order of the screen: the first field with an error gets the focus.
  const container = form.field("container");
  const day = useField(form, "expected_delivery");
  const list = useListField(form, "list");
  const known = useMemo(() => shipment?.items.map(({ product }) => product), [shipment]);
  const isMeant = useDayQuestion(shipment?.expected_delivery);
  const send = form.submit(save, ({ list }) => {
    markAnnounced(list.map(({ product }) => product).filter((product) => state?.plan?.includes(product)));
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
        {...(!shipment &&
          isManager &&
          state?.from && { hint: "The ID of a container on its way: you are asked whether to add to that one" })}
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

function useSave(
  shipment: Shipment | undefined,
  change: Change,
  decided: Decided,
  onAddTo: ((added: Added) => void) | undefined,
) {
  const { product: products } = useApplicationContext();
  const create = usePosting("POST /v1/shipments", { messages: saving });
  const choose = useChoice();
  const { ask, reading } = useFromOrders(decided);
  const open = useDerived(openShipmentsOf);

  const labelled = (line: ShipmentForm["list"][number]) => {
    const product = findById(products, line.product);
    return { ...line, ...(product && { label: productText(product).slice(0, longestLabel), image: product.image }) };
  };
  const save = async (values: ShipmentForm, changed: Partial<ShipmentForm>, handover: Handover) => {
    const { container, expected_delivery, list } = values;
    const more = !shipment || changed.list ? moreThan(list, initialValues(shipment).list) : [];
    const taken = await ask(more);
    if (!taken) return undefined;
    const from = taken.length > 0 && { from: [...keptBy(list, shipment), ...taken] };
    const send = (again: Pick<ShipmentForm, "again">) =>
      shipment
        ? change.run({ path: { id: shipment._id }, body: { ...changed, ...from, ...again } })
        : create.run(
            { body: { container, list: list.map(labelled), expected_delivery, ...from, ...again } },
            { handover },
          );
    const sent = await send({});
    const same = !sent.ok && sameContainer(sent.failure);
    if (!same) return sent;
    const text = `${container} is ${same.message.charAt(0).toLowerCase()}${same.message.slice(1)}.`;
    const known = open?.find(({ _id }) => _id === same._id);
    const other = onAddTo && known && `Add to ${container}`;
    const choice = await choose({ title: "The same Container ID", text, action: addAgain, other });
    if (choice !== "other" || !known) return choice ? send({ again: true }) : sent;
    const all = list.reduce(addUnits, initialValues(known).list);
    onAddTo?.({ to: known._id, list: all, from: taken, not: moreThan(more, taken) });
    return undefined;
  };
  return { save, busy: reading || create.busy || change.busy };
}
