// The unique names of a product: its P.ID and its further codes, which share their locks, so that a code leads to one
// product.
import { Failure } from "#shared/failure.ts";
import { normalised } from "#shared/name.ts";
import { codesIn } from "#shared/product-code.ts";
import { type Name, nameOf } from "../db/unique-keys.ts";

/** 400 if a further code is the P.ID. */
export const productNames = ({ p_id, codes }: { p_id: string; codes?: string }): Name[] => {
  const further = codesIn(codes);
  const double = further.find((code) => normalised(code) === normalised(p_id));
  if (double) throw new Failure("BAD_REQUEST", { field: "codes", message: `${double} is the P.ID` });
  return [nameOf("p_id", p_id), ...further.map(codeName)];
};

const codeName = (text: string): Name => ({
  kind: "p_id",
  text,
  taken: { field: "codes", message: `${text} is taken already` },
});
