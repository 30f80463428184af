// Labels of changes: what was changed, how, and in which field, for screens and reports.
import type { ChangeAction, ChangeKind, FieldChange } from "./change.ts";
import { productLabels } from "./product-label.ts";

export const changeKindLabel: Readonly<Record<ChangeKind, string>> = {
  product: "Product",
  warehouse: "Warehouse",
  user: "User",
  category: "Category",
  container: "Container",
};

export const changeActionLabel: Readonly<Record<ChangeAction, string>> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
};

const linkLabels = { amazon: "Amazon Link", flipkart: "Flipkart Link", website: "Website Link" };

/** Fields as their forms call them. */
const fieldLabels: Readonly<Record<ChangeKind, Readonly<Record<string, string>>>> = {
  product: {
    image: "Image",
    name: productLabels.name,
    p_id: productLabels.p_id,
    lead_time: productLabels.lead_time,
    pack: productLabels.pack,
    codes: productLabels.codes,
    snooze_until: "Snoozed until",
    snooze_reason: "Snoozed because",
    ...linkLabels,
  },
  warehouse: { w_id: "W.ID", name: "Warehouse Name", location: "Location", description: "Description" },
  user: { name: "Name", username: "Username", password: "Password", role: "Role" },
  category: { ...linkLabels, name: "Category Name" },
  container: { container: "Container ID", expected_delivery: "Expected Delivery" },
};

/** The label of a changed field; a container's line has the code of its product. */
export const fieldLabel = (kind: ChangeKind, { field, product }: FieldChange): string =>
  product ? `Quantity of ${product.p_id}` : (fieldLabels[kind][field] ?? field);
