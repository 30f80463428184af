// What a product's fields are called on screens, in files and on paper. Not in product.ts, whose schemas would come with
// every list: 4 KB.
import { channelLabel } from "./channel.ts";

export const productLabels = {
  p_id: "P.ID/SKU/BC",
  name: "Product Name",
  stock: "Avl. Stock",
  in_transit: "In Transit",
  minimum: "Min. Stock",
  drr: "DRR (3D)",
  lead_time: "Lead Time",
  pack: "Units per Carton",
  codes: "Further Codes",
  amazon: channelLabel.amazon,
  flipkart: channelLabel.flipkart,
  website: channelLabel["snd-website"],
} as const;

/** The specification spells DRR so on dashboards and in the product's dialog, and in transit in the Low Stock Alert. */
export const dashboardLabels = { drr: "DRR(3D)", in_transit: "In-Transit" } as const;
