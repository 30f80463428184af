// The cursor of a device: how up to date its catalogue is. It holds nothing secret, so it is not signed.
import * as v from "valibot";
import { Id } from "#shared/field.ts";
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

const Cursor = v.object({
  /** The role decides which fields are sent; the generation of the tables changes when they are restored. */
  role: v.picklist(roles),
  generation: v.string(),
  /** When the whole catalogue was read, and how many products it had. */
  whole: Time,
  products: v.number(),
  /** Tables not read to the end yet, each with the last id that was read. */
  rest: v.optional(v.object({ products: v.optional(RowId), stocks: v.optional(RowId) })),
  /** When the logs were last read, and when they were last counted. */
  at: Time,
  counted: Time,
  movements: LogPosition,
  changes: LogPosition,
});
export type Cursor = v.InferOutput<typeof Cursor>;

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

/** Undefined for anything that is not a cursor. */
export const readCursor = (text = ""): Cursor | undefined => {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    return undefined;
  }
};
