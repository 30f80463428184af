// The fields of a product that people fill in, with their properties. Left out is what lists should not load: schemas
// are in product.ts, heads of columns in other people's spreadsheets in functions/lib/imports/heads.ts.
import { type Channel, channelLabel } from "./channel.ts";
import { countText, numberText, rupeesText } from "./format.ts";

/** Lead times to choose from, in days from order to arrival. */
export const leadTimes = [15, 30, 45, 60, 75, 90] as const;

/** Of 100 orders, those that are to arrive before the stock runs out. */
export const serviceLevels = [90, 95, 98] as const;

/** How a number is written with its unit. */
const unitText = {
  days: (days: number): string => `${days} days`,
  units: numberText,
  percent: (percent: number): string => `${percent} %`,
  rupees: rupeesText,
} as const;
export type Unit = keyof typeof unitText;

interface Facts {
  /** On screens, in files and on paper. */
  label: string;
  /** The form refuses it empty. */
  required: boolean;
  /** Its column in the export of products, in characters. */
  width: number;
  /** Whether it can be set for many products at once. */
  bulk: boolean;
  /** Under its input. */
  hint?: string;
  /** Its column in the list of products, as Column in web/ui/table/columns.ts, unless the list has one for it anyway. */
  column?: { width: string; least?: string; gives: number };
}

interface LineFacts extends Facts {
  kind: "line";
}

interface LinkFacts extends Facts {
  kind: "link";
  /** On which the product is listed there. */
  channel: Channel;
}

interface NotedFacts extends Facts {
  /** The text beside the code on a product's page; false if the page shows it elsewhere. */
  note: false | ((value: never) => string);
}

interface TextFacts extends NotedFacts {
  /** `name`: a text that is the same for many products, whose form offers those that there are. */
  kind: "codes" | "name" | "text";
}

interface NumberFacts extends NotedFacts {
  kind: "number";
  unit: Unit;
  /** For the API's description. */
  about: string;
  /** The choices, or the largest of any number from 1. */
  values: readonly number[] | { max: number };
}

type AnyFacts = LineFacts | LinkFacts | TextFacts | NumberFacts;

const line = { kind: "line", required: true, bulk: false } as const;
const linkOn = (channel: Channel) =>
  ({ kind: "link", channel, label: channelLabel(channel), required: false, width: 40, bulk: true }) as const;

export const productFields = {
  p_id: { ...line, label: "P.ID/SKU/BC", width: 18 },
  name: { ...line, label: "Product Name", width: 44 },
  lead_time: {
    kind: "number",
    label: "Lead Time",
    about: "Days from order to arrival.",
    required: true,
    unit: "days",
    values: leadTimes,
    column: { width: "5.25rem", least: "4.5rem", gives: 2 },
    width: 11,
    bulk: true,
    note: false,
  },
  pack: {
    kind: "number",
    label: "Units per Carton",
    about: "Units per carton.",
    required: false,
    unit: "units",
    values: { max: 100_000 },
    column: { width: "8.75rem", gives: -1 },
    width: 16,
    bulk: true,
    note: (units: number) => `${countText(units, "unit")} a carton`,
  },
  supplier: {
    kind: "name",
    label: "Supplier",
    required: false,
    width: 24,
    bulk: true,
    note: (supplier: string) => `from ${supplier}`,
  },
  min_order: {
    kind: "number",
    label: "Minimum Order",
    about: "Units that an order has at least.",
    required: false,
    unit: "units",
    values: { max: 100_000 },
    width: 15,
    bulk: true,
    note: (units: number) => `at least ${countText(units, "unit")} an order`,
  },
  cost: {
    kind: "number",
    label: "Cost",
    about: "Rupees that a unit costs, with paise. Only managers and root users see it.",
    required: false,
    unit: "rupees",
    values: { max: 1_000_000 },
    column: { width: "6.5rem", gives: 0 },
    width: 10,
    bulk: true,
    note: (rupees: number) => `costs ${rupeesText(rupees)}`,
  },
  service: {
    kind: "number",
    label: "Service Level",
    about: "Of 100 orders, those that are to arrive before the stock runs out; without it, as the whole plan.",
    required: false,
    unit: "percent",
    values: serviceLevels,
    width: 14,
    bulk: true,
    note: (percent: number) => `planned at ${percent} %`,
  },
  like: {
    kind: "text",
    label: "Sells Like",
    required: false,
    hint: "The P.ID of a product that sells alike, and a factor: SND-BIB-201 x 0.8",
    width: 22,
    bulk: false,
    note: (like: string) => `planned like ${like}`,
  },
  codes: {
    kind: "codes",
    label: "Further Codes",
    required: false,
    width: 24,
    bulk: false,
    note: (codes: string) => `also ${codes}`,
  },
  amazon: linkOn("amazon"),
  flipkart: linkOn("flipkart"),
  website: linkOn("snd-website"),
} as const satisfies Record<string, AnyFacts>;

type Table = typeof productFields;
export type ProductField = keyof Table;
/** The names of the fields that have this fact. */
type Fields<Fact> = { [F in ProductField]: Table[F] extends Fact ? F : never }[ProductField];
export type NumberField = Fields<{ kind: "number" }>;
export type LinkField = Fields<{ kind: "link" }>;
export type NameField = Fields<{ kind: "name" }>;
export type NotedField = Fields<{ note: unknown }>;
export type BulkField = Fields<{ bulk: true }>;

/** Its facts, also those that only some fields have. */
export const factsOf = (field: ProductField): AnyFacts => productFields[field];

/** The order is that of exports and forms. */
export const productFieldNames = Object.keys(productFields) as ProductField[];
const ofKind = (kind: AnyFacts["kind"]) => productFieldNames.filter((field) => productFields[field].kind === kind);
export const numberFields = ofKind("number") as NumberField[];
export const linkFields = ofKind("link") as LinkField[];
export const notedFields = productFieldNames.filter((field) => "note" in productFields[field]) as NotedField[];
export const bulkFields = productFieldNames.filter((field) => productFields[field].bulk) as BulkField[];

/** A record with a value made for each field. */
export const byField = <V>(make: (field: ProductField) => V) =>
  Object.fromEntries(productFieldNames.map((field) => [field, make(field)])) as Record<ProductField, V>;

/** Labels of a product's fields and of its computed figures. */
export const productLabels = {
  ...byField((field): string => productFields[field].label),
  stock: "Avl. Stock",
  in_transit: "In Transit",
  minimum: "Min. Stock",
  drr: "DRR (3D)",
} as const;

/** Labels in forms and changes, where "Amazon" alone would not show that it is a link. */
export const fieldLabels = byField((field): string => {
  const { kind, label } = productFields[field];
  return kind === "link" ? `${label} Link` : label;
});

/** The specification spells DRR so on dashboards and in the product's dialog, and in transit in the Low Stock Alert. */
export const dashboardLabels = { drr: "DRR(3D)", in_transit: "In-Transit" } as const;

/** A field's number as people read it: "30 days". */
export const fieldNumberText = (field: string, value: number): string => {
  const known = numberFields.find((one) => one === field);
  return known ? unitText[productFields[known].unit](value) : numberText(value);
};
