// Adds a warehouse, or edits the one it is given.
import { type Warehouse, WarehouseForm } from "#shared/warehouse.ts";
import { affectedQueries } from "../../domain/affected-queries.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input, TextArea } from "../../ui/form/field.tsx";

export function WarehouseDialog({ warehouse, onClose }: { warehouse?: Warehouse; onClose: () => void }) {
  const create = useMutation("POST /v1/warehouses", { messages: saving, reload: affectedQueries.warehouses });
  const edit = useMutation("PATCH /v1/warehouses/{id}", { messages: saving, reload: affectedQueries.warehouses });
  const form = useForm({
    schema: WarehouseForm,
    start: {
      w_id: warehouse?.w_id ?? "",
      name: warehouse?.name ?? "",
      location: warehouse?.location ?? "",
      description: warehouse?.description ?? "",
    },
    draft: `warehouse ${warehouse?._id ?? "new"}`,
  });
  const save = (body: WarehouseForm, changed: Partial<WarehouseForm>) =>
    warehouse ? edit.run({ path: { id: warehouse._id }, body: changed }) : create.run({ body });

  return (
    <FormDialog
      title={warehouse ? `Edit ${warehouse.name}` : "Add Warehouse"}
      onClose={onClose}
      dirty={form.dirty}
      onSubmit={form.submit(save, onClose)}
      submit={warehouse ? "Save" : "Add Warehouse"}
      busy={create.busy || edit.busy}
      problem={form.problem}
    >
      <Input label="W.ID" required {...form.field("w_id")} />
      <Input label="Warehouse Name" required {...form.field("name")} />
      <Input label="Location (Optional)" {...form.field("location")} />
      <TextArea label="Description (Optional)" {...form.field("description")} />
    </FormDialog>
  );
}
