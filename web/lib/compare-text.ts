// The order of names on every list and sheet: 1, 2, 10, whatever their case. localeCompare would sort 1, 10, 2, so the
// linter refuses it (infra/walls/order.grit).
export const compareText = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
