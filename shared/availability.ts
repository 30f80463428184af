// What a channel may sell of its codes: units in the warehouses that it is picked from, less a buffer that is kept back.
import * as v from "valibot";

export const Availability = v.object({
  /** The code of the channel's listing; of a product without one its P.ID, SKU or barcode. */
  code: v.string(),
  /** Units of the listing, such as packs of two. */
  available: v.number(),
});
export type Availability = v.InferOutput<typeof Availability>;

export interface Part {
  product: string;
  /** Units of it that one of the listing has. */
  units: number;
}

/** How many of a listing may be sold: of a combo as many as the part of which there are the fewest. */
export const mayBeSold = (parts: readonly Part[], unitsOf: (product: string) => number, buffer: number): number =>
  Math.max(0, Math.min(...parts.map(({ product, units }) => Math.floor((unitsOf(product) - buffer) / units))));
