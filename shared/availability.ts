// What a channel may sell of its codes: units in the warehouses that it is picked from, less a buffer that is kept back.
import * as v from "valibot";
import { AnyChannel, wholeNumber } from "./field.ts";

/** Units of each product that a channel never learns of, so that two that sell at once do not sell the last one twice. */
const Buffer = wholeNumber(0, 999);

export const BufferForm = v.object({
  channel: AnyChannel,
  buffer: Buffer,
  /** The buffer as the person saw it. */
  seen: Buffer,
});

export const ChannelBuffer = v.object({ channel: AnyChannel, buffer: v.number() });

/** `since`: the cursor of the last answer; without one, or with one that leads nowhere, all codes are sent. */
export const AvailabilityQuery = v.object({
  channel: AnyChannel,
  since: v.optional(v.pipe(v.string(), v.maxLength(8_000))),
});

export const Availability = v.object({
  channel: AnyChannel,
  buffer: v.number(),
  cursor: v.string(),
  /** All codes, in place of all that were known. Else those whose stock may have changed since the cursor. */
  whole: v.boolean(),
  codes: v.array(
    v.object({
      /** The code of the channel's listing; of a product without one its P.ID, SKU or barcode. */
      code: v.string(),
      /** Listings that may be sold, such as packs of two. */
      available: v.number(),
    }),
  ),
});

export interface Part {
  product: string;
  /** Units of it that one of the listing has. */
  units: number;
}

/** How many of a listing may be sold: of a combo as many as of the part of which there are the fewest. */
export const mayBeSold = (parts: readonly Part[], unitsOf: (product: string) => number, buffer: number): number =>
  Math.max(0, Math.min(...parts.map(({ product, units }) => Math.floor((unitsOf(product) - buffer) / units))));
