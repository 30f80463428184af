// The move between warehouses that a row of the plan names, in words and as a form.
import type { PlanRow } from "#shared/plan.ts";
import { numberText } from "../lib/format.ts";

type Move = NonNullable<PlanRow["move"]>;

/** "Move 40 from Bhiwandi". */
export const moveText = ({ from, units }: Move): string => `Move ${numberText(units)} from ${from.name}`;

/** The address of a transfer that is filled in. */
export const movePath = (product: string, { from, to, units }: Move): string =>
  `/inventory?${new URLSearchParams({ do: "transfer", id: [product, from._id, to._id, units].join("-") })}`;
