// Products.
import * as v from "valibot";
import {
  AnyChannel,
  Decimal,
  Id,
  jsonText,
  optionalLine,
  optionalLink,
  patchForm,
  requiredLine,
  textFlag,
  UnitsPerDay,
} from "./field.ts";
import { numberText } from "./format.ts";
import { factors, likeOf } from "./like.ts";
import { maxShelf } from "./limits.ts";
import { normalised } from "./name.ts";
import { codesIn } from "./product-code.ts";
import { type ProductField, productFieldNames, productFields } from "./product-fields.ts";
import { seenOf } from "./seen.ts";

/** One of these numbers, or its digits, because multipart fields are text. */
const oneOf = <const N extends readonly number[]>(numbers: N, message: string, unit: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{2}$/), v.transform(Number))], message),
    v.picklist(numbers, `One of ${numbers.join(", ")} ${unit}`),
  );

/** A number, or its digits. An empty text stays empty, which clears it; the output type leaves that out. */
const optionalNumber = ({ max }: { max: number }) => {
  // A function, because the first numberText loads locale data, which would add 15 ms to every cold start.
  const message = () => `A whole number, 1 to ${numberText(max)}`;
  return v.optional(
    v.pipe(
      v.union(
        [v.pipe(v.number(), v.maxValue(max, message)), v.pipe(v.string(), v.trim(), v.regex(/^\d{0,9}$/, message))],
        message,
      ),
      v.transform((number) => (number === "" ? number : Number(number))),
      v.check((number) => number === "" || (Number.isInteger(number) && number >= 1 && number <= max), message),
      v.transform((number) => number as number),
    ),
  );
};

/** One of these numbers, or empty, which clears it. */
const optionalOneOf = <const N extends readonly number[]>(numbers: N, message: string, unit: string) =>
  v.optional(
    v.pipe(
      v.union([v.literal(""), oneOf(numbers, message, unit)], ({ issues }) => issues?.at(-1)?.message ?? message),
      v.transform((number) => number as N[number]),
    ),
  );

/** Rupees with at most two decimals, also as "₹1,25,000.50" or "Rs. 250/-". An empty text stays empty, which clears it. */
const optionalRupees = ({ max }: { max: number }) => {
  const message = () => `Rupees with at most two decimals, up to ${numberText(max)}`;
  return v.optional(
    v.pipe(
      v.union([v.pipe(v.number(), v.maxValue(max, message)), v.pipe(v.string(), v.maxLength(30, message))], message),
      v.transform((rupees) =>
        /^(?:₹|rs\.?|inr)?\s*(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(\.\d{1,2}0*)?\s*(?:\/-)?$/i.exec(String(rupees).trim()),
      ),
      v.check((found) => found !== null, message),
      v.transform((found) => [found?.[1]?.replaceAll(",", "") ?? "", found?.[2] ?? ""].join("")),
      v.transform((digits) => (digits === "" ? digits : Number(digits))),
      v.check((rupees) => rupees === "" || (rupees > 0 && rupees <= max), message),
      v.transform((rupees) => rupees as number),
    ),
  );
};

export const maxCodes = 10;
export const maxFormer = 20;

/** Codes in one text with commas between them. */
const optionalCodes = (max: number) =>
  v.optional(
    v.pipe(
      v.string("Text expected"),
      v.transform((text) => codesIn(text)),
      v.maxLength(max, `At most ${max} codes`),
      v.array(requiredLine()),
      v.check((codes) => new Set(codes.map(normalised)).size === codes.length, "The same code twice"),
      v.transform((codes) => codes.join(", ")),
    ),
  );

const { lead_time, pack, min_order, cost, service } = productFields;

export const likeExpected = `A P.ID, with a factor of ${factors.least} to ${factors.most} where it differs: SND-BIB-201 x 0.8`;

export const ProductForm = v.object({
  name: requiredLine(),
  p_id: requiredLine(),
  lead_time: oneOf(lead_time.values, "Choose a lead time", lead_time.unit),
  pack: optionalNumber(pack.values),
  supplier: optionalLine(),
  min_order: optionalNumber(min_order.values),
  cost: optionalRupees(cost.values),
  service: optionalOneOf(service.values, "Choose a service level", "percent"),
  /** "SND-BIB-201 x 0.8": the product that a new one will sell like. */
  like: v.optional(
    v.pipe(
      v.unwrap(optionalLine()),
      v.check((like) => {
        const { factor } = likeOf(like);
        return factor >= factors.least && factor <= factors.most;
      }, likeExpected),
    ),
  ),
  /** Barcodes and seller SKUs. */
  codes: optionalCodes(maxCodes),
  amazon: optionalLink(),
  flipkart: optionalLink(),
  website: optionalLink(),
} satisfies Record<ProductField, v.GenericSchema>);
export type ProductForm = v.InferOutput<typeof ProductForm>;

/** `take`: whether it takes over codes that are former P.IDs of other products. */
export const NewProduct = v.object({ ...ProductForm.entries, take: textFlag() });

/** `forget`: former P.IDs that the product is not found by any more. */
export const ProductEdit = v.object({
  ...patchForm(NewProduct).entries,
  forget: optionalCodes(maxFormer),
  seen: jsonText(v.unwrap(seenOf(productFieldNames))),
});

export const Shelf = optionalLine(maxShelf);

/** Its shelves in the warehouses that are named; an empty one is taken away. */
export const ShelvesForm = v.object({ shelves: v.record(Id, Shelf) });
export type ShelvesForm = v.InferOutput<typeof ShelvesForm>;

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
  lead_time: v.number(),
  pack: v.optional(v.number()),
  supplier: v.optional(v.string()),
  min_order: v.optional(v.number()),
  cost: v.optional(Decimal),
  service: v.optional(v.number()),
  like: v.optional(v.string()),
  codes: v.optional(v.string()),
  /** Former P.IDs by which it is still found, the oldest first, with commas between them. */
  former: v.optional(v.string()),
  /** Where it lies in a warehouse, by the warehouse's id. */
  shelves: v.optional(v.record(v.string(), v.string())),
  /** Units sold a day over the last three business days, today included. */
  drr: UnitsPerDay,
  amazon: v.optional(v.string()),
  flipkart: v.optional(v.string()),
  website: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
} satisfies Record<ProductField, v.GenericSchema> & v.ObjectEntries);
export type Product = v.InferOutput<typeof Product>;

/** A channel's code that stood for another product until this one took it. */
const EndedAlias = v.object({ channel: AnyChannel, code: v.string() });
export type EndedAlias = v.InferOutput<typeof EndedAlias>;

/**
 * A saved product, with the aliases that ended because their codes are now its own, and the former P.IDs that a restored one has
 * lost to other products.
 */
export const SavedProduct = v.object({
  ...Product.entries,
  ended_aliases: v.optional(v.array(EndedAlias)),
  former_taken: v.optional(v.array(v.string())),
});
export type SavedProduct = v.InferOutput<typeof SavedProduct>;

/** The fields of a product in lists of other things. */
export const ProductTag = v.pick(Product, ["_id", "p_id", "name", "image"]);
export type ProductTag = v.InferOutput<typeof ProductTag>;

/** Limits of an image: `side` is in pixels. */
export const imageLimit = {
  side: 4096,
  types: ["image/png", "image/jpeg", "image/webp"],
} as const;
