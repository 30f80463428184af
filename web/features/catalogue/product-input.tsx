// The control of a product's field: a select where there are values to choose from, else an input.
import type { ComponentProps } from "react";
import { fieldLabels, fieldNumberText, type ProductField, productFields } from "#shared/product-fields.ts";
import { SupplierInput } from "../../domain/supplier-input.tsx";
import { type FieldProps, Input, Select } from "../../ui/form/field.tsx";

type Props = Omit<ComponentProps<typeof Input> & ComponentProps<typeof Select> & FieldProps, "label" | "choices">;

export function ProductInput({ of, ...props }: Props & { of: ProductField }) {
  const facts = productFields[of];
  const field = { label: fieldLabels[of], required: facts.required, ...props };
  if (facts.kind === "link") return <Input type="url" placeholder="https://" {...field} />;
  if (facts.kind === "name") return <SupplierInput {...field} />;
  if (facts.kind !== "number") return <Input {...field} />;
  if ("max" in facts.values) return <Input inputMode={facts.unit === "rupees" ? "decimal" : "numeric"} {...field} />;
  const choices = facts.values.map((value) => ({ value: String(value), label: fieldNumberText(of, value) }));
  return <Select empty="Choose" choices={choices} {...field} />;
}
