// Sets a field of many products; an optional one that is left empty is cleared.
import { useState } from "react";
import * as v from "valibot";
import { ProductForm } from "#shared/product.ts";
import {
  type BulkField,
  bulkFields,
  fieldLabels,
  type LinkField,
  linkFields,
  productFields,
  productLabels,
} from "#shared/product-fields.ts";
import { countText } from "../../lib/format.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Select } from "../../ui/form/field.tsx";
import { ProductInput } from "./product-input.tsx";
import type { FieldValue } from "./use-set-field.ts";

/** The choices of the button: a field, or any of the links. */
export type What = Exclude<BulkField, LinkField> | "links";

const isLink = (field: BulkField): field is LinkField => productFields[field].kind === "link";
export const whats: readonly What[] = [...bulkFields.filter((field) => !isLink(field)), "links"] as What[];

export const whatLabel = (what: What): string => `Set ${what === "links" ? what : fieldLabels[what].toLowerCase()}`;

interface Props {
  what: What;
  count: number;
  onSet: (field: BulkField, value: FieldValue) => Promise<void>;
  onClose: () => void;
}

export function BulkFieldDialog({ what, count, onSet, onClose }: Props) {
  const [link, setLink] = useState<LinkField>("amazon");
  const column = what === "links" ? link : what;
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
      dirty={form.dirty}
      problem={form.problem}
      onClose={onClose}
      onSubmit={form.submit(async ({ value }) => {
        void onSet(column, value || undefined);
        return { ok: true };
      }, onClose)}
    >
      {what === "links" && (
        <Select
          label="Link"
          choices={linkFields.map((one) => ({ value: one, label: productLabels[one] }))}
          value={link}
          onChange={({ target }) => setLink(target.value as LinkField)}
        />
      )}
      <ProductInput of={column} hint={mayClear && emptied} {...form.field("value")} />
    </FormDialog>
  );
}
