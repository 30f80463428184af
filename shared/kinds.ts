// The kinds of movements with their facts, below forms and rules. Without schemas, which lists should not load.
import { unknownLabel } from "./format.ts";

interface Facts {
  label: string;
  /** `both`: out of one warehouse and into another; `count`: to what was counted; `back`: what another one moved. */
  moves: "in" | "out" | "both" | "count" | "back";
  /** Whether its units are sold. */
  sale: boolean;
  /** Whether its units are taken from the shelves after it was posted, and ticked off. */
  picked: boolean;
  /** Whether its lines can be corrected. */
  correctable: boolean;
  /** True, or why not. */
  reversible: true | string;
}

const final = "A reversal cannot be reversed";

export const kinds = {
  in: { label: "Stock in", moves: "in", sale: false, picked: false, correctable: true, reversible: true },
  out: { label: "Stock out", moves: "out", sale: false, picked: false, correctable: true, reversible: true },
  picklist: { label: "Picklist", moves: "out", sale: true, picked: true, correctable: true, reversible: true },
  sale: { label: "Sale", moves: "out", sale: true, picked: false, correctable: true, reversible: true },
  transfer: { label: "Transfer", moves: "both", sale: false, picked: false, correctable: true, reversible: true },
  receipt: { label: "Receipt", moves: "in", sale: false, picked: false, correctable: true, reversible: true },
  return: { label: "Return", moves: "in", sale: false, picked: false, correctable: false, reversible: true },
  adjustment: { label: "Adjustment", moves: "count", sale: false, picked: false, correctable: false, reversible: true },
  reversal: { label: "Reversal", moves: "back", sale: false, picked: false, correctable: false, reversible: final },
} as const satisfies Record<string, Facts>;
export type Kind = keyof typeof kinds;

/** None of a kind that a newer release has written. */
export const factsOf = (kind: string): Partial<Facts> => (kinds as Readonly<Record<string, Facts>>)[kind] ?? {};

export const kindLabel = (kind: string): string => factsOf(kind).label ?? unknownLabel(kind);
