// Numbers, names and labels as text; numbers in Indian grouping whatever the language of the browser or the Lambda.

/** 104265 as 1,04,265, and with a true minus. An Intl.NumberFormat at the top of the module would cost every Lambda 15 ms at its start. */
export const numberText = (value: number): string => value.toLocaleString("en-IN").replace("-", "−");

/** Rupees as ₹1,04,265, with paise where there are some. */
export const rupeesText = (rupees: number): string => {
  const minimumFractionDigits = Number.isInteger(rupees) ? 0 : 2;
  return `₹${rupees.toLocaleString("en-IN", { minimumFractionDigits, maximumFractionDigits: 2 })}`;
};

/** A name as a part of a file name, which file systems limit to 255 bytes with all its parts. */
export const fileNamePart = (name: string): string => [...name].slice(0, 60).join("").trim();

/** "on_loan" as "on loan": a kind or status that a newer release has written, and that has no label here. */
export const unknownLabel = (value: string): string => value.replace(/[-_]/g, " ");

export const labelOf = <K extends string>(labels: Readonly<Record<K, string>>, value: K): string =>
  labels[value] ?? unknownLabel(value);

/** "1 record", "2,000 records". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
