// Adds or edits a warehouse.
import { channels, shelfName } from "#shared/channel.ts";
import { type Warehouse, WarehouseForm } from "#shared/warehouse.ts";
import { useCorrection } from "../../domain/correction.ts";
import { notForPicking } from "../../domain/not-for-picking.tsx";
import { useEdit } from "../../domain/use-edit.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { type Handover, useField, useForm } from "../../lib/forms/use-form.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Input, Select, TextArea } from "../../ui/form/field.tsx";
import { LeftWithout } from "./left-without.tsx";

const valuesOf = (warehouse?: Partial<Warehouse>) => ({
  w_id: warehouse?.w_id ?? "",
  name: warehouse?.name ?? "",
  location: warehouse?.location ?? "",
  description: warehouse?.description ?? "",
  not_for_picking: warehouse?.not_for_picking === "yes" ? ("yes" as const) : ("" as const),
  sells_for: warehouse?.sells_for ?? ("" as const),
});

const shelves = channels.map((value) => ({ value, label: shelfName(value) }));

export function WarehouseDialog({ warehouse, onClose }: { warehouse?: Warehouse; onClose: () => void }) {
  const create = usePosting("POST /v1/warehouses", { messages: saving });
  const draft = `warehouse ${warehouse?._id ?? "new"}`;
  const form = useForm({ schema: WarehouseForm, start: valuesOf(warehouse), draft });
  const edit = useEdit("PATCH /v1/warehouses/{id}", { kind: "warehouse", form, draft: warehouse ? draft : "" });
  const notPicked = useField(form, "not_for_picking");
  const isShelf = useField(form, "sells_for").value !== "";
  useCorrection("POST /v1/warehouses", form, valuesOf);
  const save = (body: WarehouseForm, changed: Partial<WarehouseForm>, handover: Handover) =>
    warehouse ? edit.run({ path: { id: warehouse._id }, body: changed }) : create.run({ body }, { handover });

  return (
    <FormDialog
      title={warehouse ? `Edit ${warehouse.name}` : "Add Warehouse"}
      onClose={onClose}
      {...form.frame}
      offer={edit.offer}
      onSubmit={form.submit(save, onClose)}
      submit={warehouse ? "Save" : "Add Warehouse"}
      busy={create.busy || edit.busy}
    >
      <Input label="W.ID" required {...form.field("w_id")} />
      <Input label="Warehouse Name" required {...form.field("name")} />
      <Input label="Location (Optional)" {...form.field("location")} />
      <TextArea label="Description (Optional)" {...form.field("description")} />
      <Select
        label="Its units lie at (Optional)"
        empty="A place of ours"
        choices={shelves}
        hint={isShelf && "Nothing is picked here. Order files book what is sold from it"}
        {...form.field("sells_for")}
      />
      {!isShelf && (
        <Checkbox
          label={`${notForPicking}: its units count as stock, but no picklist takes them`}
          checked={notPicked.value === "yes"}
          onChange={(on) => notPicked.onChange(on ? "yes" : "")}
        />
      )}
      {warehouse && (isShelf || notPicked.value === "yes") && <LeftWithout warehouse={warehouse} />}
    </FormDialog>
  );
}
