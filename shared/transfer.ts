// Transfers: units that change their warehouse; totals and run rates stay.
import * as v from "valibot";
import { sumByProduct } from "./allocation.ts";
import { Failure } from "./failure.ts";
import { Id, optionalText } from "./field.ts";
import type { Line } from "./movement.ts";
import { ProductQuantities } from "./picklist.ts";

export const TransferForm = v.object({
  from: Id,
  to: Id,
  list: ProductQuantities,
  remarks: optionalText(),
});
export type TransferForm = v.InferOutput<typeof TransferForm>;

/** Out of one warehouse and into the other, each product once. */
export const transferLines = ({ from, to, list }: TransferForm): Line[] => {
  if (from === to) throw new Failure("BAD_REQUEST", { field: "to", message: "Another warehouse than From" });
  return [...sumByProduct(list)].flatMap(([product, quantity]): Line[] => [
    [product, from, -quantity],
    [product, to, quantity],
  ]);
};
