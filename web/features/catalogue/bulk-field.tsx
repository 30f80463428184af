// Sets a field of many products; an optional one that is left empty is cleared.
import { useState } from "react";
import * as v from "valibot";
import { ProductForm } from "#shared/product.ts";
import { type BulkField, bulkFields, fieldLabels, productFields } from "#shared/product-fields.ts";
import { countText } from "../../lib/format.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Select } from "../../ui/form/field.tsx";
import { ProductInput } from "./product-input.tsx";
import type { FieldValue } from "./use-set-field.ts";

/** The fields with a button of their own, and all others. */
export const whats = ["lead_time", "pack", "others"] as const;
export type What = (typeof whats)[number];

const others = bulkFields.filter((field) => !whats.some((what) => what === field));

export const whatLabel = (what: What): string =>
  `Set ${what === "others" ? "another field" : fieldLabels[what].toLowerCase()}`;

interface Props {
  what: What;
  count: number;
  onSet: (field: BulkField, value: FieldValue) => Promise<void>;
  onClose: () => void;
}

export function BulkFieldDialog({ what, count, onSet, onClose }: Props) {
  const [other, setOther] = useState<BulkField>("supplier");
  const column = what === "others" ? other : what;
  const schema = v.object({ value: ProductForm.entries[column] });
  const form = useForm({
    schema: schema as unknown as v.GenericSchema<{ value: string }, { value?: FieldValue }>,
    start: { value: "" },
  });
  const mayClear = !productFields[column].required;
  const isEmpty = mayClear && form.watch("value") === "";
  const emptied = `Empty clears it for ${count === 1 ? "the product" : `all ${countText(count, "product")}`}`;
  return (
    <FormDialog
      title={`${whatLabel(what)} of ${countText(count, "product")}`}
      submit={isEmpty ? "Clear" : "Set"}
      {...form.frame}
      onClose={onClose}
      onSubmit={form.submit(async ({ value }) => {
        void onSet(column, value || undefined);
        return { ok: true };
      }, onClose)}
    >
      {what === "others" && (
        <Select
          label="Field"
          choices={others.map((one) => ({ value: one, label: fieldLabels[one] }))}
          value={other}
          onChange={({ target }) => setOther(target.value as BulkField)}
        />
      )}
      <ProductInput key={column} of={column} hint={mayClear && emptied} {...form.field("value")} />
    </FormDialog>
  );
}
