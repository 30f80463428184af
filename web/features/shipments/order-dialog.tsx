// Makes an order by hand or from a supplier's sheet, or changes one; saved once.
import { useMemo, useRef } from "react";
import { daysSince } from "#shared/day.ts";
import type { PurchaseOrder } from "#shared/purchase-order.ts";
import { PurchaseOrderForm } from "#shared/purchase-order-form.ts";
import { moveDays } from "#shared/purchase-order-item.ts";
import { useCorrection } from "../../domain/correction.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { NameInput } from "../../domain/name-input.tsx";
import { useEdit } from "../../domain/use-edit.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { numberText } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextArea } from "../../ui/form/field.tsx";
import { useDayQuestion } from "./day-question.ts";

const valuesOf = (order?: PurchaseOrder): PurchaseOrderForm => ({
  supplier: order?.supplier ?? "",
  expected_delivery: order?.expected_delivery ?? "",
  note: order?.note ?? "",
  list: order?.items.map(({ product, quantity }) => ({ product: product._id, quantity })) ?? [],
});

export function OrderDialog({ order, onClose }: { order?: PurchaseOrder; onClose: () => void }) {
  const pending = useRef<PendingLine>(null);
  const draft = `order ${order?._id ?? "new"}`;
  const form = useForm({ schema: PurchaseOrderForm, start: valuesOf(order), draft });
  const create = usePosting("POST /v1/purchase-orders", { messages: saving });
  const edit = useEdit("PATCH /v1/purchase-orders/{id}", { kind: "order", form, draft: order ? draft : "" });
  const refusedDay = useRef("");
  useCorrection("POST /v1/purchase-orders", form, (body: PurchaseOrderForm) => {
    refusedDay.current = body.expected_delivery;
    return { ...valuesOf(), ...body };
  });
  const isMeant = useDayQuestion(order?.expected_delivery);
  const day = useField(form, "expected_delivery");
  const list = useListField(form, "list");
  const known = useMemo(() => order?.items.map(({ product }) => product), [order]);
  const announced = new Map(order?.items.map(({ product, announced: units = 0 }) => [product._id, units]));
  const save = (body: PurchaseOrderForm, changed: Partial<PurchaseOrderForm>, handover: Handover) => {
    if (order) return edit.run({ path: { id: order._id }, body: changed });
    // Days that products have of their own move with that of the order.
    const days = refusedDay.current ? daysSince(refusedDay.current, body.expected_delivery) : 0;
    return create.run({ body: { ...body, list: moveDays(body.list, days) } }, { handover });
  };
  const send = form.submit(save, onClose);

  return (
    <FormDialog
      title={order ? `Edit ${order._id}` : "New order"}
      wide
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      onSubmit={async (event) => {
        event.preventDefault();
        if (pending.current?.finish() && (await isMeant(day.value))) send();
      }}
      submit={order ? "Save" : "Order"}
      busy={create.busy || edit.busy}
      chain
    >
      <NameInput of="supplier" label="Supplier" {...form.field("supplier")} />
      <DateField label="Expected Delivery" required {...day} />
      <LinesField
        label="Products of the order"
        counter={{ label: "Qty", of: "quantity" }}
        viewOf={({ product }) => {
          const units = announced.get(product) ?? 0;
          const text = `${numberText(units)} announced`;
          return units > 0 ? { code: text, min: units, fixed: `${text} already` } : {};
        }}
        {...(known && { known })}
        pending={pending}
        {...list}
      />
      <TextArea label="Note" {...form.field("note")} />
    </FormDialog>
  );
}
