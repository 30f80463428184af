// Labels of returns, of what became of their units, and of claims, for screens and reports.
import { labelOf } from "./format.ts";
import type { ReturnKind, ReturnNumbers } from "./return-line.ts";
import { type ClaimCause, type ClaimDays, type ClaimState, type Condition, conditions } from "./return-units.ts";

const conditionLabels: Readonly<Record<Condition, string>> = {
  ...{ good: "Good", damaged: "Damaged", wrong: "Wrong Item", missing: "Missing" },
};
const stateLabels: Readonly<Record<ClaimState, string>> = {
  ...{ to_file: "To file", filed: "Filed", won: "Won", lost: "Lost", not_filed: "Not filed" },
};
const kindLabels: Readonly<Record<ReturnKind, string>> = { customer: "Customer", undelivered: "Undelivered" };

/** The days of a channel. */
export const dayLabels = {
  claim_days: "Days for Claims",
  lost_after: "Days until Lost",
  lost_claim_days: "Days for Claims of Lost Parcels",
} satisfies Record<keyof ClaimDays, string>;
export const dayFields = Object.keys(dayLabels) as (keyof ClaimDays)[];

export const conditionLabel = (condition: Condition): string => labelOf(conditionLabels, condition);
/** "1 Damaged, 2 Missing". */
export const foundText = (units: { [C in Condition]?: number | undefined }): string =>
  conditions.flatMap((one) => (units[one] ? `${units[one]} ${conditionLabel(one)}` : [])).join(", ");
export const claimCauseLabel = (cause: ClaimCause): string => (cause === "lost" ? "Never came" : conditionLabel(cause));
export const claimStateLabel = (state: ClaimState): string => labelOf(stateLabels, state);
/** By which people know a return. */
export const returnName = ({ reference, tracking, order, code = "" }: ReturnNumbers & { code?: string }): string =>
  reference ?? tracking ?? order ?? code;
export const returnKindLabel = (kind: ReturnKind): string => labelOf(kindLabels, kind);
