// The field of a supplier, which offers the suppliers of products.
import { type ComponentProps, useId } from "react";
import { productsOf } from "#shared/catalogue.ts";
import { Input } from "../ui/form/field.tsx";
import { useCatalogue } from "./catalogue.tsx";
import { suppliersOf } from "./suppliers.ts";

export function SupplierInput(field: ComponentProps<typeof Input>) {
  const id = useId();
  const { data = [] } = useCatalogue(productsOf);
  return (
    <>
      <Input list={id} {...field} />
      <datalist id={id}>
        {suppliersOf(data).map((supplier) => (
          <option key={supplier}>{supplier}</option>
        ))}
      </datalist>
    </>
  );
}
