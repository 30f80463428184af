// Cursors: how up to date the catalogue of a device is, or what a program knows of a channel. They hold nothing secret, so they are
// not signed.
import * as v from "valibot";
import { AnyChannel, Id } from "#shared/field.ts";
import { roles } from "#shared/role.ts";

/** Milliseconds, of the clock of the Lambda that answered. */
const Time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e13));

/** None to begin with the first row. */
const RowId = v.union([v.literal(""), Id]);

/** How far one log was read. */
const LogPosition = v.object({
  /** The next read begins with entries from this time on. */
  from: Time,
  /** The keys, joined, of entries from that time on that were found already. */
  recent: v.string(),
  /** The number of found entries by the hour of their time, since the whole catalogue was read. */
  byHour: v.record(v.string(), v.number()),
});
export type LogPosition = v.InferOutput<typeof LogPosition>;

/** How far both logs were read. */
const LogsRead = v.object({
  /** Of the tables: it changes when they are restored. */
  generation: v.string(),
  /** When all rows were read. */
  whole: Time,
  /** When the logs were last read, and when they were last counted. */
  at: Time,
  counted: Time,
  movements: LogPosition,
  changes: LogPosition,
});
export type LogsRead = v.InferOutput<typeof LogsRead>;

export const CatalogueCursor = v.object({
  ...LogsRead.entries,
  /** It decides which fields are sent. */
  role: v.picklist(roles),
  /** How many products the whole catalogue had. */
  products: v.number(),
  /** Tables not read to the end yet, each with the last id that was read. */
  rest: v.optional(v.object({ products: v.optional(RowId), stocks: v.optional(RowId) })),
});
export type CatalogueCursor = v.InferOutput<typeof CatalogueCursor>;

export const AvailabilityCursor = v.object({ ...LogsRead.entries, channel: AnyChannel });

export const writeCursor = <C extends LogsRead>(cursor: C): string =>
  Buffer.from(JSON.stringify(cursor)).toString("base64url");

/** Undefined for anything that is not a cursor. */
export const readCursor = <C extends LogsRead>(schema: v.GenericSchema<unknown, C>, text = ""): C | undefined => {
  try {
    return v.parse(schema, JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    return undefined;
  }
};
