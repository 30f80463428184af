// The field of a text that is the same for many products, such as the supplier, which offers those that there are.
import { type ComponentProps, useId } from "react";
import { productsOf } from "#shared/catalogue.ts";
import type { NameField } from "#shared/product-fields.ts";
import { Input } from "../ui/form/field.tsx";
import { useCatalogue } from "./catalogue.tsx";
import { namesIn } from "./suppliers.ts";

export function NameInput({ of, ...field }: ComponentProps<typeof Input> & { of: NameField }) {
  const id = useId();
  const { data = [] } = useCatalogue(productsOf);
  return (
    <>
      <Input list={id} {...field} />
      <datalist id={id}>
        {namesIn(data.map((product) => product[of])).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
