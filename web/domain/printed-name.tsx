// A product on paper: its name with the variant in bold, and its P.ID.
import type { ProductTag } from "#shared/product.ts";
import { PrintName } from "../ui/print/printout.tsx";
import { nameParts } from "./product-name.tsx";

export function PrintedName({ name, p_id }: Pick<ProductTag, "name" | "p_id">) {
  const { base, variant } = nameParts(name);
  const whole = variant ? (
    <>
      {base} <b>({variant})</b>
    </>
  ) : (
    name
  );
  return <PrintName name={whole} note={p_id} />;
}
