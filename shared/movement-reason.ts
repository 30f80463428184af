// Reasons of movements. Without schemas, which an import screen would load only for them.
import type { Kind } from "./kinds.ts";

const eitherWay = ["Internal Transfer", "Correction", "Other"] as const;
/** The first reason is the default. */
export const reasonsIn = ["Production (Domestic)", "Purchase (Overseas)", "Return", ...eitherWay] as const;
export const reasonsOut = ["Outbound", "Damage", "Sample", ...eitherWay] as const;

/** By kind; where there are more than one, a person chooses. */
export const reasonsOf = {
  in: reasonsIn,
  out: reasonsOut,
  picklist: ["Outbound"],
  sale: ["Outbound"],
  transfer: ["Internal Transfer"],
  receipt: ["Purchase (Overseas)"],
  return: ["Return"],
  adjustment: ["Correction"],
  reversal: ["Correction"],
} as const satisfies Record<Kind, readonly [string, ...string[]]>;
