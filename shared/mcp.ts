// Messages of the Model Context Protocol, over which AI assistants ask: JSON-RPC 2.0, one message in a request.
import * as v from "valibot";

const Version = v.literal("2.0");
const Id = v.union([
  v.pipe(v.string(), v.maxLength(200)),
  v.pipe(v.number(), v.integer(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER)),
]);

export const McpMessage = v.object({
  jsonrpc: Version,
  /** A message without one is a notification, which gets no answer. */
  id: v.optional(Id),
  method: v.pipe(v.string(), v.maxLength(100)),
  params: v.optional(v.record(v.pipe(v.string(), v.maxLength(100)), v.unknown())),
});
export type McpMessage = v.InferOutput<typeof McpMessage>;

/** A `result` or an `error`; without an `id` if that of the message could not be read. */
export const McpAnswer = v.object({
  jsonrpc: Version,
  id: v.optional(Id),
  result: v.optional(v.record(v.string(), v.unknown())),
  error: v.optional(v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })),
});
export type McpAnswer = v.InferOutput<typeof McpAnswer>;
