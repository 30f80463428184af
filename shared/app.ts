// The application context: the lists of products and warehouses from which users pick, and the catalogue that a device
// keeps.
import * as v from "valibot";
import { AnyChannel } from "./field.ts";
import { Product } from "./product.ts";
import { AnnouncedFrom, Shipment } from "./shipment.ts";
import { Warehouse } from "./warehouse.ts";

export const ContextProduct = v.pick(Product, ["_id", "p_id", "name", "image", "stock", "codes", "former", "pack"]);
export type ContextProduct = v.InferOutput<typeof ContextProduct>;

/** Channels for which warehouses were chosen of which none is left: nothing is taken for them until somebody chooses. */
const Channels = v.optional(v.array(AnyChannel));

export const Context = v.object({
  product: v.array(ContextProduct),
  warehouse: v.array(Warehouse),
  without_warehouse: Channels,
  /** The server's time. */
  now: v.string(),
});
export type Context = v.InferOutput<typeof Context>;

/** A product of the catalogue: all fields for managers, those of the context for executives. */
export const CatalogueProduct = v.object({
  ...v.partial(v.omit(Product, ["_id", "p_id", "name", "created_at", "stock", "in_transit", "drr"])).entries,
  ...v.pick(Product, ["_id", "p_id", "name", "created_at"]).entries,
  /** It was deleted: it stands in no list but that of a container's products. */
  deleted: v.optional(v.literal(true)),
});
export type CatalogueProduct = v.InferOutput<typeof CatalogueProduct>;

/** The stock of a product, under the product's id. */
export const StockLevel = v.object({
  _id: v.string(),
  /** Units by warehouse, of deleted warehouses too. */
  held: v.record(v.string(), v.number()),
  /** Units sold by `day#channel` on recent days; for managers. */
  sold: v.optional(v.record(v.string(), v.number())),
});
export type StockLevel = v.InferOutput<typeof StockLevel>;

/** A container as it is stored. */
export const Container = v.object({
  ...v.pick(Shipment, ["_id", "container", "expected_delivery", "received", "closed_short", "created_at"]).entries,
  items: v.array(
    v.object({
      ...{ product: v.string(), quantity: v.number(), received: v.number() },
      ...{ closed: v.optional(v.number()), from: AnnouncedFrom },
    }),
  ),
});
export type Container = v.InferOutput<typeof Container>;

/**
 * `since`: the cursor of the last answer; without one, or with one that leads nowhere, the whole catalogue is sent. `rows`:
 * ids, with commas between, of products and containers that are sent even if the logs do not name them yet.
 */
export const CatalogueQuery = v.object({
  since: v.optional(v.pipe(v.string(), v.maxLength(8_000))),
  rows: v.optional(v.pipe(v.string(), v.maxLength(1_500, "Too long"))),
});

/** Rows as they are now. The whole catalogue replaces what the device has; else its rows replace those of the same ids. */
export const CatalogueAnswer = v.object({
  cursor: v.string(),
  /** The server's time, and the business day that it falls on. */
  now: v.string(),
  today: v.string(),
  whole: v.boolean(),
  /** The rest of the whole is sent to the one who asks again at once, with this cursor. */
  more: v.optional(v.literal(true)),
  products: v.array(CatalogueProduct),
  stocks: v.array(StockLevel),
  /** All of them; none if the catalogue is not sent whole, since a change of a warehouse sends it. */
  warehouses: v.array(Warehouse),
  /** Sent with the warehouses. */
  without_warehouse: Channels,
  /** Containers with outstanding units. */
  containers: v.array(Container),
  /** Containers without, or deleted. */
  gone: v.array(v.object({ _id: v.string() })),
});
export type CatalogueAnswer = v.InferOutput<typeof CatalogueAnswer>;

/**
 * An error of the app: its name, and the places in the app's own files, without any text, which could be what somebody entered.
 */
export const AppError = v.object({
  /** Of a screen, of the service worker, or of the content security policy, whose directive is the name. */
  kind: v.picklist(["screen", "worker", "policy"]),
  name: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/, "A name of up to 60 letters expected")),
  at: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[\w./-]{1,100}(:\d{1,7}){2}$/, "A file with line and column expected"))),
    v.maxLength(10, "At most 10 places"),
  ),
});
