// Transfers of units between warehouses. Totals and run rates do not change.
import * as v from "valibot";
import { sumByProduct } from "./allocation.ts";
import { Failure } from "./failure.ts";
import { Id, optionalText } from "./field.ts";
import type { Line } from "./movement.ts";
import { ProductQuantities } from "./picklist.ts";
import { transferPair } from "./posting-effect.ts";

export const TransferForm = v.object({
  from: Id,
  to: Id,
  list: ProductQuantities,
  remarks: optionalText(),
});
export type TransferForm = v.InferOutput<typeof TransferForm>;

/** Two lines per product: out of one warehouse and into the other. */
export const transferLines = ({ from, to, list }: TransferForm): Line[] => {
  if (from === to) throw new Failure("BAD_REQUEST", { field: "to", message: "Choose another warehouse than From" });
  return [...sumByProduct(list)].flatMap(([product, quantity]) => transferPair({ from, to }, product, quantity));
};
