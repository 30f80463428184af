// Makes an order by hand or from a supplier's sheet, or changes one; saved once.
import { useMemo, useRef } from "react";
import type { PurchaseOrder, PurchaseOrdersForm } from "#shared/purchase-order.ts";
import { PurchaseOrderForm } from "#shared/purchase-order-form.ts";
import { refusalOf, useCorrection } from "../../domain/correction.ts";
import { LinesField, type PendingLine } from "../../domain/line-editor/lines-field.tsx";
import { useEdit } from "../../domain/use-edit.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { numberText } from "../../lib/format.ts";
import { type Handover, useField, useForm, useListField } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Input, TextArea } from "../../ui/form/field.tsx";

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
  /** Of a refused request of several orders the one with the refused product is corrected, and the others are sent again with it. */
  const others = useRef<PurchaseOrderForm[]>([]);
  useCorrection("POST /v1/purchase-orders", form, ({ orders }: PurchaseOrdersForm, entry) => {
    const refused = new Set(refusalOf(entry).details.map(({ product }) => product));
    const wrong = orders.find(({ list }) => list.some(({ product }) => refused.has(product))) ?? orders[0];
    others.current = orders.filter((order) => order !== wrong);
    return { ...valuesOf(), ...wrong };
  });
  const day = useField(form, "expected_delivery");
  const list = useListField(form, "list");
  const known = useMemo(() => order?.items.map(({ product }) => product), [order]);
  const announced = new Map(order?.items.map(({ product, announced: units = 0 }) => [product._id, units]));
  const save = (body: PurchaseOrderForm, changed: Partial<PurchaseOrderForm>, handover: Handover) =>
    order
      ? edit.run({ path: { id: order._id }, body: changed })
      : create.run({ body: { orders: [body, ...others.current] } }, { handover });
  const send = form.submit(save, onClose);

  return (
    <FormDialog
      title={order ? `Edit ${order._id}` : "New order"}
      wide
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      onSubmit={(event) => {
        event.preventDefault();
        if (pending.current?.finish()) void send();
      }}
      submit={order ? "Save" : "Order"}
      busy={create.busy || edit.busy}
      chain
    >
      <Input label="Supplier" {...form.field("supplier")} />
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
