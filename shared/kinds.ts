// The kinds of movements with their facts, below forms and rules. Without schemas, which lists should not load.
import { unknownLabel } from "./format.ts";

const eitherWay = ["Internal Transfer", "Correction", "Other"] as const;
export const reasonsIn = ["Production (Domestic)", "Purchase (Overseas)", "Return", ...eitherWay] as const;
export const reasonsOut = ["Outbound", "Damage", "Sample", ...eitherWay] as const;

interface Facts {
  label: string;
  /** `both`: out of one warehouse and into another; `counted`: to what was counted; `back`: what another one moved. */
  moves: "in" | "out" | "both" | "counted" | "back";
  /** The first is the usual one; where there are more, a person chooses. */
  reasons: readonly [string, ...string[]];
  /** Whether its units are sold. */
  sale: boolean;
  /** Whether its units are taken from the shelves after it was posted, and ticked off. */
  picked: boolean;
  /** True, or why not. */
  correctable: true | string;
  reversible: true | string;
}

const byLine = { correctable: true, reversible: true } as const;
const whole = { correctable: "It can only be reversed as a whole", reversible: true } as const;
const never = { correctable: "A reversal cannot be corrected", reversible: "A reversal cannot be reversed" } as const;

export const kinds = {
  in: { label: "Stock in", moves: "in", reasons: reasonsIn, sale: false, picked: false, ...byLine },
  out: { label: "Stock out", moves: "out", reasons: reasonsOut, sale: false, picked: false, ...byLine },
  picklist: { label: "Picklist", moves: "out", reasons: ["Outbound"], sale: true, picked: true, ...byLine },
  transfer: { label: "Transfer", moves: "both", reasons: ["Internal Transfer"], sale: false, picked: false, ...byLine },
  receipt: { label: "Receipt", moves: "in", reasons: ["Purchase (Overseas)"], sale: false, picked: false, ...byLine },
  adjustment: { label: "Adjustment", moves: "counted", reasons: ["Correction"], sale: false, picked: false, ...whole },
  reversal: { label: "Reversal", moves: "back", reasons: ["Correction"], sale: false, picked: false, ...never },
} as const satisfies Record<string, Facts>;
export type Kind = keyof typeof kinds;

/** None of a kind that a newer release has written. */
export const factsOf = (kind: string): Partial<Facts> => (kinds as Readonly<Record<string, Facts>>)[kind] ?? {};

export const kindLabel = (kind: string): string => factsOf(kind).label ?? unknownLabel(kind);

export const usualReason = (kind: Kind): string => kinds[kind].reasons[0];
