// Announces a container, or changes the units that have not been received; saved once.
import { useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { openShipmentsOf } from "#shared/catalogue.ts";
import { daysUntil, isDay } from "#shared/day.ts";
import type { OrderUnits } from "#shared/purchase-order-item.ts";
import { type Shipment, ShipmentForm } from "#shared/shipment.ts";
import { minimumQuantity, receivedText } from "#shared/shipment-item.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { addAgain, sameContainer } from "../../domain/container-again.ts";
import { useCorrection } from "../../domain/correction.ts";
import type { LineView } from "../../domain/line-editor/line-list.tsx";
import { addUnits, type Line } from "../../domain/line-editor/lines.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { MissingFirst } from "../../domain/missing.tsx";
import { markAnnounced } from "../../domain/order-progress.ts";
import { productText } from "../../domain/product-options.tsx";
import { useEdit } from "../../domain/use-edit.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { findById } from "../../lib/find-by-id.ts";
import { dayText, numberText, today } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input } from "../../ui/form/field.tsx";
import { keptBy, moreThan, useChoice, useFromOrders } from "./from-orders.tsx";

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
  // Plan Orders opens it with the chosen lines, and the day by their lead time; an order with its open units.
  const { state } = useLocation();
  const navigate = useNavigate();
  const draft = `shipment ${shipment?._id ?? "new"}`;
  const start = initialValues(shipment, state?.lines, state?.expected);
  const form = useForm({ schema: ShipmentForm, start, draft });
  const change = useEdit("PATCH /v1/shipments/{id}", { kind: "container", form, draft: shipment ? draft : "" });
  const { save, busy, target } = useSave(shipment, change, state?.from);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; sent again, the whole list changes nothing.
  useEffect(() => {
    if (shipment && state?.list) form.setValue("list", state.list, { shouldDirty: true });
  }, []);
  useCorrection("POST /v1/shipments", form, (body: ShipmentForm) => ({ ...initialValues(), ...body }));
  // In the order of the screen: the first field with an error gets the focus.
  const container = form.field("container");
  const day = useField(form, "expected_delivery");
  const list = useListField(form, "list");
  const known = useMemo(() => shipment?.items.map(({ product }) => product), [shipment]);
  const isMeant = useDayQuestion(shipment?.expected_delivery);
  const send = form.submit(save, ({ list }) => {
    if (target.current) {
      const { shipment: open, from } = target.current;
      const all = list.reduce(addUnits, initialValues(open).list);
      const address = `/intransit?${new URLSearchParams({ do: "edit", id: open._id })}`;
      return navigate(address, { replace: true, state: { ...state, list: all, from } });
    }
    markAnnounced((shipment ? (state?.lines ?? []) : list).map(({ product }: Line) => product));
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

function useSave(shipment: Shipment | undefined, change: Change, opened?: OrderUnits[]) {
  const { product: products } = useApplicationContext();
  const create = usePosting("POST /v1/shipments", { messages: saving });
  const choose = useChoice();
  const fromOrders = useFromOrders(opened);
  const isManager = useIsManager();
  const open = useDerived(openShipmentsOf);
  /** The open container that the list is added to, by its own form. */
  const target = useRef<{ shipment: Shipment; from: OrderUnits[] }>(undefined);

  const labelled = (line: ShipmentForm["list"][number]) => {
    const product = findById(products, line.product);
    return { ...line, ...(product && { label: productText(product).slice(0, longestLabel), image: product.image }) };
  };
  const save = async (values: ShipmentForm, changed: Partial<ShipmentForm>, handover: Handover) => {
    const { container, expected_delivery, list } = values;
    const taken = await fromOrders(moreThan(list, initialValues(shipment).list));
    if (!taken) return undefined;
    const from = taken.length > 0 ? [...keptBy(list, shipment), ...taken] : [];
    const more = { ...(from.length > 0 && { from }) };
    const send = (again: Pick<ShipmentForm, "again">) =>
      shipment
        ? change.run({ path: { id: shipment._id }, body: { ...changed, ...more, ...again } })
        : create.run(
            { body: { container, list: list.map(labelled), expected_delivery, ...more, ...again } },
            { handover },
          );
    const sent = await send({});
    const same = !sent.ok && sameContainer(sent.failure);
    if (!same) return sent;
    const text = `${container} is ${same.message.charAt(0).toLowerCase()}${same.message.slice(1)}.`;
    const known = open?.find(({ _id }) => _id === same._id);
    const other = !shipment && isManager && known && `Add to ${container}`;
    const choice = await choose({ title: "The same Container ID", text, action: addAgain, other });
    if (choice !== "other" || !known) return choice ? send({ again: true }) : sent;
    target.current = { shipment: known, from };
    return { ok: true } as const;
  };
  return { save, busy: create.busy || change.busy, target };
}
