// Products.
import * as v from "valibot";
import { optionalLink, requiredLine } from "./field.ts";
import { numberText } from "./format.ts";
import { normalised } from "./name.ts";
import { codesIn } from "./product-code.ts";

/** Lead times to choose from, in days from order to arrival. */
export const leadTimes = [15, 30, 45, 60, 75, 90] as const;

/** A number, or its digits, because multipart fields are text. */
const LeadTime = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{2}$/), v.transform(Number))], "Choose a lead time"),
  v.picklist(leadTimes, "One of 15, 30, 45, 60, 75, 90 days"),
);

/** Units in a carton at most. */
export const maxPack = 100_000;
const packMessage = `A whole number, 1 to ${numberText(maxPack)}`;

/** A number, or its digits. An empty text stays empty, which clears it; the output type leaves that out. */
const Pack = v.optional(
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d*$/, packMessage))], packMessage),
    v.transform((units) => (units === "" ? units : Number(units))),
    v.check((units) => units === "" || (Number.isInteger(units) && units >= 1 && units <= maxPack), packMessage),
    v.transform((units) => units as number),
  ),
);

/** Further codes of a product at most. */
export const maxCodes = 10;

/** Barcodes and seller SKUs beside the P.ID, in one text with commas between them. */
const optionalCodes = () =>
  v.optional(
    v.pipe(
      v.string("Text expected"),
      v.transform((text) => codesIn(text)),
      v.maxLength(maxCodes, `At most ${maxCodes} codes`),
      v.array(requiredLine()),
      v.check((codes) => new Set(codes.map(normalised)).size === codes.length, "The same code twice"),
      v.transform((codes) => codes.join(", ")),
    ),
  );

export const ProductForm = v.object({
  name: requiredLine(),
  p_id: requiredLine(),
  lead_time: LeadTime,
  pack: Pack,
  codes: optionalCodes(),
  amazon: optionalLink(),
  flipkart: optionalLink(),
  website: optionalLink(),
});
export type ProductForm = v.InferOutput<typeof ProductForm>;

export const Product = v.object({
  _id: v.string(),
  p_id: v.string(),
  name: v.string(),
  /** Path of the image on the web app's host. */
  image: v.optional(v.string()),
  /** Units in all active warehouses. */
  stock: v.number(),
  /** Outstanding units of open shipments. */
  in_transit: v.number(),
  /** Days. */
  lead_time: v.number(),
  /** Units per carton. */
  pack: v.optional(v.number()),
  /** Further codes, with commas between them. */
  codes: v.optional(v.string()),
  /** Units sold a day over the last three business days, today included. */
  drr: v.number(),
  amazon: v.optional(v.string()),
  flipkart: v.optional(v.string()),
  website: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Product = v.InferOutput<typeof Product>;

/** The fields of a product in lists of other things. */
export const ProductTag = v.pick(Product, ["_id", "p_id", "name", "image"]);
export type ProductTag = v.InferOutput<typeof ProductTag>;

/** Limits of an image: `side` is in pixels. */
export const imageLimit = {
  side: 4096,
  types: ["image/png", "image/jpeg", "image/webp"],
} as const;
