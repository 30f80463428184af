// Says on which shelf of each warehouse a product lies.
import { maxShelf } from "#shared/limits.ts";
import { ShelvesForm } from "#shared/product.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { useShelves } from "../../domain/shelf.ts";
import { warehouseText } from "../../domain/warehouse-name.tsx";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Input } from "../../ui/form/field.tsx";

export function ShelvesDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { warehouse: warehouses } = useApplicationContext();
  const shelfOf = useShelves();
  const { run, busy } = useMutation("PATCH /v1/products/{id}/shelves", { messages: saving });
  const before = Object.fromEntries(warehouses.map(({ _id }) => [_id, shelfOf(id, _id)]));
  const form = useForm({ schema: ShelvesForm, start: { shelves: before } });
  /** What somebody else has said meanwhile of another warehouse stays. */
  const save = ({ shelves }: ShelvesForm) => {
    const opened = form.formState.defaultValues?.shelves ?? {};
    const changed = Object.entries(shelves).filter(([warehouse, shelf]) => shelf !== opened[warehouse]);
    return run({ path: { id }, body: { shelves: Object.fromEntries(changed) } });
  };
  return (
    <FormDialog
      title={`Shelves of ${name}`}
      local
      onClose={onClose}
      {...form.frame}
      onSubmit={form.submit(save, onClose)}
      submit="Save"
      busy={busy}
    >
      {warehouses.map((one) => (
        <Input key={one._id} label={warehouseText(one)} maxLength={maxShelf} {...form.field(`shelves.${one._id}`)} />
      ))}
    </FormDialog>
  );
}
