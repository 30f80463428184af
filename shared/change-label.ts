// Labels of changes: the kind of row, the action and the field, for screens and reports.
import type { ChangeAction, ChangeKind, FieldChange } from "./change.ts";
import { channelLabel, channels } from "./channel.ts";
import { labelOf } from "./format.ts";
import { fieldLabels } from "./product-fields.ts";
import { dayFields, dayLabels } from "./return-label.ts";

const kindLabels: Readonly<Record<ChangeKind, string>> = {
  product: "Product",
  warehouse: "Warehouse",
  user: "User",
  category: "Category",
  container: "Container",
  alias: "Alias",
  event: "Event",
  order: "Order",
  return: "Return",
  channel: "Channel",
};

const actionLabels: Readonly<Record<ChangeAction, string>> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
};

/** Options of a select. */
export const changeKindChoices = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));
export const changeKindLabel = (kind: ChangeKind): string => labelOf(kindLabels, kind);
export const changeActionLabel = (action: ChangeAction): string => labelOf(actionLabels, action);

const { amazon, flipkart, website } = fieldLabels;

const daysOfChannels = Object.fromEntries(
  channels.flatMap((channel) =>
    dayFields.map((field) => [`${channel}.${field}`, `${dayLabels[field]}, ${channelLabel(channel)}`]),
  ),
);

/** Fields as their forms call them. */
const labelsOf: Readonly<Record<ChangeKind, Readonly<Record<string, string>>>> = {
  product: {
    ...fieldLabels,
    former: "Former P.IDs",
    image: "Image",
    alias: "Alias",
    shelf: "Shelf",
    snooze_until: "Snoozed until",
    snooze_reason: "Snoozed because",
  },
  warehouse: {
    w_id: "W.ID",
    name: "Warehouse Name",
    location: "Location",
    description: "Description",
    not_for_picking: "Not for picking",
    sells_for: "Shelf of",
    ...Object.fromEntries(channels.map((channel) => [`channels.${channel}`, `Place for ${channelLabel(channel)}`])),
  },
  user: {
    ...{ name: "Name", username: "Username", password: "Password", role: "Role" },
    ...{ scope: "May", token: "Token", expires_at: "Valid until" },
  },
  category: { amazon, flipkart, website, name: "Category Name" },
  container: { container: "Container ID", expected_delivery: "Expected Delivery" },
  alias: { product: fieldLabels.p_id, units: "Units", taken_by: "Now a code of", meaning: "Meaning" },
  event: {
    ...{ name: "Event", start: "First Day", end: "Last Day", last_start: "First Day Last Year" },
    ...{ last_end: "Last Day Last Year", factor: "Factor", products: "Products" },
  },
  order: { supplier: "Supplier", expected_delivery: "Expected Delivery", note: "Note" },
  return: {
    ...{ good: "Good", damaged: "Damaged", wrong: "Wrong Item", missing: "Missing", thrown_away: "Thrown Away" },
    ...{ instead: "Came Instead", remarks: "Remarks", claim: "Claim", unsellable: "Warehouse of Damaged Units" },
    ...{ advised: "Advised", order: "Order", reference: "Return Number", tracking: "Tracking Number" },
    ...{ p_id: fieldLabels.p_id, kind: "Return Type", advised_on: "Advised on" },
    ...daysOfChannels,
  },
  channel: { buffer: "Buffer" },
};

/** A shelf is stored as `shelf.` and the W.ID. */
const shelfLabel = (field: string): string => field.replace(/^shelf\./, "Shelf in ");

/** Of a line of an order or a container: units ordered, or sent, are its quantity. */
const lineLabels: Readonly<Record<string, string>> = {
  ...{ announced: "Announced", closed: "Closed", expected_delivery: "Expected Delivery", from: "Orders" },
};

/** The label of a changed field; the line of a container or an order has the code of its product. */
export const fieldLabel = (kind: ChangeKind, { field, product }: FieldChange): string =>
  product ? `${lineLabels[field] ?? "Quantity"} of ${product.p_id}` : (labelsOf[kind]?.[field] ?? shelfLabel(field));
