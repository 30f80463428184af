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

const commonLabels: Readonly<Record<string, string>> = {
  name: "Name",
  w_id: "W.ID",
  location: "Location",
  description: "Description",
  username: "Username",
  role: "Role",
  password: "Password",
  amazon: "Amazon link",
  flipkart: "Flipkart link",
  website: "Website link",
  image: "Image",
  container: "Container",
  expected_delivery: "Expected delivery",
};

/** The label of a changed field; of a container's line, the product's code. */
export const fieldLabel = (kind: ChangeKind, { field, product }: FieldChange): string => {
  if (product) return `Quantity of ${product.p_id}`;
  const label = kind === "product" ? (productLabels as Readonly<Record<string, string>>)[field] : undefined;
  return label ?? commonLabels[field] ?? field;
};
