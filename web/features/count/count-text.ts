// Texts about a count.
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, ScanBarcode, Undo2 } from "lucide-react";
import type { Count } from "#shared/count.ts";
import { unknownLabel } from "#shared/format.ts";
import { countText, numberText } from "../../lib/format.ts";

export const titleOf = ({ number, warehouse }: Count): string => `${number}, ${warehouse.name}`;

const stateLooks = {
  open: { word: "Open", tone: "info", icon: ScanBarcode },
  applying: { word: "Being applied", tone: "warn", icon: LoaderCircle },
  applied: { word: "Applied", tone: "ok", icon: CircleCheck },
  cancelled: { word: "Cancelled", tone: "neutral", icon: CircleX },
} as const satisfies Record<Count["state"], object>;

/** Its place in the life of a count. */
export const stateOrder = ({ state }: Count): number => Object.keys(stateLooks).indexOf(state);

/** The status of a count, as a tag. */
export const statusOf = ({ state, reversed_by }: Count) =>
  reversed_by
    ? ({ word: "Reversed", tone: "neutral", icon: Undo2 } as const)
    : (stateLooks[state] ?? ({ word: unknownLabel(state), tone: "neutral", icon: CircleDashed } as const));

/** A true minus: "−42", "+24", "0". */
export const signed = (units: number): string =>
  units === 0 ? "0" : `${units < 0 ? "−" : "+"}${numberText(Math.abs(units))}`;

export const signedUnits = (units: number): string => `${signed(units)} ${Math.abs(units) === 1 ? "unit" : "units"}`;

export const scopeText = ({ chosen }: Count): string =>
  chosen === undefined ? "all products" : countText(chosen, "chosen product");

/** "84 missing, 30 too many", "All 64 agree". */
export const resultText = ({ result, state }: Count): string => {
  if (!result) return state === "cancelled" ? "nothing was changed" : "";
  const { counted, agreed, missing, surplus } = result;
  if (missing === 0 && surplus === 0)
    return counted === agreed ? `All ${numberText(counted)} agree` : "nothing was changed";
  return `${numberText(missing)} missing, ${numberText(surplus)} too many`;
};
