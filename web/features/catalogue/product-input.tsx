// The control of a product's field: a select where there are values to choose from, else an input.
import type { ComponentProps } from "react";
import { factsOf, fieldLabels, fieldNumberText, type NameField, type ProductField } from "#shared/product-fields.ts";
import { NameInput } from "../../domain/name-input.tsx";
import { type FieldProps, Input, Select } from "../../ui/form/field.tsx";

type Props = Omit<ComponentProps<typeof Input> & ComponentProps<typeof Select> & FieldProps, "label" | "choices">;

export function ProductInput({ of, ...props }: Props & { of: ProductField }) {
  const facts = factsOf(of);
  const field = { label: fieldLabels[of], required: facts.required, hint: facts.hint, ...props };
  if (facts.kind === "link") return <Input type="url" placeholder="https://" {...field} />;
  if (facts.kind === "name") return <NameInput of={of as NameField} {...field} />;
  if (facts.kind !== "number") return <Input {...field} />;
  if ("max" in facts.values) return <Input inputMode={facts.unit === "rupees" ? "decimal" : "numeric"} {...field} />;
  const choices = facts.values.map((value) => ({ value: String(value), label: fieldNumberText(of, value) }));
  return <Select empty="Choose" choices={choices} {...field} />;
}
