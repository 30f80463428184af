// Reasons of movements. Without schemas, which an import screen would load only for them.

const eitherWay = ["Internal Transfer", "Correction", "Other"] as const;
/** The first reason is the default. */
export const reasonsIn = ["Production (Domestic)", "Purchase (Overseas)", "Return", ...eitherWay] as const;
export const reasonsOut = ["Outbound", "Damage", "Sample", ...eitherWay] as const;
